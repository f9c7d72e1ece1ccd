"""Texts and expressions of a spec as values, the way the generated code fills them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import jmespath

from ...runtime import runtime
from ...texts import parse_text


class Headers(dict[str, str]):
    """The headers of a reply, found in any case."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        super().__init__({name.lower(): value for name, value in headers.items()})

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a header."""
        return super().get(name.lower(), default)


def found(expression: str, names: Any) -> Any:
    """What the expression gives. Raises JMESPathError where it cannot be evaluated."""
    return jmespath.search(expression, names)


def filled(text: str, names: Mapping[str, Any]) -> str:
    """The text with its placeholders filled."""
    as_text = runtime("values").text
    parts = parse_text(text.strip()).parts
    return "".join(part if isinstance(part, str) else as_text(found(part.expression, names)) for part in parts)


def whole(text: str, names: Mapping[str, Any]) -> Any:
    """The text filled; one that is a single placeholder keeps the type of its value."""
    parsed = parse_text(text)
    return found(parsed.sole.expression, names) if parsed.sole else _unstripped(text, names)


def _unstripped(text: str, names: Mapping[str, Any]) -> str:
    as_text = runtime("values").text
    parts = parse_text(text).parts
    return "".join(part if isinstance(part, str) else as_text(found(part.expression, names)) for part in parts)


def structure(value: Any, names: Mapping[str, Any]) -> Any:
    """A JSON structure with its texts filled; entries without a value are left out, a null that is written stays."""
    if isinstance(value, str):
        return whole(value, names)
    if isinstance(value, dict):
        made = {name: structure(item, names) for name, item in value.items()}
        return {name: item for name, item in made.items() if item is not None or value[name] is None}
    if isinstance(value, list | tuple):
        return [structure(item, names) for item in value]
    return value


def replaced(value: Any, old: Any, new: Any) -> Any:
    """The JSON value with every value `old` in it replaced."""
    if isinstance(value, dict):
        return {name: replaced(item, old, new) for name, item in value.items()}
    if isinstance(value, list):
        return [replaced(item, old, new) for item in value]
    return new if type(value) is type(old) and value == old else value


def emptied(value: Any) -> Any:
    """The JSON value with every list in it empty."""
    if isinstance(value, dict):
        return {name: emptied(item) for name, item in value.items()}
    return [] if isinstance(value, list) else value


def broken(value: Any) -> Iterator[Any]:
    """The JSON value with one value inside replaced by one that nobody expects, once for each."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from ({**value, name: each} for each in broken(item))
    elif isinstance(value, list) and value:
        yield from ([each, *value[1:]] for each in broken(value[0]))
    else:
        yield {"unexpected": True}


def case_name(text: str) -> str:
    """A name of a case, of characters that every shell takes."""
    return re.sub(r"[^A-Za-z0-9_.]+", "-", text).strip("-")[:60] or "case"
