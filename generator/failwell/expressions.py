"""JMESPath expressions as a spec uses them: the names that one reads from its scope, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jmespath.exceptions import EmptyExpressionError, IncompleteExpressionError, LexerError, ParseError
from jmespath.functions import Functions
from jmespath.parser import Parser

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FUNCTIONS: dict[str, Any] = Functions.FUNCTION_TABLE

# Of these nodes only the first child sees what the node itself sees; the others see what the first has given.
_CHAINS = {"subexpression", "index_expression", "pipe", "projection", "value_projection", "filter_projection"}


@dataclass(frozen=True)
class Expression:
    """A JMESPath expression and what the generator knows of it; one with an `error` has neither names nor a path."""

    source: str
    names: frozenset[str] = frozenset()
    path: tuple[str, ...] | None = None
    error: str | None = None
    error_offset: int | None = None

    @property
    def is_name(self) -> bool:
        """Whether it is one bare identifier, hence simply the value of that name."""
        return self.path is not None and len(self.path) == 1 and _IDENTIFIER.fullmatch(self.path[0]) is not None


@lru_cache(maxsize=4096)
def parse_expression(expression: str) -> Expression:
    """What is known of the expression. Never fails: a faulty one carries its `error` and where in it that stands."""
    try:
        tree: Any = Parser().parse(expression).parsed
        error = _function_error(expression, tree)
        if error is None:
            return Expression(expression, frozenset(_names(tree, in_scope=True)), _path(tree))
        return Expression(expression, error=error[0], error_offset=error[1])
    except RecursionError:
        return Expression(expression, error="the expression is nested too deeply", error_offset=0)
    except (ValueError, IndexError) as problem:
        return Expression(expression, error=_told(problem), error_offset=_offset(problem))


def _told(problem: Exception) -> str:
    match problem:
        case EmptyExpressionError():
            return "the expression is empty"
        case IncompleteExpressionError() | ParseError(token_type="EOF"):
            return "the expression ends too early"
        case LexerError():
            return f"not an expression: {problem.message[0].lower()}{problem.message[1:]}"
        case ParseError():
            return f"not an expression: unexpected `{problem.token_value}`"
        case _:
            return "not an expression"


def _offset(problem: Exception) -> int:
    return problem.lex_position if isinstance(problem, ParseError) else 0


def _names(node: Any, in_scope: bool) -> Iterator[str]:
    """The fields that `node` reads from the scope itself, not from a value that it has taken out of it."""
    kind = node["type"]
    if kind == "field" and in_scope:
        yield node["value"]
    elif kind in _CHAINS:
        for child in node["children"]:
            yield from _names(child, in_scope)
            in_scope = in_scope and _is_scope(child) and "projection" not in kind
    elif kind not in {"slice", "expref"}:
        for child in node["children"]:
            yield from _names(child, in_scope)


def _is_scope(node: Any) -> bool:
    """Whether the node gives the very value that it is applied to."""
    if node["type"] in {"pipe", "subexpression"}:
        return all(_is_scope(child) for child in node["children"])
    return node["type"] in {"current", "identity"}


def _path(node: Any) -> tuple[str, ...] | None:
    if node["type"] == "field":
        return (node["value"],)
    if node["type"] != "subexpression" or any(child["type"] != "field" for child in node["children"]):
        return None
    return tuple(child["value"] for child in node["children"])


def _function_error(expression: str, node: Any) -> tuple[str, int] | None:
    """The first call of a function that JMESPath does not have, or with too few or too many arguments."""
    if node["type"] == "function_expression" and (message := _call_error(node["value"], len(node["children"]))):
        call = re.search(rf"\b{node['value']}\s*\(", expression)
        return message, call.start() if call else 0
    children = () if node["type"] == "slice" else node["children"]
    return next((error for child in children if (error := _function_error(expression, child))), None)


def _call_error(name: str, given: int) -> str | None:
    if name not in _FUNCTIONS:
        return f"JMESPath has no function `{name}`"
    signature = _FUNCTIONS[name]["signature"]
    variadic = bool(signature) and signature[-1].get("variadic", False)
    if given == len(signature) or (variadic and given > len(signature)):
        return None
    expected = f"{'at least ' * variadic}{len(signature)} argument{'s' * (len(signature) != 1)}"
    return f"the function `{name}` takes {expected}, not {given}"
