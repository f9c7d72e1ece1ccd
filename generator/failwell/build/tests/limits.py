"""Arguments at the very limits that the failure modes of an operation set, where one step decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .subject import Subject

_COMPARISON = re.compile(r"([A-Za-z]\w*)\s*(?:==|!=|<=|>=|<|>)\s*(?:`(-?\d+(?:\.\d+)?)`|'([^'\\]*)')")


def at_the_limits(subject: Subject, usual: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Arguments in which a parameter is what a mode compares it with, or one more or less."""
    for mode in subject.modes:
        given = mode.how.mode.example.input if mode.how.mode.example is not None else {}
        for matcher in mode.how.mode.when:
            for expression in matcher.input.expressions if matcher.input is not None else ():
                for name, number, text in _COMPARISON.findall(expression):
                    for value in _near(number) if number else (text,):
                        yield {**usual, **given, name: value}


def _near(number: str) -> tuple[float, ...]:
    value = float(number) if "." in number else int(number)
    return (value, value + 1, value - 1)
