"""Places in a source text: where a node of its syntax tree stands, and the text with something else there."""

from __future__ import annotations

import ast
from itertools import accumulate

Span = tuple[int, int]


class Places:
    """A source text. Spans count bytes, as the syntax tree does."""

    def __init__(self, text: str) -> None:
        self._data = text.encode()
        self._lines = [0, *accumulate(len(line) for line in self._data.splitlines(keepends=True))]

    def span(self, node: ast.AST) -> Span:
        """Where the node begins and ends."""
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._lines[node.lineno - 1] + node.col_offset
        return start, self._lines[node.end_lineno - 1] + node.end_col_offset

    def line(self, span: Span) -> int:
        """The line in which the span begins, the first being 1."""
        return self._data.count(b"\n", 0, span[0]) + 1

    def text(self, span: Span) -> str:
        """What stands there."""
        start, end = span
        return self._data[start:end].decode()

    def with_other(self, span: Span, text: str) -> str:
        """The whole text with this in the place of the span."""
        start, end = span
        return (self._data[:start] + text.encode() + self._data[end:]).decode()
