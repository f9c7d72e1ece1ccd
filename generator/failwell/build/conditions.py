"""Matchers as Python conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from ..spec import BodyTest, InputTest, Matcher
from ..spec.matchers import Range
from ..wrapping import flat
from .scope import Scope

LONGEST_CODES = 80
FLAGS = re.compile(r"\(\?[aiLmsux]+\)")


def alternatives(matcher: Matcher) -> tuple[Matcher, ...]:
    """The matcher, or one for each of its patterns where these cannot be put together to one.

    Of two named groups only one could be filled, and a flag such as `(?i)` has to stand at the beginning.
    """
    if not any(re.compile(pattern).groupindex or FLAGS.match(pattern) for pattern in patterns_of(matcher)):
        return (matcher,)
    keys = matcher.keys()
    choices: dict[str, Sequence[Any]] = {
        "message": _each_alone(matcher.message),
        "stdout": _each_alone(matcher.stdout),
        "header": _one_each(matcher.header),
        "body": _bodies(matcher),
        "input": _inputs(matcher),
    }
    written = [[(key, each) for each in values] for key, values in choices.items() if key in keys]
    return tuple(matcher.model_copy(update=dict(choice)) for choice in product(*written))


def _one_each(patterns: Mapping[str, tuple[str, ...]]) -> list[dict[str, tuple[str, ...]]]:
    """Every choice of one pattern for each name."""
    choices = product(*([(name, (each,)) for each in listed] for name, listed in patterns.items()))
    return [dict(choice) for choice in choices]


def _bodies(matcher: Matcher) -> list[dict[str, BodyTest]]:
    tests = product(
        *(
            [(name, test.model_copy(update={"patterns": alone})) for alone in _each_alone(test.patterns)]
            for name, test in matcher.body.items()
        )
    )
    return [dict(choice) for choice in tests]


def _inputs(matcher: Matcher) -> list[InputTest | None]:
    test = matcher.input
    if test is None:
        return [None]
    return [test.model_copy(update={"patterns": patterns}) for patterns in _one_each(test.patterns)]


def captured(conditions: Sequence[str], groups: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The conditions with each match that fills a group kept under a name, and the code that reads each group."""
    kept: list[str] = []
    read: dict[str, str] = {}
    for condition in conditions:
        inside = [name for name in groups if f"(?P<{name}>" in condition]
        if not inside:
            kept.append(condition)
            continue
        match = "match" if not read else f"match_{len(read)}"
        kept.append(f"({match} := {condition})")
        read |= {name: f'{match}["{name}"]' for name in inside}
    return tuple(kept), read


def _each_alone(patterns: Sequence[str]) -> list[tuple[str, ...]]:
    """Each pattern as the only one; where there is none, that once."""
    return [(pattern,) for pattern in patterns] or [()]


def patterns_of(matcher: Matcher) -> Iterable[str]:
    """Every regular expression in the matcher."""
    yield from matcher.message
    yield from (pattern for patterns in matcher.header.values() for pattern in patterns)
    yield from (pattern for test in matcher.body.values() for pattern in test.patterns)
    yield from matcher.stdout
    if matcher.input is not None:
        yield from (pattern for patterns in matcher.input.patterns.values() for pattern in patterns)


def failure_conditions(matcher: Matcher, scope: Scope, subject: str = "error", mode: str = "") -> tuple[str, ...]:
    """What must hold, all together, for a failure (or a reply, named by `subject`) to be what the matcher describes.

    `mode` is the failure mode whose matcher it is, to be named where its condition cannot be evaluated.
    """
    found = [
        *_named(f"{subject}.name", matcher.error),
        *_codes(f"{subject}.code", matcher.code, scope),
        *_numbers(f"{subject}.status", matcher.status),
        *(f"{subject}.header_matches({flat(name)}, {regex(each)})" for name, each in matcher.header.items()),
        *_violations(subject, matcher.constraint),
        *_numbers(f"{subject}.exit_code", matcher.exit_code),
        *(condition for name, test in matcher.body.items() for condition in _body(subject, name, test, scope)),
    ]
    if matcher.stdout:
        found.append(f"{subject}.stdout_matches({regex(matcher.stdout)})")
    if matcher.message:
        found.append(f"{subject}.message_matches({regex(matcher.message)})")
    if matcher.input is not None:
        found = [*input_conditions(matcher.input, scope, mode), *found]
    return tuple(found)


def input_conditions(test: InputTest, scope: Scope, mode: str = "") -> tuple[str, ...]:
    """What must hold for the arguments to be what the test describes."""
    conditions = [_truth(expression, scope, mode) for expression in test.expressions]
    if len(conditions) > 1:
        conditions = [" or ".join(f"({each})" for each in conditions)]
    for name, patterns in test.patterns.items():
        scope.imports.use(f"{scope.runtime}.values", "matches")
        conditions.append(f"matches({scope.value(name)}, {regex(patterns)})")
    return tuple(conditions)


def count_conditions(matcher: Matcher, count: str) -> tuple[str, ...]:
    """What must hold of the number of rows, `count` being code that gives it."""
    return tuple(_numbers(count, matcher.rows))


_COMPARISON = re.compile(
    r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(==|!=|<=|>=|<|>)\s*(?:`(-?[0-9]+(?:\.[0-9]+)?)`|'([^'\\]*)')\s*"
)


def _truth(expression: str, scope: Scope, mode: str) -> str:
    """A condition for "this expression is exactly true".

    A comparison of a required number or text with a literal means the same in Python, so it is written as such.
    """
    match = _COMPARISON.fullmatch(expression)
    if match is not None and (variable := scope.variables.get(match[1])) is not None and not variable.optional:
        number, text = match[3], match[4]
        if number is not None and variable.annotation in ("int", "float"):
            return f"{variable.code} {match[2]} {number}"
        if text is not None and variable.annotation == "str" and match[2] in ("==", "!="):
            return f"{variable.code} {match[2]} {flat(text)}"
    return scope.holds(mode, expression)


def _named(subject: str, names: Sequence[str]) -> Iterable[str]:
    if len(names) == 1:
        yield f"{subject} == {flat(names[0])}"
    elif names:
        yield f"{subject} in {flat(tuple(names))}"


def _codes(subject: str, codes: Sequence[str | int], scope: Scope) -> Iterable[str]:
    if not codes:
        return
    plain = all(isinstance(code, str) and "*" not in code for code in codes)
    if plain and len(flat(tuple(codes))) <= LONGEST_CODES:  # a longer one is laid out as the arguments of a call
        yield from _named(subject, [str(code) for code in codes])
        return
    scope.imports.use(f"{scope.runtime}.values", "is_code")
    yield f"is_code({subject}, {', '.join(flat(code) for code in codes)})"


def _numbers(subject: str, ranges: Sequence[Range]) -> Iterable[str]:
    if not ranges:
        return
    if all(low == high for low, high in ranges):
        values = [low for low, _ in ranges]
        yield f"{subject} == {values[0]}" if len(values) == 1 else f"{subject} in {flat(tuple(values))}"
        return
    tests = [f"{subject} == {low}" if low == high else f"{subject} in range({low}, {high + 1})" for low, high in ranges]
    yield tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"


def _violations(subject: str, constraints: Sequence[str]) -> Iterable[str]:
    if constraints:
        yield f"{subject}.violates({', '.join(flat(each) for each in constraints)})"


def _body(subject: str, expression: str, test: BodyTest, scope: Scope) -> Iterable[str]:
    value = f"{scope.imports.use(f'{scope.runtime}.expressions', 'find')}({flat(expression)}, {subject}.body)"
    if test.patterns:
        scope.imports.use(f"{scope.runtime}.values", "matches")
        yield f"matches({value}, {regex(test.patterns)})"
        return
    if len(test.equals) == 1:
        scope.imports.use(f"{scope.runtime}.values", "same")
        yield f"same({value}, {flat(test.equals[0])})"
    else:
        scope.imports.use(f"{scope.runtime}.values", "same_as_any")
        yield f"same_as_any({value}, {', '.join(map(flat, test.equals))})"


def regex(patterns: Sequence[str]) -> str:
    """Code for one regular expression that matches where any of several does."""
    if len(patterns) == 1:
        return flat(patterns[0])
    return flat("|".join(f"(?:{pattern})" for pattern in patterns))
