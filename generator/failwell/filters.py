"""The filters of the templates, beside Jinja's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .literals import literal, statement
from .wrapping import wrapped

_MARKUP = re.compile(r"[\\`*_\[\]|~#]|^(?=[-+>=]|[0-9]+[.)])", re.MULTILINE)


def assigned(item: tuple[str, str], indent: int = 0) -> str:
    """An assignment of a name and the code of its value, laid out for its place."""
    return (
        wrapped(f"{item[0]} = {item[1]}", indent)
        if item[1][-1:] in ")]}"
        else statement(f"{item[0]} = ", item[1], indent)
    )


def toml(value: str) -> str:
    """A TOML text: JSON's escapes are TOML's, but for DEL, which TOML wants escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def json_text(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def markdown(text: str) -> str:
    """A text of a spec as prose in Markdown: shown as it was written, never as markup or HTML."""
    return _MARKUP.sub(r"\\\g<0>", text.strip()).replace("<", "&lt;")


def cell(text: str) -> str:
    """A text of a spec in a cell of a Markdown table."""
    return markdown(" ".join(text.split()))


FILTERS: dict[str, Callable[..., Any]] = {
    "assigned": assigned,
    "cell": cell,
    "json": json_text,
    "literal": literal,
    "markdown": markdown,
    "toml": toml,
    "wrapped": wrapped,
}
