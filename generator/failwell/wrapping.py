"""Code of one line laid out on several, as `ruff format` leaves it: items one by one, with a trailing comma."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .literals import LINE, flat

_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[()\[\]{},]""", re.DOTALL)

__all__ = ["flat", "wrapped", "wrapped_call"]


@lru_cache(maxsize=65_536)  # the same few items come again and again, in every table of cases
def wrapped(code: str, indent: int = 0, suffix: int = 0) -> str:
    """The code, which is one line, as it stands behind `indent` columns with `suffix` columns to follow.

    Where it does not fit, the longest of its outer brackets is opened; what has no brackets stays as it is.
    """
    if "\n" in code or indent + _columns(code) + suffix <= LINE:
        return code
    bracket = max(_brackets(code), key=lambda each: each.end - each.start, default=None)
    if bracket is None:
        return code
    return _opened(code[: bracket.start + 1], bracket.items, code[bracket.end :], indent)


def wrapped_call(name: str, arguments: Sequence[str], indent: int = 0, suffix: int = 0) -> str:
    """The call of `name` with these arguments, each of them code on one line; laid out as by `wrapped`."""
    code = f"{name}({', '.join(arguments)})"
    return code if indent + _columns(code) + suffix <= LINE else _opened(f"{name}(", arguments, ")", indent)


def _opened(opening: str, items: Sequence[str], closing: str, indent: int) -> str:
    inner = indent + 4
    lines = [f"{' ' * inner}{wrapped(item, inner, 1)},\n" for item in items]
    return f"{opening}\n{''.join(lines)}{' ' * indent}{closing}"


@dataclass(frozen=True)
class _Bracket:
    """A pair of outer brackets with something inside: the offsets of both, and the items between them."""

    start: int
    end: int
    items: tuple[str, ...]


def _brackets(code: str) -> Iterator[_Bracket]:
    depth, start, edges = 0, 0, [0]
    for token in _TOKEN.finditer(code):
        text = token.group()
        if text in "([{":
            depth += 1
            if depth == 1:
                start, edges = token.start(), [token.end()]
        elif text == "," and depth == 1:
            edges.append(token.end())
        elif text in ")]}":
            depth -= 1
            if depth == 0 and (items := _items(code, edges, token.start())) and not _holds_together(code, start, edges):
                yield _Bracket(start, token.start(), items)


def _holds_together(code: str, start: int, edges: list[int]) -> bool:
    """Whether the parentheses hold one value together: a trailing comma would make a tuple of it."""
    return code[start] == "(" and len(edges) == 1 and not re.search(r"[\w)\]]$", code[:start])


def _items(code: str, edges: list[int], end: int) -> tuple[str, ...]:
    stops = [edge - 1 for edge in edges[1:]] + [end]
    items = (code[start:stop].strip() for start, stop in zip(edges, stops, strict=True))
    return tuple(item for item in items if item)


def _columns(code: str) -> int:
    """An upper bound of the columns: a line that is broken too early stays broken, by its trailing comma."""
    return len(code) if code.isascii() else sum(1 if char < "\u1100" else 2 for char in code)
