"""Texts that match a simple regular expression: literals, classes, groups, alternatives, repetition and anchors."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

_CLASSES = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_REPEATED = re.compile(r"(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??")
_GROUP = re.compile(r"\(\?:|\(\?P?<[A-Za-z_]\w*>|\((?!\?)")
_CANDIDATES = "a0A1_- .bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789!#$%&'()*+,/:;<=>?@[\\]^`{|}~\"é"
_LONGEST = 1000


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """The expression of a JSON Schema as Python runs it, or None where Python cannot."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets within sets, which Python may have one day
            return re.compile(re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", pattern), re.ASCII)
    except (re.error, RecursionError, OverflowError):
        return None


@lru_cache(maxsize=1024)
def matching(pattern: str) -> str | None:
    """A short text in which the expression is found, or None where it is not simple. The text has been tried."""
    expression = compiled(pattern)
    if expression is None:
        return None
    try:
        text = _Reader(pattern).alternatives()
    except (_NotSimpleError, RecursionError):
        return None
    return text if expression.search(text) else None


class _NotSimpleError(Exception):
    """The expression has something that is not simple."""


class _Reader:
    """Reads a pattern from left to right and writes what it matches."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0

    def alternatives(self) -> str:
        """A text for the first alternative of those up to the end or the closing parenthesis; the rest is read too."""
        found = [self._sequence()]
        while self._take("|"):
            found.append(self._sequence())
        return found[0]

    def _sequence(self) -> str:
        text = ""
        while self.position < len(self.pattern) and self._next() not in "|)":
            text += self._repeated(self._one())
            if len(text) > _LONGEST:
                raise _NotSimpleError
        return text

    def _one(self) -> str:
        if self._take("^") or self._take("$"):
            return ""
        if self._take("."):
            return "a"
        if self._take("["):
            return self._class()
        if self._take("\\"):
            return self._escape()
        if self._next() == "(":
            return self._group()
        self.position += 1
        return self.pattern[self.position - 1]

    def _group(self) -> str:
        opening = _GROUP.match(self.pattern, self.position)
        if opening is None:
            raise _NotSimpleError
        self.position = opening.end()
        text = self.alternatives()
        self._take(")")
        return text

    def _escape(self) -> str:
        letter = self._next()
        self.position += 1
        if letter in _CLASSES or letter in _CONTROL:
            return {**_CLASSES, **_CONTROL}[letter]
        if letter.isalnum():
            raise _NotSimpleError
        return letter

    def _class(self) -> str:
        """The first likely character that the class takes."""
        end = self.position + (self.pattern[self.position : self.position + 1] == "^")
        end += self.pattern[end : end + 1] == "]"
        while end < len(self.pattern) and self.pattern[end] != "]":
            end += 2 if self.pattern[end] == "\\" else 1
        expression = compiled(f"[{self.pattern[self.position : end]}]")
        self.position = end + 1
        found = expression.search(_CANDIDATES) if expression else None
        if found is None:
            raise _NotSimpleError
        return found.group()

    def _repeated(self, text: str) -> str:
        sign = _REPEATED.match(self.pattern, self.position)
        if sign is None:
            return text
        self.position = sign.end()
        return text * (int(sign[2]) if sign[2] else 1 if sign[1] == "+" else 0)

    def _next(self) -> str:
        return self.pattern[self.position : self.position + 1]

    def _take(self, sign: str) -> bool:
        taken = self._next() == sign
        self.position += taken
        return taken
