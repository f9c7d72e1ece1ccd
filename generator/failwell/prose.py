"""Long texts in generated code: broken between words into literals that stand one below the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .literals import LINE, Code, fstring
from .wrapping import wrapped

_WORD = re.compile(r"\S*\s*")


@dataclass(frozen=True)
class Prose:
    """A text as an argument of a call, perhaps behind a keyword: its literal parts and the code of its values."""

    parts: tuple[str | Code, ...]
    head: str = ""

    @property
    def flat(self) -> str:
        """The argument on one line."""
        return self.head + fstring(self.parts)

    def at(self, indent: int) -> str:
        """The argument on a line of its own behind `indent` columns, or on several where one cannot hold it."""
        if indent + len(self.flat) + 1 <= LINE:
            return self.flat
        lines = list(_lines(self.parts, LINE - indent - 1, len(self.head)))
        return f"\n{' ' * indent}".join([self.head + lines[0], *lines[1:]])


def spread(name: str, arguments: Sequence[str | Prose], indent: int, prefix: str = "", suffix: str = "") -> str:
    """A call on one line if it fits, else one argument on each, with the long texts among them broken into lines."""
    code = [each if isinstance(each, str) else each.flat for each in arguments]
    line = f"{prefix}{name}({', '.join(code)}){suffix}"
    if not arguments or indent + len(line) <= LINE:
        return line
    inner = indent + 4
    laid_out = [wrapped(each, inner, 1) if isinstance(each, str) else each.at(inner) for each in arguments]
    lines = "".join(f"{' ' * inner}{each},\n" for each in laid_out)
    return f"{prefix}{name}(\n{lines}{' ' * indent}){suffix}"


def _lines(parts: Sequence[str | Code], width: int, taken: int) -> Iterator[str]:
    """The literals, each at most `width` columns if its words allow it; the first line has `taken` columns less."""
    line: list[str | Code] = []
    for piece in _pieces(parts):
        longer = [*line, piece]
        if line and taken + len(fstring(_joined(longer))) > width:
            yield fstring(_joined(line))
            line, taken = [piece], 0
        else:
            line = longer
    yield fstring(_joined(line))


def _pieces(parts: Sequence[str | Code]) -> Iterator[str | Code]:
    """Words with the spaces behind them, and values."""
    for part in parts:
        if isinstance(part, str):
            yield from filter(None, _WORD.findall(part))
        else:
            yield part


def _joined(line: Sequence[str | Code]) -> list[str | Code]:
    """The line with neighbouring texts put together."""
    joined: list[str | Code] = []
    for piece in line:
        if joined and isinstance(piece, str) and isinstance(joined[-1], str):
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined
