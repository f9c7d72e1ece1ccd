"""Operations on databases in the tests: what a statement gives or how it fails, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...runtime import runtime
from ...spec import CallerStatement, SqlSource
from ...statements import parse_statement
from ...wrapping import flat
from ..sql import MATCHERS
from .environment import file_setting
from .matching import Facts, is_about
from .outcome import Met
from .results import NotThereError, done, given
from .subject import Subject
from .values import found


@dataclass(frozen=True)
class SqlAnswer:
    """The rows of a statement and how many it returned or changed, or its error; `lost` means that of the COMMIT."""

    rows: tuple[dict[str, Any], ...] = ()
    count: int | None = None
    error: str | None = None
    message: str | None = None
    constraint: str | None = None
    lost: bool = False

    def code_for(self, source: str) -> str:
        """The answer in a table of cases."""
        if self.error is None or self.lost:
            arguments = [flat(self.rows)] if self.rows else []
            arguments += [f"count={self.count}"] if self.count is not None else []
            arguments += [f"lost={self._failure(source, 'commit')}"] if self.lost else []
            return f"Rows({', '.join(arguments)})"
        return self._failure(source, None)

    def _failure(self, source: str, stage: str | None) -> str:
        arguments = [flat(source), flat(self.error)]
        arguments += [f"message={flat(self.message)}"] if self.message is not None else []
        arguments += [f"constraint={flat(self.constraint)}"] if self.constraint is not None else []
        arguments += [f"stage={flat(stage)}"] if stage is not None else []
        return f"SqlFailure({', '.join(arguments)})"


@dataclass(frozen=True)
class SqlSubject:
    """An operation that is one SQL statement."""

    subject: Subject

    @property
    def source(self) -> SqlSource:
        """Its source."""
        source = self.subject.source
        assert isinstance(source, SqlSource)
        return source

    @property
    def is_real(self) -> bool:
        """Whether the tests have a database of its own for it."""
        return file_setting(self.subject.source_name, self.source) is not None

    def sent(self, arguments: Mapping[str, Any]) -> str:
        """The code of what the database is sent."""
        statement = self.subject.operation.statement
        assert statement is not None
        if isinstance(statement, CallerStatement):
            return f"({flat(arguments[statement.parameter])}, {{}})"
        parsed = parse_statement(statement.sql)
        text = " ".join(parsed.for_sqlalchemy().split())
        return f"({flat(text)}, {flat({name: arguments[name] for name in parsed.names})})"

    def perform(self, answer: SqlAnswer, arguments: Mapping[str, Any], _: list[Any]) -> Met:
        """What one attempt comes to that gets this answer."""
        if answer.error is not None:
            return self._failed(answer, arguments)
        count = len(answer.rows) if answer.count is None else answer.count
        facts = Facts(rows=count)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, {"rows"})):
            mode, groups = met
            return self.subject.failure(mode, None, None, arguments, groups)
        return self._result(list(answer.rows), count, arguments)

    def _result(self, rows: list[dict[str, Any]], count: int, arguments: Mapping[str, Any]) -> Met:
        operation = self.subject.operation
        if operation.returns.kind == "nothing":
            return done(self.subject.name, operation, {**arguments, "rows": count})
        value: Any = rows if operation.result is None else found(operation.result, rows)
        if operation.returns.kind == "list":
            if isinstance(operation.query, CallerStatement):
                return self._given(operation.query.max_rows or 200, rows, arguments)
            return given(operation, value or [], arguments, rows)
        if operation.result is None:
            value = rows[0] if rows else None
            if value is not None and operation.returns.kind != "object":
                value = next(iter(value.values()))
        try:
            return given(operation, value, arguments, rows)
        except NotThereError as missing:
            return runtime("failure").UnexpectedReply(f"{missing.expected} was expected")

    def _given(self, limit: int, rows: list[dict[str, Any]], arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What the caller's own statement gives: the columns too, and at most `limit` rows."""
        columns = list(rows[0]) if rows else []
        made = {**given(self.subject.operation, rows[:limit], arguments, rows), "columns": columns}
        if len(rows) <= limit:
            return made
        sentence = f"There are more than these {limit} rows. Narrow the statement to see the others."
        return {**made, "truncated": True, "description": sentence}

    def _failed(self, answer: SqlAnswer, arguments: Mapping[str, Any]) -> Met:
        module = runtime("sql.classes")
        stage = "commit" if answer.lost else "query"
        failure = module.SqlFailure(
            self.subject.source_name, answer.error, message=answer.message, constraint=answer.constraint, stage=stage
        )
        facts = Facts(failure.name, failure.code, failure.message, constraint=failure.constraint)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, MATCHERS)):
            mode, groups = met
            return self.subject.failure(mode, facts, failure, arguments, groups)
        return failure
