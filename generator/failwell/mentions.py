"""The names that a request places itself; parameters that it does not mention go to their usual place."""

from __future__ import annotations

from typing import Any

from .spec import FilePart, Request
from .texts import parse_text


def mentioned_names(request: Request) -> set[str]:
    """The names that the request places itself."""
    mentioned = _names(request.path, request.query, request.headers, request.cookies)
    mentioned |= _names(request.body, request.form, _multipart_texts(request))
    if request.idempotency is not None and request.idempotency.parameter is not None:
        mentioned |= {request.idempotency.parameter}
    return mentioned


def _names(*values: Any) -> set[str]:
    """The names that any text in the values mentions."""
    found: set[str] = set()
    for value in values:
        if isinstance(value, str):
            found |= parse_text(value).names
        elif isinstance(value, dict):
            found |= _names(*value.values())
        elif isinstance(value, list | tuple):
            found |= _names(*value)
    return found


def _multipart_texts(request: Request) -> list[Any]:
    parts = (request.multipart or {}).values()
    return [[each.base64, each.filename, each.type] if isinstance(each, FilePart) else each for each in parts]
