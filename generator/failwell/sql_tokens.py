"""The tokens of SQL text, for SQLite and PostgreSQL alike: what is a literal, a word, a parameter.

Where the two dialects differ, the reading that is legal in one of them wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<space>      \s+ | --[^\n]* )
    | (?P<comment>    /\* )
    | (?P<literal>    (?<!\w)[eE]'(?:[^'\\]|\\.|'')*(?:'|\Z)
                    | '[^']*(?:''[^']*)*(?:'|\Z)
                    | "[^"]*(?:""[^"]*)*(?:"|\Z)
                    | `[^`]*(?:``[^`]*)*(?:`|\Z) )
    | (?P<dollar>     (?<![\w$])\$(?:[^\W\d]\w*)?\$ )
    | (?P<parameter>  (?<![:\w\\]):\w+ )
    | (?P<word>       [^\W\d]\w* )
    | (?P<other>      \d[\w.]* | :: | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")


@dataclass(frozen=True)
class Token:
    """One token, `kind` being `literal` (quoted names too), `parameter`, `word` or `other`, `offset` its place."""

    kind: str
    text: str
    offset: int

    @property
    def keyword(self) -> str:
        """The word in capitals, as keywords are compared; other tokens as they stand."""
        return self.text.upper() if self.kind == "word" else self.text


def tokens(sql: str) -> Iterator[Token]:
    """The tokens that matter, spaces and comments left out."""
    position = 0
    brackets = 0
    previous = ""
    while match := _TOKEN.match(sql, position):
        kind, text, start, position = match.lastgroup or "", match.group(), match.start(), match.end()
        if kind == "space":
            continue
        if kind == "comment":
            position = _after_comment(sql, start)
            continue
        if kind == "dollar":
            position = _after(sql, text, position)
            kind = "literal"
        elif text == "[" and not brackets and not _is_subscript(sql, start, previous):
            position = _after(sql, "]", position)
            kind = "literal"
        elif text in {"[", "]"}:
            brackets = max(0, brackets + (1 if text == "[" else -1))
        elif kind == "parameter" and brackets and text[1:].isdecimal():
            kind = "other"  # the bound of a PostgreSQL slice: a[:2]
        yield Token(kind, sql[start:position], start)
        previous = text


def _is_subscript(sql: str, bracket: int, previous: str) -> bool:
    """Whether a bracket belongs to a PostgreSQL array; otherwise it begins a quoted name of SQLite."""
    return previous.upper() == "ARRAY" or re.match(r"[\w)\]\"]", sql[bracket - 1 : bracket]) is not None


def _after(sql: str, end: str, position: int) -> int:
    found = sql.find(end, position)
    return len(sql) if found < 0 else found + len(end)


def _after_comment(sql: str, start: int) -> int:
    """Where the comment ends: nested as in PostgreSQL or, where that never ends, at the first end as in SQLite."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(sql, start):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    return _after(sql, "*/", start + 2)
