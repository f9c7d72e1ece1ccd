"""Lines and columns of a text, as editors count them."""

from __future__ import annotations

import re
from bisect import bisect_right

from ..findings import Span

# The line breaks of YAML 1.2. libyaml also breaks lines at U+0085, U+2028 and U+2029, as YAML 1.1 did, and counts them;
# editors do not, so its line numbers are never used, only its character indexes.
_BREAK = re.compile(r"\r\n|\n|\r")


class Lines:
    """Turns character indexes of one text into places."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in _BREAK.finditer(text))]
        self._length = len(text)

    def place(self, index: int) -> tuple[int, int]:
        """The 1-based line and column of the character at `index`; an index outside the text is moved to its edge."""
        inside = min(max(index, 0), self._length)
        line = bisect_right(self._starts, inside)
        return line, inside - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to, not including, `end`."""
        return Span(*self.place(start), *self.place(max(start, end)))
