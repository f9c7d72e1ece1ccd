"""How an operation is done over HTTP."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import unquote_plus

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from ..texts import parse_text
from .part import Part

Method: TypeAlias = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
WITHOUT_BODY = ("GET", "HEAD", "DELETE")
REQUEST_LINE = re.compile(r"([A-Z]+) +(\S.*)")


class Idempotency(Part):
    """The header that carries one key for all attempts of a call, and the parameter in which the agent may give it."""

    header: str
    parameter: str | None = None


class FilePart(Part):
    """A file of a multipart form: its content in base64, its name and its media type, each a text with placeholders."""

    base64: str
    filename: str | None = None
    type: str | None = None


def _form_part(value: Any) -> str:
    is_file = isinstance(value, FilePart) or (isinstance(value, dict) and "base64" in value)
    return "<file>" if is_file else "<value>"


FormPart: TypeAlias = Annotated[
    Annotated[FilePart, Tag("<file>")] | Annotated[Any, Tag("<value>")],
    Discriminator(_form_part),
]


class Request(Part):
    """A request; texts have placeholders. At most one of `body`, `form` and `multipart` is set.

    A query written in the path stands in `query`, a name that was given twice with the list of its values.
    """

    method: Method
    path: str
    query: dict[str, Any] = Field(default_factory=dict)
    headers: dict[str, Any] = Field(default_factory=dict)
    cookies: dict[str, Any] = Field(default_factory=dict)
    body: Any = None
    form: dict[str, Any] | None = None
    multipart: dict[str, FormPart] | None = None
    idempotency: Idempotency | None = None
    paginate: Any = None

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if isinstance(value, str):
            match = REQUEST_LINE.fullmatch(value)
            if match is None:
                raise PydanticCustomError("request", "expected a method and a path such as `GET /customers/{id}`")
            value = {"method": match[1], "path": match[2]}
        return _with_query_apart(value) if isinstance(value, dict) else value

    @property
    def has_body(self) -> bool:
        """Whether a JSON body is written out, which may be null."""
        return "body" in self.model_fields_set


def _with_query_apart(value: dict[str, Any]) -> dict[str, Any]:
    path = value.get("path")
    mark = _masked(path).find("?") if isinstance(path, str) else -1
    if mark < 0 or not isinstance(path, str):
        return value
    written = value.get("query", {})
    query = _parsed(path[mark + 1 :]) | written if isinstance(written, dict) else written
    return value | {"path": path[:mark], "query": query}


def _masked(text: str) -> str:
    """The text with an `x` for each character of a placeholder, so that no sign inside one counts."""
    for placeholder in parse_text(text).placeholders:
        end = placeholder.offset + placeholder.length
        text = text[: placeholder.offset] + "x" * placeholder.length + text[end:]
    return text


def _parsed(text: str) -> dict[str, Any]:
    query: dict[str, Any] = {}
    start = 0
    for masked in _masked(text).split("&"):
        pair, start = text[start : start + len(masked)], start + len(masked) + 1
        name, _, content = pair.partition("=")
        name, content = unquote_plus(name), content if "{" in content else unquote_plus(content)
        if name:
            query[name] = [*_listed(query[name]), content] if name in query else content
    return query


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
