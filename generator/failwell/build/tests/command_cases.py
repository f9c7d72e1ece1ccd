"""The cases of an operation that runs a program."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import StringIO
from typing import Any

from ...patterns import matching
from ...samples import sample
from ...spec import Matcher
from ..command import MATCHERS
from .cases import Answered, Answering
from .command import STARTING, CommandAnswer, CommandSubject
from .environment import Environment
from .matching import match
from .subject import Subject
from .tables import Tables, Troubles

HOSTILE = ("--output=x", "-", "$(id) `id`; id | id > x", "a\nb \"c\" 'd'", "%s\t*?[x]", "a\0b")
SLOW = CommandAnswer(error="timeout")
TROUBLES = Troubles(
    (
        ("timeout", SLOW),
        ("program missing", CommandAnswer(error="program_missing")),
        ("not executable", CommandAnswer(error="not_executable")),
        ("too much output", CommandAnswer(error="output_too_large")),
        ("exit code 1", CommandAnswer(1, stderr="something else went wrong\n")),
        ("a silent exit code", CommandAnswer(77)),
        ("a stack trace", CommandAnswer(1, stderr="Traceback (most recent call last):\n  File x\nKeyError: 1\n")),
        ("unreadable output", CommandAnswer(stdout="{surprise\n")),
    ),
    of_each=("timeout", "exit code 1", "unreadable output"),
    lasting=SLOW,
)


def tables(subject: Subject, environment: Environment) -> Tables:
    """The tables of cases."""
    command = CommandSubject(subject)
    how = Answering(
        subject, command.perform, lambda answer: answer.code, lambda given: command.sent(given, environment)
    )
    calls = list(_successes(subject))
    good = next((call for call in calls if how.success(call) is not None), None)
    made = Tables(successes=[how.success(call) for call in calls])
    arguments = good.arguments if good is not None else subject.arguments.usual
    if arguments is None:
        return made
    provoked = list(_provoked(how, arguments))
    made.failures = [how.failure(call) for call in provoked]
    for call in _near_misses(how, command, provoked):
        made.add_failure(subject, call, how)
    made.add_troubles(how, TROUBLES, arguments)
    made.how, made.good = how, good
    if good is not None:
        _add_odd_arguments(made, how, good)
        made.recovered = list(TROUBLES.recoveries(how, good, provoked))
        odd = (replace(good, name="odd", answers=(each,)) for each in _oddly_answered(subject))
        made.warned = [how.warning(odd)]
    return made


def _add_odd_arguments(made: Tables, how: Answering, good: Answered) -> None:
    """Values that a shell or the program could misread, and those at the limits of the failure modes."""
    made.add_limits(how, good)
    for arguments in _hostile(how.subject, good.arguments):
        call = replace(good, name="hostile", arguments=arguments)
        made.successes.append(how.success(call))
        if how.is_decided_before(arguments) and how.subject.checked(arguments) is not None:
            made.failures.append(how.failure(call))


def _hostile(subject: Subject, usual: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name in subject.operation.input:
        for text in HOSTILE:
            for value in (text, [text], ["a", text]):
                made = {**usual, name: value}
                if subject.checked(made) is not None:
                    yield made


def _successes(subject: Subject) -> Iterator[Answered]:
    """The examples, calls with all parameters, with each value of a choice, and with nothing written."""
    calls = [
        Answered(f"example {number}", example.input, (CommandAnswer.by(example.reply),))
        for number, example in enumerate(subject.operation.examples, 1)
        if example.reply is not None
    ]
    arguments = subject.arguments.usual
    if not calls and arguments is not None:
        calls = [Answered("sample", arguments, (each,)) for each in _sampled(subject)]
    yield from calls
    for first in calls[:1]:
        yield Answered("all parameters", subject.arguments.every(first.arguments), first.answers)
        yield Answered("null and 10.0", subject.arguments.unusual(first.arguments), first.answers)
        yield Answered("nothing written", first.arguments, (CommandAnswer(),))
        yield Answered("blank lines", first.arguments, (CommandAnswer(stdout="\n \r\n"),))
        yield Answered("only warnings", first.arguments, (replace(first.answers[0], stderr="warning: beware\n"),))
        for name, value in _choices(subject):
            yield Answered(f"{name} {value}", {**first.arguments, name: value}, first.answers)
    for mode in (mode for mode in _declared_empty(subject) if calls):
        yield Answered("nothing by its exit code", calls[0].arguments, (mode,))


def _choices(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Parameters with each value that they may have, where these can be told."""
    for name, parameter in subject.operation.input.items():
        schema = parameter.json_schema
        values = [True, False] if schema.get("type") == "boolean" else schema.get("enum", [])
        yield from ((name, value) for value in values[:20])


def _declared_empty(subject: Subject) -> Iterator[CommandAnswer]:
    """Answers that the spec declares to be empty results."""
    declared = subject.operation.empty
    for matcher in declared.when if declared is not None else ():
        for _, answer in alternatives(matcher, CommandAnswer()):
            yield answer


def _sampled(subject: Subject) -> Iterator[CommandAnswer]:
    """An answer made from the declared result, where its form shows how."""
    operation = subject.operation
    returns, parse = operation.returns, operation.parsed
    schema = {"type": "string"} if returns.kind in ("text", "content") else returns.json_schema
    value = sample(schema, subject.spec.types)
    if returns.kind == "nothing":
        yield CommandAnswer()
    elif value is not None and operation.result is None:
        items = [value.value] if returns.kind == "list" else value.value
        written = _written(parse.form, parse.pattern, items)
        if written is not None:
            yield CommandAnswer(stdout=written)


def _written(form: str, pattern: str | None, value: Any) -> str | None:
    """The value in this form, None where it has no such form."""
    items = value if isinstance(value, list) else [value]
    match form:
        case "json":
            return json.dumps(value)
        case "jsonl":
            return "".join(f"{json.dumps(each)}\n" for each in items)
        case "lines" if pattern is not None:
            return matching(pattern)
        case "csv":
            return _table(items)
        case _:
            return "\n".join(str(each) for each in items) if all(isinstance(each, str) for each in items) else None


def _table(items: list[Any]) -> str | None:
    if not items or not isinstance(items[0], dict) or not items[0]:
        return None
    file = StringIO()
    writer = csv.DictWriter(file, items[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(items)
    return file.getvalue()


def _oddly_answered(subject: Subject) -> Iterator[CommandAnswer]:
    """Answers that can be read and are probably not as declared."""
    form = subject.operation.parsed.form
    if form in ("json", "jsonl"):
        yield CommandAnswer(stdout='{"unexpected": {"a": 1}}\n')
        yield CommandAnswer(stdout="[17]\n")
    if form == "csv":
        yield CommandAnswer(stdout="unexpected\n1\n")


def _provoked(how: Answering, usual: Mapping[str, Any]) -> Iterator[Answered]:
    """A call for each way in which each mode can be met; only those that meet exactly it."""
    for mode in how.subject.modes:
        example, arguments = mode.how.mode.example, how.arguments_for(mode, usual)
        if how.is_decided_before(arguments):
            yield Answered(mode.name, arguments, ())
            continue
        base = CommandAnswer()
        if example is not None and example.reply is not None:
            base = CommandAnswer.by(example.reply)
            yield Answered(mode.name, arguments, (base,))
        for matcher in mode.matchers:
            for label, answer in alternatives(matcher, base):
                call = Answered(f"{mode.name} {label}".strip(), arguments, (answer,))
                if how.meets(mode, call):
                    yield call


def alternatives(matcher: Matcher, base: CommandAnswer) -> Iterator[tuple[str, CommandAnswer]]:
    """Answers for each alternative of the matcher, as close to the example as can be."""
    if not matcher.keys() & (MATCHERS - {"error"}):
        yield from ((name, CommandAnswer(error=name)) for name in matcher.error if name in STARTING)
        if "command_failed" in matcher.error:
            yield "command_failed", CommandAnswer(1)
        return
    codes = [code for ends in matcher.exit_code for code in dict.fromkeys(ends)]
    usual = base.exit_code or (0 if matcher.stdout else 1)
    messages = [base.stderr, *(_text(each) for each in matcher.message)] if matcher.message else [base.stderr]
    outputs = [base.stdout, *(_text(each) for each in matcher.stdout)] if matcher.stdout else [base.stdout]
    for code in codes or [usual]:
        for message in messages:
            for output in outputs:
                answer = CommandAnswer(code, output, message)
                yield " ".join(filter(None, [str(code), message[:20], output[:20]])), answer


def _text(pattern: str) -> str:
    return matching(pattern) or pattern


def _near_misses(how: Answering, command: CommandSubject, provoked: list[Answered]) -> Iterator[Answered]:
    """Calls whose answer misses one condition of a mode that another call meets."""
    for mode in how.subject.modes:
        for matcher in mode.matchers:
            for call in provoked:
                if call.answers and how.meets(mode, call):
                    arguments = how.subject.checked(call.arguments) or {}
                    if match(matcher, command.facts(call.answers[0]), arguments) is not None:
                        yield from _missing(command, matcher, mode.name, call)
                        break


def _missing(command: CommandSubject, matcher: Matcher, mode: str, call: Answered) -> Iterator[Answered]:
    answer = call.answers[0]
    if answer.error is not None:
        return
    changed = {}
    if matcher.exit_code:
        other = next(code for code in range(1, 256) if not any(low <= code <= high for low, high in matcher.exit_code))
        changed["exit code"] = replace(answer, exit_code=other)
    if matcher.message:
        changed["message"] = replace(answer, stderr="something else\n")
    if matcher.stdout:
        changed["stdout"] = replace(answer, stdout="something else\n")
    arguments = command.subject.checked(call.arguments) or {}
    for label, each in changed.items():
        if match(matcher, command.facts(each), arguments) is None:
            yield Answered(f"not {mode} {label}", call.arguments, (each,))
