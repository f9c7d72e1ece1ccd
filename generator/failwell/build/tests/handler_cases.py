"""The cases of an operation that the user writes: its handler is replaced, and gives or raises what the test says."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...names import identifier, keyword_name
from ...patterns import matching
from ...runtime import runtime
from ...samples import sample
from ...spec import CommandSource, SqlSource
from ...wrapping import flat
from ..tool import Mode
from .cases import Answered, Answering
from .command import CommandAnswer, CommandSubject
from .command_cases import alternatives
from .contract_model import Call
from .matching import Facts, is_about, match
from .outcome import Met
from .results import NotThereError, done, empty, given
from .sql import SqlAnswer, SqlSubject
from .sql_cases import CODES
from .subject import Subject
from .tables import Tables, is_declared
from .values import broken

EXCEPTIONS = (TimeoutError, ConnectionError, ConnectionRefusedError, PermissionError, NotImplementedError)


@dataclass(frozen=True)
class HandlerAnswer:
    """What a handler gives, or what it raises: an exception of Python, a failure mode, or a failure of a source."""

    value: Any = None
    exception: str | None = None
    text: str = "an example"
    mode: Mode | None = None
    details: tuple[tuple[str, Any], ...] = ()
    sql: SqlAnswer | None = None
    program: CommandAnswer | None = None


def tables(subject: Subject) -> Tables:
    """The tables of cases."""
    how = _Handling(subject).answering
    arguments = subject.arguments.usual
    if arguments is None:
        return Tables()
    calls = list(_successes(subject, arguments))
    made = Tables(successes=[how.success(call) for call in calls])
    good = next((call for call in calls if how.success(call) is not None), None)
    provoked = list(_provoked(how, arguments))
    made.failures = [how.failure(call) for call in provoked]
    for kind in EXCEPTIONS:
        call = Answered(kind.__name__, arguments, (HandlerAnswer(exception=kind.__name__),))
        (made.failures if _is_claimed(how, call) else made.built_in).append(how.failure(call))
    surprise = Answered("a text of its own", arguments, (HandlerAnswer("surprise"),))
    made.built_in.append(how.part_of_failure(surprise))
    made.how, made.good = how, good
    if good is not None:
        made.add_limits(how, good)
        values = [] if isinstance(good.answers[0].value, bytes) else broken(good.answers[0].value)
        broken_calls = [replace(good, name="broken", answers=(HandlerAnswer(each),)) for each in values]
        made.warned = [how.warning(broken_calls)]
        made.built_in += [how.part_of_failure(call) for call in broken_calls[:3]]
        for call in provoked:
            if call.answers:
                again = Answered(f"{call.name} passes", good.arguments, (*call.answers, *good.answers))
                made.recovered.append(how.recovery(again))
        refused = HandlerAnswer(exception="ConnectionError")
        made.recovered.append(
            how.recovery(Answered("ConnectionError passes", good.arguments, (refused, *good.answers)))
        )
    return made


def modules(subject: Subject) -> tuple[str, ...]:
    """The modules of the exceptions that its modes name."""
    paths = [path for mode in subject.modes for matcher in mode.matchers for path in matcher.exception]
    return tuple(dict.fromkeys(path.rpartition(".")[0] for path in paths if not _is_built_in(path)))


@dataclass(frozen=True)
class _Handling:
    subject: Subject

    @property
    def answering(self) -> Answering:
        return Answering(self.subject, self.perform, self.code, lambda given: flat(self._fields(given)))

    def _fields(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return {identifier(name): value for name, value in arguments.items()}

    def code(self, answer: HandlerAnswer) -> str:
        if answer.sql is not None:
            return answer.sql.code_for(self.subject.source_name)
        if answer.program is not None:
            return CommandSubject(self.subject).raised_code(answer.program)
        if answer.exception is not None:
            name = answer.exception.removeprefix("builtins.")
            kind = getattr(builtins, name, None)
            return (
                f"{name}({flat(answer.text)})" if kind in EXCEPTIONS else f"an_exception({name}, {flat(answer.text)})"
            )
        if answer.mode is not None:
            return self._raised(answer.mode, dict(answer.details))
        if isinstance(answer.value, bytes):
            return 'b"example"' if answer.value else 'b""'
        return flat(answer.value)

    def _raised(self, mode: Mode, details: Mapping[str, Any]) -> str:
        arguments = self.subject.checked(self.subject.arguments.usual or {}) or {}
        values = {**{name: arguments[name] for name in mode.how.parameters}, **details}
        named = [f"{keyword_name(name)}={flat(value)}" for name, value in values.items()]
        named += [f"{keyword_name(name)}=None" for name in mode.how.groups]
        return f"failures.{mode.how.class_name}({', '.join(named)})"

    def perform(self, answer: HandlerAnswer, arguments: Mapping[str, Any], failures: list[Any]) -> Met:
        if answer.sql is not None:
            return SqlSubject(self.subject).perform(answer.sql, arguments, failures)
        if answer.program is not None:
            return CommandSubject(self.subject).raised(answer.program, arguments)
        if answer.mode is not None:
            return self.subject.failure(answer.mode, None, None, {**arguments, **dict(answer.details)}, {})
        if answer.exception is not None:
            return self._raised_exception(answer.exception, answer.text, arguments)
        return self._result(answer.value, arguments)

    def _raised_exception(self, path: str, text: str, arguments: Mapping[str, Any]) -> Met:
        kind = getattr(builtins, path.removeprefix("builtins."), None)
        for mode in self.subject.modes:
            for matcher in mode.how.mode.when:
                if any(_catches(declared, path, kind) for declared in matcher.exception):
                    # The first of several `except` clauses for a class has the last word.
                    if match(matcher, Facts(message=text), arguments) is None:
                        raise ValueError("the exception goes on as it is")
                    return self.subject.failure(mode, None, None, arguments, {})
        if kind is None:
            raise ValueError("nothing is known of the exception")
        failure = runtime("handler").HandlerFailure(self.subject.name, kind())
        facts = Facts(name=failure.name)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, {"error"})):
            return self.subject.failure(met[0], facts, failure, arguments, {})
        return failure

    def _result(self, value: Any, arguments: Mapping[str, Any]) -> Met:
        operation = self.subject.operation
        if operation.returns.kind == "nothing":
            return done(self.subject.name, operation, arguments)
        if operation.returns.kind == "content":
            if not value and operation.empty is not None:
                return empty(operation, arguments, None)
            return {"mediaType": operation.returns.media_type, "bytes": len(value)}
        try:
            return given(operation, value, arguments, None)
        except NotThereError as missing:
            return runtime("failure").UnexpectedReply(f"{missing.expected} was expected")


def _catches(declared: str, path: str, kind: type[Exception] | None) -> bool:
    """Whether an `except` clause for the one class catches the other."""
    wanted = getattr(builtins, declared.removeprefix("builtins."), None)
    return declared == path or (kind is not None and isinstance(wanted, type) and issubclass(kind, wanted))


def _is_claimed(how: Answering, call: Answered) -> bool:
    met = how.outcome(call)
    return met is not None and met.is_error and is_declared(how.subject, met)


def _is_built_in(path: str) -> bool:
    return path.rpartition(".")[0] in ("", "builtins")


def _successes(subject: Subject, arguments: Mapping[str, Any]) -> Iterator[Answered]:
    returns = subject.operation.returns
    value: Any = None
    if returns.kind == "content":
        value = b"example"
    elif returns.kind != "nothing":
        made = sample({"type": "string"} if returns.kind == "text" else returns.json_schema, subject.spec.types)
        if made is None:
            return
        value = [made.value] if returns.kind == "list" else made.value
    yield Answered("what the handler gives", arguments, (HandlerAnswer(value),))
    yield Answered("all parameters", subject.arguments.every(arguments), (HandlerAnswer(value),))
    yield Answered("null and 10.0", subject.arguments.unusual(arguments), (HandlerAnswer(value),))
    if subject.operation.empty is not None:
        nothing = {"list": [], "text": "", "content": b"", "object": {}}.get(returns.kind)
        yield Answered("nothing", arguments, (HandlerAnswer(nothing),))


def _provoked(how: Answering, usual: Mapping[str, Any]) -> Iterator[Answered]:
    subject = how.subject
    for mode in subject.modes:
        example = mode.how.mode.example
        if example is not None and how.is_decided_before(example.input) and subject.checked(example.input) is not None:
            yield Answered(mode.name, example.input, ())
        for matcher in mode.how.mode.when:
            text = next((found for each in matcher.message if (found := matching(each))), "an example")
            for path in matcher.exception:
                yield Answered(f"{mode.name} {path}", usual, (HandlerAnswer(exception=path, text=text),))
        yield from _of_database(subject, mode, usual)
        yield from _of_program(how, mode, usual)
        raised = _raised(subject, mode)
        if raised is not None:
            yield Answered(f"{mode.name} raised", subject.arguments.usual or usual, (raised,))


def _raised(subject: Subject, mode: Mode) -> HandlerAnswer | None:
    """The failure mode as the handler raises it, None where it needs the failure of a source."""
    if mode.how.error == "required":
        return None
    details = []
    for name, detail in mode.how.mode.details.items():
        if detail.json_schema is not None:
            value = sample(detail.json_schema, subject.spec.types)
            if value is None:
                return None
            details.append((name, value.value))
    return HandlerAnswer(mode=mode, details=tuple(details))


def _of_database(subject: Subject, mode: Mode, usual: Mapping[str, Any]) -> Iterator[Answered]:
    """What its database raises, where it has one source alone."""
    if len(subject.sources) != 1 or not isinstance(subject.source, SqlSource):
        return
    for matcher in mode.matchers:
        for name in matcher.error:
            answer = SqlAnswer(error=CODES.get(name, name.removeprefix("sql_")), message="as the test says")
            yield Answered(f"{mode.name} {name}", usual, (HandlerAnswer(sql=answer),))


def _of_program(how: Answering, mode: Mode, usual: Mapping[str, Any]) -> Iterator[Answered]:
    """How its program fails, where it has one source alone."""
    if len(how.subject.sources) != 1 or not isinstance(how.subject.source, CommandSource):
        return
    for matcher in mode.matchers:
        for label, answer in alternatives(matcher, CommandAnswer()):
            call = Answered(f"{mode.name} {label}", usual, (HandlerAnswer(program=answer),))
            if answer.error is not None or answer.exit_code:
                yield from [call] if how.meets(mode, call) else []


def stub(subject: Subject) -> Call | None:
    """A call that reaches the handler, which is not written yet; None where none is known."""
    arguments = subject.arguments.usual
    if arguments is None or not is_told(subject, "NotImplementedError", "not_implemented"):
        return None
    return Call(subject.name, flat(dict(arguments)), "")


def is_told(subject: Subject, exception: str, failure: str) -> bool:
    """Whether this exception is the built-in failure of this name, as no mode claims it."""
    call = Answered("stub", subject.arguments.usual or {}, (HandlerAnswer(exception=exception),))
    met = _Handling(subject).answering.outcome(call)
    return met is not None and met.is_error and met.body["failure"] == failure
