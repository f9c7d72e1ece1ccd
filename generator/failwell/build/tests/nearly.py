"""Answers that miss a matcher by one of its conditions, so that dropping the condition is noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...spec import Matcher
from .http import HttpSubject
from .http_answer import HttpAnswer
from .matching import match
from .values import replaced

_STATUSES = (418, 409, 400, 500)
_OTHER = "something_else"


def near_misses(
    http: HttpSubject, matcher: Matcher, answer: HttpAnswer, arguments: Mapping[str, Any]
) -> Iterator[tuple[str, HttpAnswer]]:
    """For each condition of a matcher with several, an answer in which it is the one that does not hold."""
    if len(matcher.keys() - {"input"}) < 2 or answer.error is not None:
        return
    for label, changed in _changed(http, matcher, answer):
        if match(matcher, http.facts(changed), arguments) is None:
            yield label, changed


def _changed(http: HttpSubject, matcher: Matcher, answer: HttpAnswer) -> Iterator[tuple[str, HttpAnswer]]:
    facts = http.facts(answer)
    if matcher.status:
        outside = (status for status in _STATUSES if not any(low <= status <= high for low, high in matcher.status))
        yield "status", replace(answer, status=next(outside, 299))
    for name in matcher.header:
        kept = {key: value for key, value in answer.headers.items() if key.lower() != name.lower()}
        yield name, replace(answer, headers=kept)
    if matcher.message and facts.message is not None:
        yield "message", replace(answer, json=replaced(answer.json, facts.message, _OTHER))
    if matcher.code and facts.code is not None:
        yield "code", replace(answer, json=replaced(answer.json, facts.code, _OTHER))
    for test in matcher.body.values():
        for value in test.equals:
            yield "body", replace(answer, json=replaced(answer.json, value, _OTHER))
