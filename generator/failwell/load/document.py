"""A loaded spec file: its values, and where in the file each of them stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..findings import Span
from .lines import Lines
from .node import Node

Path = Sequence[str | int]

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")


@dataclass(frozen=True)
class Document:
    """The values of a spec file and their places.

    `data` holds only what JSON has: finite numbers, and texts that UTF-8 can carry. Values that an alias repeats are
    shared, so it must not be changed. A path is the keys and list indexes from the top of the file.
    """

    name: str
    text: str
    data: dict[str, Any]
    root: Node = field(repr=False, compare=False)
    lines: Lines = field(repr=False, compare=False)

    def key_span(self, path: Path) -> Span:
        """The place of the last key of `path`, or of the item where that is an index; else of the nearest ancestor."""
        *trail, node = self._trail(path)
        last = path[len(trail) - 1] if trail else None
        if isinstance(last, str) and trail[-1].keys:
            return self.lines.span(*trail[-1].keys[last])
        return self.lines.span(node.start, node.end)

    def value_span(self, path: Path) -> Span:
        """The place of the value at `path`, or of the nearest ancestor that exists."""
        node = self._trail(path)[-1]
        return self.lines.span(node.start, node.end)

    def text_span(self, path: Path, offset: int, length: int) -> Span:
        """The place of the characters `offset` to `offset + length` of the text at `path`.

        That of the whole value where they cannot be told apart in the file, as with escapes.
        """
        *trail, node = self._trail(path)
        indexes = _indexes(self.text, node) if len(trail) == len(path) and isinstance(node.value, str) else []
        if length < 1 or not 0 <= offset <= len(indexes) - length:
            return self.lines.span(node.start, node.end)
        return self.lines.span(indexes[offset], indexes[offset + length - 1] + 1)

    def _trail(self, path: Path) -> list[Node]:
        """The nodes from the root to the one at `path`, or to the last that exists."""
        trail = [self.root]
        for step in path:
            child = trail[-1].child(step)
            if child is None:
                break
            trail.append(child)
        return trail


def _indexes(text: str, node: Node) -> list[int]:
    """For each character of the value of `node` its index in `text`; empty where they cannot be told.

    The value is laid beside its source, in which a line break may be a space and white space may have been dropped.
    """
    found = _PROPERTIES.match(text, node.start)
    position, end = found.end() if found else node.start, node.end
    indent = 0
    if node.style in ("|", ">"):
        position, indent = _block(text, position, end)
    elif node.style in ("'", '"'):
        position, end = position + 1, end - 1
    if node.style == '"' and "\\" in text[position:end]:
        return []
    indexes: list[int] = []
    for character in node.value:
        position = _next(text, position, end, character, indent)
        if position == end:
            break
        if position < 0:
            return []
        indexes.append(position)
        position += 2 if node.style == "'" and character == "'" else 1
    return indexes


def _block(text: str, position: int, end: int) -> tuple[int, int]:
    """Where the header line of a block text ends, and how far its first line is indented."""
    header_end = text.find("\n", position, end)
    found = re.compile(r"[\r\n]+( *)").match(text, header_end) if header_end >= 0 else None
    return (header_end + 1, len(found[1])) if found else (end, 0)


def _next(text: str, position: int, end: int, character: str, indent: int) -> int:
    """The index from `position` on that gives `character` of a value; `end` where none is left, -1 where it differs."""
    while position < end:
        if indent and text[position - 1] == "\n" and text.startswith(" " * indent, position):
            position += indent
        source = text[position]
        if source == character or (character in " \n" and source in "\r\n"):
            return position
        if source not in " \t\r\n":
            return -1
        position += 1
    return end
