"""How an operation is done by a program: the arguments it is given, and how its output is read."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from .part import Part

ParseForm: TypeAlias = Literal["text", "lines", "json", "jsonl", "csv"]
FORMS = ("text", "lines", "json", "jsonl", "csv")


class Argument(Part):
    """Arguments of a program, texts with placeholders; `parameter` is set where it decides over them.

    Without `choices` they are there when it is true, or set to anything but false; with them by its value.
    """

    texts: tuple[str, ...] = Field(default=(), alias="<texts>")
    parameter: str | None = Field(default=None, alias="<parameter>")
    choices: dict[str, tuple[str, ...]] = Field(default_factory=dict, alias="<choices>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return {"<texts>": _texts(value, lists=False)}
        if len(value) != 1:
            raise PydanticCustomError("argument", "expected one parameter, as in `{staged: --cached}`")
        ((parameter, given),) = value.items()
        if isinstance(given, dict):
            return {"<parameter>": parameter, "<choices>": {key: _texts(each) for key, each in given.items()}}
        return {"<parameter>": parameter, "<texts>": _texts(given)}


def _texts(value: Any, *, lists: bool = True) -> tuple[str, ...]:
    items = value if isinstance(value, list) and lists else [value]
    if not items or not all(isinstance(item, str | int) and not isinstance(item, bool) for item in items):
        raise PydanticCustomError("argument", "expected an argument, which is a text")
    return tuple(map(str, items))


class Parse(Part):
    """How an output is read; `pattern` is set for lines of which each is a record of named groups."""

    form: ParseForm = Field(alias="<form>")
    pattern: str | None = Field(default=None, alias="<pattern>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if isinstance(value, str) and value in FORMS:
            return {"<form>": value}
        if isinstance(value, dict) and value.keys() == {"lines"} and isinstance(value["lines"], str):
            return {"<form>": "lines", "<pattern>": value["lines"]}
        raise PydanticCustomError(
            "parse", "expected `text`, `lines`, `json`, `jsonl`, `csv` or `{lines: 'REGEX'}` with named groups"
        )
