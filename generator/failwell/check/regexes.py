"""Regular expressions: those that Python runs, and those that are part of a JSON Schema and run anywhere."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

# What Python's expressions have and those of ECMAScript, which JSON Schema means, do not.
ONLY_PYTHON = re.compile(r"\(\?(?:P[<=>]|[aiLmsux]+[-:)]|#|\()|\\[AZ]|(?<!\\)[*+?}]\+")
ESCAPED = re.compile(r"\\[^AZ]|\[(?:\\.|[^\]\\])*\]")


@lru_cache(maxsize=2048)
def compiled(pattern: str) -> re.Pattern[str] | str:
    """The compiled expression, or what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except re.error as error:
        return error.msg
    except (RecursionError, OverflowError):
        return "it is nested too deeply or repeats too often"


def error_in(pattern: str) -> tuple[str, int] | None:
    """What is wrong with the expression and where in it, or None."""
    problem = compiled(pattern)
    if isinstance(problem, re.Pattern):
        return None
    try:
        re.compile(pattern)
    except re.error as error:
        return error.msg, min(error.pos or 0, max(len(pattern) - 1, 0))
    except (RecursionError, OverflowError):
        pass
    return problem, 0


@lru_cache(maxsize=2048)
def only_python(pattern: str) -> tuple[str, int] | None:
    """A part of the expression that only Python understands and where it stands, or None."""
    plain = ESCAPED.sub(lambda match: " " * len(match[0]), pattern)
    match = ONLY_PYTHON.search(plain)
    return (match[0], match.start()) if match else None


def groups(pattern: str) -> frozenset[str]:
    """The named groups of the expression; none where it has an error."""
    expression = compiled(pattern)
    return frozenset(expression.groupindex) if isinstance(expression, re.Pattern) else frozenset()
