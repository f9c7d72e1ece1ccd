"""Texts with placeholders: the one notation of `{expression}` in a spec, and the JMESPath expressions inside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from .expressions import Expression, parse_expression

__all__ = ["Expression", "Placeholder", "Text", "parse_expression", "parse_text"]

_BRACE = re.compile(r"\{\{?(?=[A-Za-z])")
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`""", re.DOTALL)
_STOP = re.compile(r"""[{}'"`]""")
_UNCLOSED = "the placeholder is not closed; write {{ for a brace that is text"


@dataclass(frozen=True)
class Placeholder:
    """One `{expression}` of a text: `offset` is that of its brace, `length` includes both braces."""

    expression: str
    names: frozenset[str]
    offset: int
    length: int
    error: str | None = None

    @property
    def parsed(self) -> Expression:
        """The expression inside, also where it has an error."""
        return parse_expression(self.expression)


@dataclass(frozen=True)
class Text:
    """A text taken apart: its literal parts, escapes resolved, and its placeholders; never two literals in a row."""

    parts: tuple[str | Placeholder, ...]

    @cached_property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders alone, in order."""
        return tuple(part for part in self.parts if isinstance(part, Placeholder))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that any placeholder reads from its scope."""
        return frozenset().union(*(placeholder.names for placeholder in self.placeholders))

    @property
    def sole(self) -> Placeholder | None:
        """The placeholder where the text is exactly one, so that the type of its value is kept."""
        part = self.parts[0] if len(self.parts) == 1 else None
        return part if isinstance(part, Placeholder) else None

    @property
    def plain(self) -> str | None:
        """The text itself, escapes resolved, where it has no placeholder."""
        return None if self.placeholders else "".join(part for part in self.parts if isinstance(part, str))


@lru_cache(maxsize=4096)
def parse_text(text: str) -> Text:
    """The text taken apart. Never fails: a faulty placeholder carries its `error`."""
    parts: list[str | Placeholder] = []
    literal = ""
    for part in _pieces(text):
        if isinstance(part, str):
            literal += part
            continue
        parts += [literal, part] if literal else [part]
        literal = ""
    return Text((*parts, literal) if literal else tuple(parts))


def _pieces(text: str) -> Iterator[str | Placeholder]:
    position = 0
    while brace := _BRACE.search(text, position):
        yield text[position : brace.start()]
        if brace.group() == "{{":
            yield "{"
            position = brace.end()
        else:
            placeholder = _placeholder(text, brace.start())
            yield placeholder
            position = brace.start() + placeholder.length
    yield text[position:]


def _placeholder(text: str, start: int) -> Placeholder:
    end = _closing_brace(text, start + 1)
    if end is None:
        return Placeholder(text[start + 1 :], frozenset(), start, len(text) - start, _UNCLOSED)
    inside = text[start + 1 : end]
    expression = parse_expression(inside)
    return Placeholder(inside, expression.names, start, end + 1 - start, expression.error)


def _closing_brace(text: str, position: int) -> int | None:
    """The offset of the brace that closes the one before `position`; braces within JMESPath's quotes do not count."""
    depth = 1
    while stop := _STOP.search(text, position):
        position = stop.end()
        if stop.group() in "{}":
            depth += 1 if stop.group() == "{" else -1
            if depth == 0:
                return stop.start()
        elif quoted := _QUOTED.match(text, stop.start()):
            position = quoted.end()
        else:
            return None
    return None
