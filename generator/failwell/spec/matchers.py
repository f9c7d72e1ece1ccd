"""Matchers: what must hold for a reply to be an empty result or a failure mode."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from .part import OneOrMore, Part, as_tuple

RANGE = re.compile(r"([0-9]+)-([0-9]+)", re.ASCII)
STATUS_CLASS = re.compile(r"([1-5])xx")

Range: TypeAlias = tuple[int, int]


def _range(value: Any, example: str) -> Range:
    if isinstance(value, int) and not isinstance(value, bool):
        return value, value
    text = value if isinstance(value, str) else ""
    if match := RANGE.fullmatch(text):
        return int(match[1]), int(match[2])
    raise PydanticCustomError("range", "expected {example}", {"example": example})


def _statuses(value: Any) -> Any:
    def one(item: Any) -> Range:
        if isinstance(item, str) and (match := STATUS_CLASS.fullmatch(item)):
            return int(match[1]) * 100, int(match[1]) * 100 + 99
        return _range(item, "a status such as `429`, `5xx` or `400-404`")

    return tuple(one(item) for item in as_tuple(value))


def _numbers(value: Any) -> Any:
    return tuple(_range(item, "a number such as `3` or a range such as `2-125`") for item in as_tuple(value))


Statuses: TypeAlias = Annotated[tuple[Range, ...], BeforeValidator(_statuses)]
Numbers: TypeAlias = Annotated[tuple[Range, ...], BeforeValidator(_numbers)]


class InputTest(Part):
    """A test of the arguments: an expression is exactly true, or each parameter matches one of its patterns."""

    expressions: tuple[str, ...] = Field(default=(), alias="<expressions>")
    patterns: dict[str, tuple[str, ...]] = Field(default_factory=dict, alias="<patterns>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return {"<expressions>": as_tuple(value)}
        return {"<patterns>": {name: _matches(test) for name, test in value.items()}}


class BodyTest(Part):
    """A test of what an expression gives over the reply: it equals one of the values or matches one of the patterns."""

    equals: tuple[Any, ...] = Field(default=(), alias="<equals>")
    patterns: tuple[str, ...] = Field(default=(), alias="<patterns>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if isinstance(value, dict) and value.keys() == {"matches"}:
            return {"<patterns>": _matches(value)}
        return {"<equals>": as_tuple(value)}


def _matches(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"matches"}:
        return as_tuple(value["matches"])
    raise PydanticCustomError("matches", "expected a test such as `{matches: '^pur_'}`")


class Matcher(Part):
    """What must hold all together; each key holds when any of its alternatives does, and None or empty means unset.

    `status`, `rows` and `exit_code` are ranges with both ends inclusive.
    """

    input: InputTest | None = None
    error: OneOrMore[str] = ()
    code: OneOrMore[str | int] = ()
    message: OneOrMore[str] = ()
    status: Statuses = ()
    header: dict[str, OneOrMore[str]] = Field(default_factory=dict)
    body: dict[str, BodyTest] = Field(default_factory=dict)
    rows: Numbers = ()
    constraint: OneOrMore[str] = ()
    exit_code: Numbers = ()
    stdout: OneOrMore[str] = ()
    exception: OneOrMore[str] = ()

    def keys(self) -> frozenset[str]:
        """The names of the keys that were written."""
        return frozenset(self.model_fields_set)
