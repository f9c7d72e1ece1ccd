"""Places in a document: where a part of the spec stands, for findings that point at it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import truediv
from typing import Any

from ..findings import Span
from ..load import Document

Step = str | int
Path = tuple[Step, ...]


class Absent:
    """Stands for what the file does not have."""


ABSENT = Absent()


class Place:
    """One place of a document. A part that the file does not have stands where its parent does.

    `raw` is what the file says here: plain values, or ABSENT. A check makes a hundred places for every operation and
    asks few of them for their path, so this is found only then.
    """

    __slots__ = ("_above", "_step", "document", "raw")

    def __init__(self, document: Document, raw: Any, above: Place | None = None, step: Step = "") -> None:
        self.document = document
        self.raw = raw
        self._above = above
        self._step = step

    def __truediv__(self, step: Step) -> Place:
        return Place(self.document, _step(self.raw, step), self, step)

    @property
    def path(self) -> Path:
        """The keys and list indexes from the top of the document."""
        return () if self._above is None else (*self._above.path, self._step)

    def at(self, path: Path) -> Place:
        """The place of a whole path below this one."""
        return reduce(truediv, path, self)

    @property
    def top(self) -> Place:
        """The place of the whole document."""
        return whole(self.document)

    @property
    def exists(self) -> bool:
        """Whether the file has this place."""
        return self.raw is not ABSENT

    @property
    def name(self) -> str:
        """The last key of the path."""
        return str(self._step)

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return self.document.value_span(self.path)

    @property
    def key_span(self) -> Span:
        """Where the key stands, or the item of a list; for the whole document its first key."""
        return self.document.key_span(self.path or tuple(self.document.data)[:1])

    def text_span(self, offset: int, length: int) -> Span:
        """Where a part of the text here stands."""
        return self.document.text_span(self.path, offset, max(length, 1))

    def has(self, key: Step) -> bool:
        """Whether the mapping here has the key."""
        return _step(self.raw, key) is not ABSENT

    def entries(self) -> Iterator[tuple[str, Place]]:
        """The entries of the mapping here; nothing where there is none."""
        return ((key, self / key) for key in self.raw) if self.raw and isinstance(self.raw, dict) else iter(())

    def members(self) -> Iterator[Place]:
        """The items of the list here; nothing where there is none."""
        return (self / index for index in range(len(self.raw))) if isinstance(self.raw, list) else iter(())

    def one_or_more(self) -> Iterator[Place]:
        """The items of the list here, or this place itself where there is no list."""
        return self.members() if isinstance(self.raw, list) else iter((self,))


def whole(document: Document) -> Place:
    """The place of the whole document."""
    return Place(document, document.data)


def _step(value: Any, step: Step) -> Any:
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return ABSENT


def texts_below(place: Place) -> Iterator[tuple[str, Place]]:
    """Every text among the values at the place and below, with its place."""
    if isinstance(place.raw, str):
        yield place.raw, place
    for _, inner in place.entries():
        yield from texts_below(inner)
    for inner in place.members():
        yield from texts_below(inner)
