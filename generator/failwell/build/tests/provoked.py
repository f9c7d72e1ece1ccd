"""Answers of an HTTP source that provoke a failure mode, from its example or from its matchers alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...patterns import matching
from ...spec import Matcher
from ...texts import parse_expression
from .http import HttpSubject
from .http_answer import HttpAnswer, dated
from .values import replaced

HTML = HttpAnswer(text="<html><title>Down for maintenance</title></html>", headers={"Content-Type": "text/html"})
NAMED = {
    "timeout": HttpAnswer(error="timeout"),
    "unreachable": HttpAnswer(error="unreachable"),
    "unexpected_reply": HTML,
    "redirected": HttpAnswer(302, headers={"Location": "https://elsewhere.test/"}),
}
_PLACES = (("code",), ("error",), ("error", "code"), ("error", "type"), ("errors", "code"))


def provoking(http: HttpSubject, matcher: Matcher, example: HttpAnswer | None) -> Iterator[tuple[str, HttpAnswer]]:
    """Answers for each alternative of the matcher, those first that differ least from the example. None is tried."""
    for label, change in _alternatives(matcher):
        base = _base(matcher, change, example)
        for answer in _answers(http, matcher, change, base, example):
            if _is_hit(http, change, answer):
                yield label, dated(answer)


def _alternatives(matcher: Matcher) -> Iterator[tuple[str, dict[str, Any]]]:
    """What to set for each way in which the matcher can hold: its first choices, but for one place."""
    choices: dict[str, Sequence[Any]] = {
        "error": matcher.error,
        "code": [_plain(code) for code in matcher.code],
        "status": list(dict.fromkeys(status for ends in matcher.status for status in ends)),
        "message": matcher.message,
    }
    first = {key: values[0] for key, values in choices.items() if values}
    yield "", first
    for key, values in choices.items():
        for value in list(values)[1:]:
            yield str(value), {**first, key: value}
    for name, patterns in matcher.header.items():
        for pattern in patterns[1:]:
            yield pattern, {**first, "header": {name: pattern}}
    for expression, test in matcher.body.items():
        for value in [*test.equals, *test.patterns][1:]:
            yield str(value), {**first, "body": {expression: value}}


def _is_hit(http: HttpSubject, change: Mapping[str, Any], answer: HttpAnswer) -> bool:
    """Whether the answer has the code and the message of this very alternative."""
    facts = http.facts(answer)
    return change.get("code", facts.code) == facts.code and (
        "message" not in change or re.search(change["message"], facts.message or "") is not None
    )


def _plain(code: str | int) -> str | int:
    return code.replace("*", "") if isinstance(code, str) else code


def _base(matcher: Matcher, change: Mapping[str, Any], example: HttpAnswer | None) -> HttpAnswer:
    if "error" in change and change["error"] in NAMED:
        return NAMED[change["error"]]
    base = example if example is not None and example.error is None else HttpAnswer(400, {}, has_json=True)
    if "error" in change and str(change["error"]).startswith("http_"):
        base = replace(base, status=int(str(change["error"]).removeprefix("http_")))
    if "status" in change:
        base = replace(base, status=change["status"])
    headers = dict(base.headers)
    for name, patterns in matcher.header.items():
        pattern = change.get("header", {}).get(name)
        if pattern is not None or name.lower() not in {each.lower() for each in headers}:
            headers[name] = _text(pattern or patterns[0])
    return replace(base, headers=headers)


def _answers(
    http: HttpSubject, matcher: Matcher, change: Mapping[str, Any], base: HttpAnswer, example: HttpAnswer | None
) -> Iterator[HttpAnswer]:
    yield base
    statuses = [base.status] if "status" in change or example else [400, 200, 500]
    for status in statuses:
        answer = replace(base, status=status)
        for body in _bodies(http, matcher, change, base):
            yield replace(answer, json=body, has_json=True, text=None)


def _bodies(http: HttpSubject, matcher: Matcher, change: Mapping[str, Any], base: HttpAnswer) -> Iterator[Any]:
    """Bodies with the code, the message and the values that the matcher wants."""
    start = base.json if isinstance(base.json, dict) else {}
    for expression, test in matcher.body.items():
        value = change.get("body", {}).get(expression, (*test.equals, *map(_text, test.patterns))[0])
        start = _placed(start, parse_expression(expression).path or (), _text(value) if test.patterns else value)
    if "message" in change:
        start = {**start, "message": _text(change["message"])}
    if "code" not in change:
        yield start
        return
    known = http.upstream.code_in(base.json, base.status)
    if known is not None:
        yield replaced(start, known, change["code"])
    for place in _PLACES:
        yield _placed(start, place, change["code"])
        yield _placed({**start, "ok": False}, place, change["code"])


def _placed(body: dict[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    """The body with the value at the path."""
    if not path:
        return body
    inside = body.get(path[0])
    return {
        **body,
        path[0]: value if len(path) == 1 else _placed(inside if isinstance(inside, dict) else {}, path[1:], value),
    }


def _text(pattern: Any) -> str:
    return (matching(pattern) if isinstance(pattern, str) else None) or str(pattern)
