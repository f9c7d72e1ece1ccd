"""Examples: one for every operation and failure mode that no sample can be made for, and each true to the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from ..findings import Finding
from ..rules import examples as rules
from ..schema_parts import resolve
from ..spec import FailureExample, Matcher, Reply
from ..texts import parse_expression
from .instances import problems_of
from .nearest import nearest, suggestion
from .place import Absent, Place
from .schemas import broken_keywords
from .survey import Mode, Subject, Survey

CONTENTS = ("json", "text", "base64")
SAMPLES = frozenset({"default", "enum", "const", "examples"})
# Matchers for which a reply can be made up.
PROVOKED = frozenset({"error", "code", "status", "rows", "constraint", "exit_code", "exception"})


def missing(subject: Subject) -> Iterator[Finding]:
    """A finding where the tests need an example to succeed and there is none."""
    if subject.operation.examples or subject.place.has("examples") or subject.body in (None, "steps"):
        return
    reason = _no_sample(subject)
    if reason is not None:
        message = f"`{subject.name}` has no example, and none can be made: {reason}"
        yield rules.NO_EXAMPLE.finding(message, subject.place.key_span, "add `examples: [{input: ...}]`")


def _no_sample(subject: Subject) -> str | None:
    if subject.body == "execute":
        return "what a change needs to succeed stands in the database"
    if subject.body == "run":
        return "the tests cannot know what the program prints"
    if subject.body == "handler":
        return "the tests cannot know what a handler does"
    for name, parameter in subject.operation.input.items():
        schema = resolve(parameter.json_schema, subject.spec.types)
        if parameter.required and isinstance(schema, dict) and "pattern" in schema and not schema.keys() & SAMPLES:
            return f"`{name}` has a pattern"
    return None


def examples(subject: Subject) -> Iterator[Finding]:
    """Findings about the examples of an operation and of its own failure modes."""
    for index, example in enumerate(subject.operation.examples):
        place = subject.place / "examples" / index
        yield from _input(subject, example.input, place)
        yield from _reply(subject, example.reply, place / "reply")
    for mode in subject.own_modes:
        if mode.mode.example is not None:
            place = mode.place / "example"
            # Without arguments of its own it takes those of another example, or a sample.
            if place.has("input") and not _is_about_schema(mode):
                yield from _input(subject, mode.mode.example.input, place)
            yield from _reply(subject, mode.mode.example.reply, place / "reply")
            yield from _provokes(mode, mode.mode.example, place)


def _is_about_schema(mode: Mode) -> bool:
    return any("invalid_arguments" in matcher.error for matcher in mode.mode.when)


def underivable(survey: Survey) -> Iterator[Finding]:
    """Findings about failure modes without an example that none can be derived for."""
    called = [subject for subject in survey.subjects if subject.body in ("request", "query", "execute", "run")]
    modes = [mode for subject in called for mode in subject.own_modes]
    modes += [mode for _, mode in survey.source_modes]
    modes += survey.shared_modes
    for mode in modes:
        if mode.mode.example is None and not mode.place.has("example") and _underivable(mode):
            message = f"`{mode.name}` has no example, and nothing that provokes it follows from its `when`"
            yield rules.NO_FAILURE_EXAMPLE.finding(message, mode.place.key_span, "add `example: {input, reply}`")


def _underivable(mode: Mode) -> bool:
    return bool(mode.mode.when) and not any(_derivable(matcher) for matcher in mode.mode.when)


def _derivable(matcher: Matcher) -> bool:
    by_path = all(test.equals and parse_expression(source).path for source, test in matcher.body.items())
    return by_path and matcher.keys() <= PROVOKED | {"body"}


def _input(subject: Subject, given: dict[str, Any], place: Place) -> Iterator[Finding]:
    """Findings about the arguments of an example: exactly what a call may have."""
    inputs = subject.operation.input
    if inputs.keys() != subject.parameters or not isinstance((place / "input").raw, dict | Absent):
        return
    absent = {name for name, parameter in inputs.items() if parameter.required} - given.keys()
    for name in given.keys() - inputs.keys():
        message = f"`{subject.name}` has no parameter `{name}`"
        help_ = suggestion(name, inputs, "the parameters are")
        yield rules.EXAMPLE_INPUT.finding(message, (place / "input" / name).key_span, help_)
        absent.discard(nearest(name, absent) or "")
    if absent:
        listed = ", ".join(f"`{name}`" for name in inputs if name in absent)
        at = place / "input" if place.has("input") else place
        yield rules.EXAMPLE_INPUT.finding(f"the example lacks what a call must give: {listed}", at.key_span)
    for name in given.keys() & inputs.keys():
        yield from _argument(subject, name, given[name], place / "input" / name)


def _argument(subject: Subject, name: str, value: Any, place: Place) -> Iterator[Finding]:
    parameter = subject.operation.input[name]
    if (value is None and parameter.optional) or broken_keywords(parameter.json_schema):
        return
    for problem in problems_of(parameter.json_schema, value, subject.spec.types):
        yield rules.EXAMPLE_INPUT.finding(f"the example breaks the schema of `{name}`: {problem}", place.span)


def _reply(subject: Subject, reply: Reply | None, place: Place) -> Iterator[Finding]:
    if reply is None or not subject.kinds:
        return
    allowed = frozenset().union(*(kind.reply_keys for kind in subject.kinds))
    for key in sorted(reply.keys() - allowed):
        kinds = " or ".join(kind.name for kind in subject.kinds)
        possible = ", ".join(f"`{name}`" for name in sorted(allowed)) or "nothing: a handler is not replied to"
        message = f"a reply from {kinds} has no `{key}`"
        yield rules.REPLY.finding(message, (place / key).key_span, f"it has {possible}")
    given = [key for key in CONTENTS if place.has(key)]
    for extra in given[1:]:
        message = f"a reply has one content: `{given[0]}` or `{extra}`"
        yield rules.REPLY.finding(message, (place / extra).key_span, "keep one of them")
    known = frozenset().union(*(kind.failures for kind in subject.kinds))
    if reply.error is not None and reply.error not in known and allowed:
        message = f"there is no built-in failure `{reply.error}` here"
        possible = ", ".join(f"`{name}`" for name in sorted(known))
        yield rules.REPLY.finding(message, (place / "error").span, f"possible: {possible}")


def _provokes(mode: Mode, example: FailureExample, place: Place) -> Iterator[Finding]:
    """A finding where the arguments of the example plainly do not meet a mode that tests nothing else."""
    when = mode.mode.when
    tests = [matcher.input for matcher in when if matcher.keys() == {"input"} and matcher.input is not None]
    expressions = [source for test in tests for source in test.expressions]
    if len(tests) != len(when) or any(test.patterns for test in tests) or not expressions:
        return
    if not any(_holds(source, example.input) for source in expressions):
        message = f"with this input `{expressions[0]}` is not true, so `{mode.name}` does not happen"
        at = place / "input" if place.has("input") else place
        yield rules.EXAMPLE_MISSES.finding(message, at.span, _way_out(expressions[0]))


def _way_out(source: str) -> str | None:
    """What to write where an expression gives one of its operands instead of true."""
    if "&&" in source or "||" in source:
        return "`a && b` gives the value of `b`, not true; compare: `a != null && b != null`, with null in backticks"
    return None


def _holds(source: str, arguments: dict[str, Any]) -> bool:
    """Whether the expression is true; also where it cannot be read, which has its own finding."""
    if parse_expression(source).error is not None:
        return True
    try:
        return jmespath.search(source, arguments) is True
    except (JMESPathError, TypeError, ValueError, AttributeError):
        return False
