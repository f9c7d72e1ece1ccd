"""Placeholders and expressions: that they can be read, and that every name in them stands for something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..findings import Finding, Span
from ..rules import expressions as rules
from ..texts import Expression, Placeholder, parse_expression, parse_text
from .nearest import suggestion
from .place import Place, texts_below
from .scope import Scope


def texts(place: Place, scope: Scope) -> Iterator[Finding]:
    """Findings about the placeholders of all texts at the place and below."""
    for text, inner in texts_below(place):
        if "{" in text:
            for placeholder in parse_text(text).placeholders:
                yield from _placeholder(inner, placeholder, scope)


def expression(place: Place, scope: Scope | None) -> Iterator[Finding]:
    """Findings about the expression at the place; without a scope its names are those of a reply, which are unknown."""
    if isinstance(place.raw, str):
        yield from expression_text(place.raw, place.text_span, scope)


def expression_text(source: str, locate: Callable[[int, int], Span], scope: Scope | None = None) -> Iterator[Finding]:
    """Findings about an expression; `locate` gives the place of a part of it by offset and length."""
    parsed = parse_expression(source)
    if parsed.error is not None:
        yield rules.EXPRESSION.finding(f"`{source}`: {parsed.error}", locate(parsed.error_offset or 0, 1))
    elif scope is not None:
        for name in _suspicious(parsed, scope):
            yield from _name(name, parsed, scope, locate(_position(source, name), len(name)))


def _placeholder(place: Place, placeholder: Placeholder, scope: Scope) -> Iterator[Finding]:
    if placeholder.error is not None:
        span = place.text_span(placeholder.offset, placeholder.length)
        message = f"a placeholder cannot be read: {placeholder.error.removeprefix('the placeholder is ')}"
        yield rules.PLACEHOLDER.finding(message, span)
        return
    for name in _suspicious(placeholder.parsed, scope):
        start = placeholder.offset + 1 + _position(placeholder.expression, name)
        yield from _name(name, placeholder.parsed, scope, place.text_span(start, len(name)))


def _suspicious(parsed: Expression, scope: Scope) -> list[str]:
    """The names that are not simply known, `error` among them."""
    return sorted(parsed.names - scope.names)


def _position(source: str, name: str) -> int:
    found = re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", source)
    return found.start() if found else 0


def _name(name: str, parsed: Expression, scope: Scope, span: Span) -> Iterator[Finding]:
    path = parsed.path
    if name != "error":
        yield rules.UNKNOWN_NAME.finding(f"unknown name `{name}`", span, suggestion(name, scope.names, "known here"))
    elif scope.error is None:
        message = "there is no `error` here: nothing has answered yet"
        yield rules.NO_ERROR.finding(message, span, suggestion(name, scope.names, "known here"))
    elif path is not None and len(path) > 1 and path[1] not in scope.error:
        message = f"`error` has no `{path[1]}` here"
        yield rules.UNKNOWN_ERROR_FIELD.finding(message, span, suggestion(path[1], scope.error, "it holds"))
