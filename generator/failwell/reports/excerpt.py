"""The line that a finding is about, with carets below the place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..findings import Span
from .visible import shown, width

MAX_COLUMNS = 160
_BEFORE = 60  # columns that a cut line keeps before the place
_CUT = "..."
_NEAR = 1000  # characters; what is farther from the place is not looked at
_BREAK = re.compile(r"\r\n|\n|\r")


def lines_of(text: str) -> list[str]:
    """The lines of `text` without their breaks."""
    return _BREAK.split(text)


def excerpt(lines: Sequence[str], span: Span) -> tuple[str, str]:
    """The first line of `span` as it can be shown, cut around the place where it is long, and the carets below it."""
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    end = max(min(end, len(line)), start)
    before, marked, after = line[max(start - _NEAR, 0) : start], line[start:end][:_NEAR], line[end:][:_NEAR]
    shown_before, shown_marked, shown_after = _cut(_cells(before), _cells(marked), _cells(after))
    carets = " " * _width(shown_before) + "^" * max(_width(shown_marked), 1)
    return "".join((*shown_before, *shown_marked, *shown_after)), carets


def _cells(text: str) -> list[str]:
    return [shown(character) for character in text]


def _width(cells: list[str]) -> int:
    return sum(width(cell) for cell in cells)


def _cut(before: list[str], marked: list[str], after: list[str]) -> tuple[list[str], list[str], list[str]]:
    if _width(before) + _width(marked) + _width(after) <= MAX_COLUMNS:
        return before, marked, after
    if _width(before) > _BEFORE:
        before = [_CUT, *_fitting(before[::-1], _BEFORE)[::-1]]
    room = MAX_COLUMNS - _width(before) - len(_CUT)
    kept = _fitting(marked + after, room)
    rest = [_CUT] if len(kept) < len(marked) + len(after) else []
    return before, kept[: len(marked)], kept[len(marked) :] + rest


def _fitting(cells: list[str], room: int) -> list[str]:
    """The first of `cells`, as many as fill `room` columns at most."""
    kept: list[str] = []
    for cell in cells:
        room -= width(cell)
        if room < 0:
            break
        kept.append(cell)
    return kept
