"""The filters of the templates, beside Jinja's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .literals import literal, statement
from .wrapping import wrapped


def assigned(item: tuple[str, str], indent: int = 0) -> str:
    """An assignment of a name and the code of its value, laid out for its place."""
    return wrapped(f"{item[0]} = {item[1]}", indent) if item[1][-1:] in ")]}" else statement(f"{item[0]} = ", item[1], indent)


FILTERS: dict[str, Callable[..., Any]] = {"assigned": assigned, "literal": literal, "wrapped": wrapped}
