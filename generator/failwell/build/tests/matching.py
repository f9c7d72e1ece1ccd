"""Whether a matcher holds for what a source answered, decided as the generated branches decide it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from jmespath.exceptions import JMESPathError

from ...runtime import runtime
from ...spec import InputTest, Matcher
from ...spec.matchers import Range
from .values import Headers, found


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a failure, or of a reply that looks like a success; None where there is no such thing."""

    name: str | None = None
    code: Any = None
    message: str | None = None
    status: int | None = None
    headers: Headers = field(default_factory=lambda: Headers({}))
    body: Any = None
    constraint: str | None = None
    rows: int | None = None
    exit_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None


def is_about(matcher: Matcher, keys: AbstractSet[str]) -> bool:
    """Whether a matcher tests some of these things, and beside them nothing but the arguments."""
    own = matcher.keys() - {"input"}
    return bool(own) and own <= keys


def match(matcher: Matcher, facts: Facts, arguments: Mapping[str, Any]) -> dict[str, str | None] | None:
    """The named groups of the matcher where all of it holds, None where it does not."""
    groups: dict[str, str | None] = {}
    holds = (
        (not matcher.error or facts.name in matcher.error)
        and (not matcher.status or _within(facts.status, matcher.status))
        and (not matcher.code or runtime("values").is_code(facts.code, *matcher.code))
        and (not matcher.constraint or facts.constraint in matcher.constraint)
        and (not matcher.exit_code or _within(facts.exit_code, matcher.exit_code))
        and (not matcher.rows or _within(facts.rows, matcher.rows))
        and all(_header(facts, name, patterns, groups) for name, patterns in matcher.header.items())
        and all(_body(facts, name, test.equals, test.patterns, groups) for name, test in matcher.body.items())
        and (not matcher.stdout or _searched(facts.stdout or "", matcher.stdout, groups))
        and (not matcher.message or _searched(facts.message or "", matcher.message, groups))
        and (matcher.input is None or input_holds(matcher.input, arguments, groups))
    )
    return groups if holds else None


def input_holds(test: InputTest, arguments: Mapping[str, Any], groups: dict[str, str | None]) -> bool:
    """Whether the arguments are what the test describes."""
    try:
        if test.expressions and not any(found(each, arguments) is True for each in test.expressions):
            return False
        return all(_searched(found(name, arguments), each, groups) for name, each in test.patterns.items())
    except JMESPathError:
        return False


def _within(number: int | None, ranges: Sequence[Range]) -> bool:
    return number is not None and any(low <= number <= high for low, high in ranges)


def _header(facts: Facts, name: str, patterns: Sequence[str], groups: dict[str, str | None]) -> bool:
    value = facts.headers.get(name)
    matched = [re.fullmatch(pattern, value) for pattern in patterns] if value is not None else []
    return _kept(matched, groups)


def _body(
    facts: Facts, expression: str, equals: Sequence[Any], patterns: Sequence[str], groups: dict[str, str | None]
) -> bool:
    try:
        value = found(expression, facts.body)
    except JMESPathError:
        return False
    return (
        _searched(value, patterns, groups) if patterns else any(runtime("values").same(value, each) for each in equals)
    )


def _searched(value: Any, patterns: Sequence[str], groups: dict[str, str | None]) -> bool:
    return isinstance(value, str) and _kept([re.search(pattern, value) for pattern in patterns], groups)


def _kept(matched: Sequence[re.Match[str] | None], groups: dict[str, str | None]) -> bool:
    first = next(filter(None, matched), None)
    if first is not None:
        groups.update(first.groupdict())
    return first is not None
