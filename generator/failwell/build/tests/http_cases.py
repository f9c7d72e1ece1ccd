"""The cases of an operation on an HTTP source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...samples import sample
from ...spec import Matcher
from ...texts import parse_expression, parse_text
from ..tool import Mode
from .cases import Answered, Answering
from .environment import Environment
from .http import HttpSubject
from .http_answer import HttpAnswer, dated
from .matching import match
from .nearly import near_misses
from .provoked import HTML, provoking
from .request import sent
from .subject import Subject
from .tables import Tables, Troubles
from .values import broken, emptied

HOSTILE = "a/b?c=d#e%20f"
UNREACHABLE = HttpAnswer(error="unreachable")
TROUBLES = Troubles(
    (
        ("unreachable", UNREACHABLE),
        ("timeout", HttpAnswer(error="timeout")),
        ("http_500", HttpAnswer(500, {}, has_json=True)),
        ("http_503 with Retry-After", HttpAnswer(503, {}, has_json=True, headers={"Retry-After": "2"})),
        ("http_429 with Retry-After", HttpAnswer(429, {}, has_json=True, headers={"Retry-After": "3"})),
        ("http_429 beyond the budget", HttpAnswer(429, {}, has_json=True, headers={"Retry-After": "3600"})),
        ("http_418", HttpAnswer(418, {}, has_json=True)),
        ("http_400", HttpAnswer(400, {"code": "no_such_thing", "message": "No such thing"}, has_json=True)),
        ("http_403", HttpAnswer(403, {}, has_json=True)),
        ("a redirect", HttpAnswer(307, {}, has_json=True, headers={"Location": "/elsewhere"})),
        ("a page of HTML", HTML),
        ("a text", HttpAnswer(200, "surprise", has_json=True)),
        ("an object", HttpAnswer(200, {"surprise": True}, has_json=True)),
        ("null", HttpAnswer(200, None, has_json=True)),
    ),
    of_each=("unreachable", "http_503 with Retry-After", "http_400", "a page of HTML", "a text", "an object", "null"),
    lasting=UNREACHABLE,
)


def tables(subject: Subject, environment: Environment) -> Tables:
    """The tables of cases."""
    http = HttpSubject(subject)
    how = Answering(subject, http.perform, lambda answer: answer.code, lambda given: sent(subject, given, environment))
    calls = list(_successes(subject))
    made = Tables(successes=[how.success(call) for call in calls])
    good = next((call for call in calls if how.success(call) is not None), None)
    arguments = good.arguments if good is not None else subject.arguments.usual
    if arguments is None:
        return made
    if good is not None:
        made.add_limits(how, good)
    provoked = list(_provoked(how, http, arguments))
    made.failures += [how.failure(call) for call in provoked]
    for call in _near_misses(how, http, provoked):
        made.add_failure(subject, call, how)
    made.add_troubles(how, TROUBLES, arguments)
    made.how, made.good = how, good
    if good is not None:
        answer = good.answers[0]
        calls = [replace(good, name="broken", answers=(replace(answer, json=each),)) for each in broken(answer.json)]
        made.warned = [how.warning(calls)]
        made.built_in += [how.part_of_failure(call) for call in calls[:3]]
        gone = HttpAnswer(404, {}, has_json=True)
        lost = Answered("an answer got lost", good.arguments, (HttpAnswer(error="timeout"), gone))
        made.recovered = [*TROUBLES.recoveries(how, good, provoked), how.recovery(lost)]
    return made


def _successes(subject: Subject) -> Iterator[Answered]:
    """The examples, calls with all parameters and with a value that is hard to encode, and an empty result."""
    examples = [each for each in subject.operation.examples if each.reply is not None]
    found = []
    for number, example in enumerate(examples, 1):
        answer = HttpAnswer.by(example.reply) if example.reply is not None else None
        if answer is not None:
            found.append(Answered(f"example {number}", example.input, (dated(answer),)))
    arguments = subject.arguments.usual
    if not found and arguments is not None:
        found = [Answered("sample", arguments, (answer,)) for answer in _sampled(subject)]
    yield from found
    if found:
        first = found[0]
        yield Answered("all parameters", subject.arguments.every(first.arguments), first.answers)
        yield Answered("null and 10.0", subject.arguments.unusual(first.arguments), first.answers)
        yield Answered("hostile", _hostile(subject, first.arguments), first.answers)
        answer = first.answers[0]
        yield Answered("empty", first.arguments, (replace(answer, json=emptied(answer.json)),))
        yield from (
            Answered("nothing", first.arguments, (replace(answer, json=each),)) for each in _nulled(answer.json)
        )


def _nulled(body: Any) -> Iterator[Any]:
    """The body as null, and with each of its values as null."""
    yield None
    if isinstance(body, dict):
        yield from ({**body, name: None} for name, value in body.items() if isinstance(value, dict))


def _sampled(subject: Subject) -> Iterator[HttpAnswer]:
    """Answers made from the declared result, as far as its expression shows where it stands."""
    operation = subject.operation
    schema: Any = operation.returns.json_schema
    if operation.returns.kind == "nothing":
        yield HttpAnswer(200, {}, has_json=True)
        return
    if operation.returns.kind == "text" and operation.result is None:
        yield HttpAnswer(text="An example.")
        return
    if operation.returns.kind == "content":
        kind = (operation.returns.media_type or "").replace("*", "png")
        yield HttpAnswer(content=b"\x89example", headers={"Content-Type": kind})
        return
    value = sample(schema, subject.spec.types) if operation.returns.kind != "text" else sample({"type": "string"}, {})
    path = () if operation.result is None else parse_expression(operation.result).path
    if value is None or path is None:
        return
    body: Any = [value.value] if operation.returns.kind == "list" else value.value
    for name in reversed(path):
        body = {name: body}
    yield HttpAnswer(200, body, has_json=True)


def _hostile(subject: Subject, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with a text in each place of the path, and elsewhere, that has to be encoded."""
    request = subject.operation.request
    assert request is not None
    made = dict(arguments)
    names = parse_text(request.path).names or subject.operation.input.keys() - subject.arguments.files
    for name in subject.operation.input:
        if name in names and isinstance(made.get(name), str) and subject.checked({**made, name: HOSTILE}) is not None:
            made[name] = HOSTILE
    return made


def _provoked(how: Answering, http: HttpSubject, arguments: Mapping[str, Any]) -> Iterator[Answered]:
    """A call for each way in which each mode can be met; only those that meet exactly it."""
    for mode in how.subject.modes:
        example = mode.how.mode.example
        given = HttpAnswer.by(example.reply) if example is not None and example.reply is not None else None
        given = dated(given) if given is not None else None
        wanted = how.arguments_for(mode, arguments)
        if example is not None and (given is not None or how.is_decided_before(wanted)):
            yield Answered(mode.name, wanted, (given,) if given is not None else ())
        yield from _derived(how, http, mode, wanted, given)


def _derived(
    how: Answering, http: HttpSubject, mode: Mode, arguments: Mapping[str, Any], example: HttpAnswer | None
) -> Iterator[Answered]:
    """A call for each way in which each matcher holds, where possible without another one that would do as well."""
    for matcher in mode.matchers:
        if not matcher.keys() - {"input"}:
            continue
        found: dict[str, Answered] = {}
        alone: dict[str, Answered] = {}
        for label, answer in (*provoking(http, matcher, example), *provoking(http, matcher, None)):
            if label in alone:
                continue
            call = Answered(f"{mode.name} {label}".strip(), arguments, (answer,))
            if how.meets(mode, call):
                found.setdefault(label, call)
                if _holding(http, mode, call) == 1:
                    alone[label] = call
        yield from {**found, **alone}.values()


def _near_misses(how: Answering, http: HttpSubject, provoked: list[Answered]) -> Iterator[Answered]:
    """Calls whose answer misses one condition of a mode that another call meets."""
    for mode in how.subject.modes:
        for matcher in mode.matchers:
            met = next((call for call in provoked if _is_met(how, http, mode, matcher, call)), None)
            if met is not None:
                given = how.subject.checked(met.arguments) or {}
                for label, answer in near_misses(http, matcher, met.answers[0], given):
                    yield Answered(f"not {mode.name} {label}", met.arguments, (answer,))


def _is_met(how: Answering, http: HttpSubject, mode: Mode, matcher: Matcher, call: Answered) -> bool:
    if not call.answers or not how.meets(mode, call):
        return False
    return match(matcher, http.facts(call.answers[0]), how.subject.checked(call.arguments) or {}) is not None


def _holding(http: HttpSubject, mode: Mode, call: Answered) -> int:
    """How many matchers of the mode hold for the answer."""
    facts, arguments = http.facts(call.answers[0]), http.subject.checked(call.arguments) or {}
    return sum(match(matcher, facts, arguments) is not None for matcher in mode.matchers)
