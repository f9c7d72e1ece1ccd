"""The cases of an operation on a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...samples import sample
from ...spec import CallerStatement, Example, Reply
from ...wrapping import flat
from ..tool import Mode
from .case import Case
from .cases import Answered, Answering
from .results import empty
from .sql import SqlAnswer, SqlSubject
from .subject import Subject
from .tables import Tables, Troubles
from .values import broken, case_name

_MOST_ROWS = 20
CODES = {"unreachable": "08001", "locked": "55P03", "timeout": "57014"}
LOCKED = SqlAnswer(error="55P03", message="locked")
TROUBLES = Troubles(
    (
        ("unreachable", SqlAnswer(error="08001", message="no route")),
        ("locked", LOCKED),
        ("timeout", SqlAnswer(error="57014", message="too slow")),
        ("serialization failure", SqlAnswer(error="40001", message="try again")),
        ("a faulty statement", SqlAnswer(error="42P01", message="no such table")),
        ("a value out of range", SqlAnswer(error="22003", message="out of range")),
        ("no privilege", SqlAnswer(error="42501", message="not allowed")),
        ("not unique", SqlAnswer(error="23505", message="there is one", constraint="some_constraint")),
    ),
    of_each=("locked", "a faulty statement", "not unique"),
    lasting=LOCKED,
)


def tables(subject: Subject) -> Tables:
    """The tables of cases."""
    sql = SqlSubject(subject)
    how = Answering(subject, sql.perform, lambda answer: answer.code_for(subject.source_name), sql.sent)
    made = Tables(setups=list(_setups(subject, sql, how)))
    arguments = subject.arguments.usual
    if arguments is None:
        return made
    calls = list(_successes(subject, arguments))
    made.successes = [how.success(call) for call in calls]
    provoked = list(_provoked(how, arguments))
    made.failures = [how.failure(call) for call in provoked]
    made.add_troubles(how, TROUBLES, arguments)
    good = next((call for call in calls if how.success(call) is not None), None)
    made.how, made.good = how, good
    if good is not None:
        made.add_limits(how, good)
        rows = good.answers[0].rows
        broken_rows = [(each, *rows[1:]) for each in (broken(rows[0]) if rows else ())]
        calls = [replace(good, name="broken", answers=(SqlAnswer(each),)) for each in broken_rows]
        made.warned = [how.warning(calls)]
        made.built_in += [how.part_of_failure(call) for call in calls[:3]]
        made.recovered = list(TROUBLES.recoveries(how, good, provoked))
        if subject.operation.execute is not None:
            made.failures.append(_lost_commit(how, good))
    return made


def _setups(subject: Subject, sql: SqlSubject, how: Answering) -> Iterator[Case | None]:
    """Calls on the database that the tests set up, with a part of what they give."""
    if not sql.is_real:
        return
    for number, example in enumerate(subject.operation.examples, 1):
        if example.reply is None and not how.is_decided_before(example.input):
            columns = (flat(dict(example.input)), "False", flat(_expected(subject, example)))
            yield Case(columns, flat(f"example-{number}"))
    for mode in subject.modes:
        given = mode.how.mode.example
        if given is None or given.reply is not None or how.is_decided_before(given.input):
            continue
        told = _told(subject, mode, given.input)
        if told is not None:
            yield Case((flat(dict(given.input)), "True", flat(told)), flat(case_name(mode.name)))


def _expected(subject: Subject, example: Example) -> Any:
    """What the example expects; of an empty result the sentence as well."""
    expected, arguments = example.expect, subject.checked(example.input)
    if arguments is None or not isinstance(expected, dict) or expected.get("resultCount") != 0:
        return expected or {}
    if subject.operation.empty is None or subject.operation.returns.fields:
        return expected
    return {**expected, **empty(subject.operation, arguments, None)}


def _told(subject: Subject, mode: Mode, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the agent receives for a mode that the database meets, as far as the database has no word in it."""
    arguments = subject.checked(given)
    texts = (mode.how.mode.description, mode.how.mode.recovery or "", mode.how.mode.user_message or "")
    if arguments is None or any("error." in text for text in texts) or mode.how.mode.category == "transient":
        return None
    from .outcome import refused_before

    told = dict(refused_before(subject.rules, subject.failure(mode, None, None, arguments, {})).body)
    told.pop("details", None)
    return told


def _successes(subject: Subject, arguments: Mapping[str, Any]) -> Iterator[Answered]:
    """Examples with rows of their own, a row made from the declared result, and no rows at all."""
    for number, example in enumerate(subject.operation.examples, 1):
        if example.reply is not None and (answer := answer_by(example.reply)) is not None:
            yield Answered(f"example {number}", example.input, (answer,))
    for rows in _rows(subject):
        yield Answered("rows" if rows else "no rows", arguments, (SqlAnswer(rows, None if rows else 0),))
    for rows in (each for each in _rows(subject) if each):
        yield Answered("all parameters", subject.arguments.every(arguments), (SqlAnswer(rows),))
        yield Answered("null and 10.0", subject.arguments.unusual(arguments), (SqlAnswer(rows),))
    if subject.operation.returns.kind == "nothing":
        yield Answered("changed rows", arguments, (SqlAnswer(count=3),))


def _rows(subject: Subject) -> Iterator[tuple[dict[str, Any], ...]]:
    returns = subject.operation.returns
    if isinstance(subject.operation.statement, CallerStatement):
        yield ({"id": 1, "name": "example"}, {"id": 2, "name": "other"})
        limit = subject.operation.statement.max_rows or 200
        if limit <= _MOST_ROWS:
            yield tuple({"id": number} for number in range(limit + 1))
    elif returns.kind in ("value", "text"):
        made = sample(returns.json_schema if returns.kind == "value" else {"type": "string"}, subject.spec.types)
        if made is not None:
            yield ({"value": made.value},)
    elif returns.kind != "nothing":
        made = sample(returns.json_schema, subject.spec.types)
        if made is not None and isinstance(made.value, dict) and made.value:
            yield (made.value, made.value) if returns.kind == "list" else (made.value,)
    yield ()


def answer_by(reply: Reply) -> SqlAnswer | None:
    """The answer that a spec writes down, None where there is no such answer in a test."""
    if reply.error is not None:
        code = CODES.get(reply.error, reply.error.removeprefix("sql_"))
        return SqlAnswer(error=code, message="as the test says")
    if isinstance(reply.rows, int):
        return SqlAnswer(count=reply.rows)
    return SqlAnswer(tuple(reply.rows or ()))


def _provoked(how: Answering, usual: Mapping[str, Any]) -> Iterator[Answered]:
    for mode in how.subject.modes:
        example, arguments = mode.how.mode.example, how.arguments_for(mode, usual)
        if how.is_decided_before(arguments):
            yield Answered(mode.name, arguments, ())
            continue
        if example is not None and example.reply is not None and (answer := answer_by(example.reply)):
            yield Answered(mode.name, arguments, (answer,))
        for label, answer in _answers(mode):
            call = Answered(f"{mode.name} {label}".strip(), arguments, (answer,))
            if how.meets(mode, call):
                yield call


def _answers(mode: Mode) -> Iterator[tuple[str, SqlAnswer]]:
    """Answers for each alternative of the mode's matchers."""
    for matcher in mode.matchers:
        message = next((each for each in map(_text, matcher.message)), "as the test says")
        constraint = next(iter(matcher.constraint), None)
        codes = [str(code).replace("*", "000"[: 5 - len(str(code)) + 1]) for code in matcher.code]
        codes += [CODES.get(name, name.removeprefix("sql_")) for name in matcher.error]
        for code in codes:
            yield code if len(codes) > 1 else "", SqlAnswer(error=code, message=message, constraint=constraint)
        for each in matcher.constraint:
            yield (
                each if len(matcher.constraint) > 1 else "",
                SqlAnswer(error="23514", message=message, constraint=each),
            )
        for low, high in matcher.rows:
            for count in dict.fromkeys((low, high)):
                yield str(count), SqlAnswer(({"id": 1},) * min(count, 3), count)
        if matcher.message and not codes and not matcher.constraint:
            yield "", SqlAnswer(error="P0001", message=message)


def _text(pattern: str) -> str:
    from ...patterns import matching

    return matching(pattern) or pattern


def _lost_commit(how: Answering, good: Answered) -> Case | None:
    rows = good.answers[-1]
    lost = SqlAnswer(rows.rows, rows.count, "08006", None, None, lost=True)
    return how.failure(Answered("the answer to COMMIT is missing", good.arguments, (lost,)))
