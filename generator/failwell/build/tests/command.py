"""Operations that run programs in the tests: how a program ends, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...runtime import runtime
from ...spec import Argument, CommandSource, Reply
from ...texts import Placeholder, parse_text
from ...wrapping import flat
from ..command import MATCHERS, fits_success, is_left_out_by_itself
from .environment import Environment
from .matching import Facts, is_about, match
from .outcome import Met
from .results import NotThereError, done, empty, given
from .subject import Subject
from .values import found

STARTING = {
    "program_missing": 'FileNotFoundError(2, "No such file or directory")',
    "not_executable": 'PermissionError(13, "Permission denied")',
    "timeout": "TimeoutError()",
    "output_too_large": "OutputTooLarge()",
}
"""The code of what is raised in the tests where a program does not end by itself."""


@dataclass(frozen=True)
class CommandAnswer:
    """How a program ends: its exit code and what it wrote; `error` is set where it does not end by itself."""

    exit_code: int = 0
    stdout: str = ""
    stderr: str = ""
    error: str | None = None

    @classmethod
    def by(cls, reply: Reply) -> CommandAnswer:
        """The answer that a spec writes down."""
        error = reply.error if reply.error in STARTING else None
        code = reply.exit_code if reply.exit_code is not None else int(reply.error is not None)
        return cls(code, reply.stdout or "", reply.stderr or "", error)

    @property
    def code(self) -> str:
        """The answer in a table of cases."""
        if self.error is not None:
            return STARTING[self.error]
        arguments = [str(self.exit_code)] if self.exit_code else []
        arguments += [f"stdout={flat(self.stdout)}"] if self.stdout else []
        arguments += [f"stderr={flat(self.stderr)}"] if self.stderr else []
        return f"Ran({', '.join(arguments)})"


@dataclass(frozen=True)
class CommandSubject:
    """An operation that is one run of a program."""

    subject: Subject

    @property
    def source(self) -> CommandSource:
        """Its source."""
        source = self.subject.source
        assert isinstance(source, CommandSource)
        return source

    def sent(self, arguments: Mapping[str, Any], environment: Environment) -> str:
        """The code of the command that is run."""
        fixed = [environment.filled(each) for each in (self.source.command, *self.source.args)]
        return flat([*fixed, *arguments_of(self.subject, arguments)])

    def facts(self, answer: CommandAnswer) -> Facts:
        """What is known of the answer."""
        if answer.error is not None:
            return Facts(answer.error, message="")
        name = "command_failed" if answer.exit_code else None
        return Facts(
            name, message=answer.stderr, exit_code=answer.exit_code, stdout=answer.stdout, stderr=answer.stderr
        )

    def perform(self, answer: CommandAnswer, arguments: Mapping[str, Any], _: list[Any]) -> Met:
        """What one attempt comes to that gets this answer."""
        facts = self.facts(answer)
        if facts.name is not None:
            return self._failed(answer, facts, arguments)
        output = runtime("command.output").Output(
            self.subject.source_name, 0, answer.stdout.encode(), answer.stderr.encode()
        )
        if self._is_empty(facts, arguments, only_success=True):
            return empty(self.subject.operation, arguments, None)
        if met := self.subject.first_mode(facts, arguments, fits_success):
            mode, groups = met
            return self.subject.failure(mode, facts, output.refused(), arguments, groups)
        return self._result(output, arguments)

    def _is_empty(self, facts: Facts, arguments: Mapping[str, Any], *, only_success: bool) -> bool:
        declared = self.subject.operation.empty
        matchers = declared.when if declared is not None else ()
        fitting = (each for each in matchers if fits_success(each) or not only_success)
        return any(match(each, facts, arguments) is not None for each in fitting)

    def _failed(self, answer: CommandAnswer, facts: Facts, arguments: Mapping[str, Any]) -> Met:
        if self._is_empty(facts, arguments, only_success=False):
            return empty(self.subject.operation, arguments, None)
        failure = self._failure(answer)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, MATCHERS)):
            mode, groups = met
            return self.subject.failure(mode, facts, failure, arguments, groups)
        return failure

    def _failure(self, answer: CommandAnswer) -> Any:
        module, name = runtime("command.failure"), self.subject.source_name
        match answer.error:
            case None:
                return module.failed(name, answer.exit_code, answer.stdout, answer.stderr)
            case "timeout":
                return module.timed_out(name, self._timeout)
            case "output_too_large":
                return module.too_large(name, self.source.max_output)
            case "program_missing":
                return module.not_started(name, FileNotFoundError(2, "No such file or directory"), missing=True)
            case _:
                return module.not_started(name, PermissionError(13, "Permission denied"), missing=False)

    @property
    def _timeout(self) -> float:
        operation, source = self.subject.operation, self.source
        return operation.timeout or source.timeout or self.subject.spec.defaults.timeout

    def raised(self, answer: CommandAnswer, arguments: Mapping[str, Any]) -> Met:
        """What it comes to that a handler meets this failure of the program; see `raised_code`."""
        facts = self.facts(answer)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, MATCHERS)):
            mode, groups = met
            return self.subject.failure(mode, facts, self._failure(answer), arguments, groups)
        return self._failure(answer)

    def raised_code(self, answer: CommandAnswer) -> str:
        """The code of the failure that a handler meets."""
        name = answer.error or "command_failed"
        arguments = [flat(self.subject.source_name), flat(name), flat("as the test says")]
        arguments += [f"exit_code={answer.exit_code}"] if answer.error is None else []
        written = {"stdout": answer.stdout, "stderr": answer.stderr}
        arguments += [f"{key}={flat(text)}" for key, text in written.items() if text]
        return f"CommandFailure({', '.join(arguments)}, sent=True)"

    def _result(self, output: Any, arguments: Mapping[str, Any]) -> Met:
        operation = self.subject.operation
        if operation.returns.kind == "nothing":
            return done(self.subject.name, operation, arguments)
        failure = runtime("failure")
        try:
            value = read(output, self.subject)
        except failure.UnexpectedReply as unexpected:
            return unexpected
        if operation.returns.kind == "content":
            return self._attached(output, arguments)
        whole = value
        if operation.result is not None:
            value = found(operation.result, value)
        try:
            return given(operation, value, arguments, whole)
        except NotThereError as missing:
            return failure.UnexpectedReply(f"{missing.expected} was expected")

    def _attached(self, output: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
        operation = self.subject.operation
        if not output.content and operation.empty is not None:
            return empty(operation, arguments, None)
        return {"mediaType": operation.returns.media_type, "bytes": len(output.content)}


def read(output: Any, subject: Subject) -> Any:
    """The output in the form that the spec declares. Raises UnexpectedReply."""
    parse = subject.operation.parsed
    if parse.pattern is not None:
        return output.records(parse.pattern)
    methods = {"text": "text", "lines": "lines", "json": "json", "jsonl": "json_lines", "csv": "table"}
    return getattr(output, methods[parse.form])()


def arguments_of(subject: Subject, arguments: Mapping[str, Any]) -> list[str]:
    """The arguments of the program for those of the call. Raises InvalidArguments of the runtime."""
    return [each for entry in subject.operation.run or () for each in _entry(subject, entry, arguments)]


def _entry(subject: Subject, entry: Argument, arguments: Mapping[str, Any]) -> Iterator[str]:
    texts: Sequence[str] = entry.texts
    if entry.parameter is not None:
        value = arguments[entry.parameter]
        if entry.choices:
            # All of them are made before one is chosen, as in the generated code.
            made = {key: _made(subject, each, arguments) for key, each in entry.choices.items()}
            yield from made.get(runtime("values").text(value), []) if value is not None else []
            return
        made_here = _made(subject, texts, arguments)
        if not is_left_out_by_itself(entry, subject.annotation(entry.parameter)) and (value is None or value is False):
            return
        yield from made_here
        return
    yield from _made(subject, texts, arguments)


def _made(subject: Subject, texts: Sequence[str], arguments: Mapping[str, Any]) -> list[str]:
    return [each for text in texts for each in _argument(subject, text, arguments)]


def _argument(subject: Subject, text: str, arguments: Mapping[str, Any]) -> list[str]:
    parsed = parse_text(text)
    if parsed.plain is not None:
        return [parsed.plain]
    parts = [part if isinstance(part, str) else _value(subject, part, arguments) for part in parsed.parts]
    made: list[str] = runtime("command.arguments").argument(*parts)
    return made


def _value(subject: Subject, part: Placeholder, arguments: Mapping[str, Any]) -> Any:
    name = next(name for name in subject.operation.input if name in part.parsed.names)
    parameter = subject.operation.input[name]
    return runtime("command.arguments").Value(name, found(part.expression, arguments), parameter.allow_dash)
