"""SQL statements: one each, doing what its key promises, with exactly the parameters that the operation has."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import expressions as expression_rules
from ..rules import sources as rules
from ..spec import CallerStatement, Statement
from ..statements import SqlStatement, parse_statement
from ..texts import parse_expression, parse_text
from .nearest import suggestion
from .place import Place
from .survey import Subject


def statement(subject: Subject) -> Iterator[Finding]:
    """Findings about the statement of an operation."""
    if subject.body not in ("query", "execute") or subject.lost("input"):
        return
    made, place = subject.operation.statement, subject.place / subject.body
    if isinstance(made, CallerStatement):
        yield from _caller(subject, made, place)
    elif isinstance(made, Statement):
        parsed = parse_statement(made.sql)
        yield from _kind(subject, parsed, place)
        yield from _parameters(subject, parsed, place)
        yield from _placeholders(made, place, subject)


def _caller(subject: Subject, made: CallerStatement, place: Place) -> Iterator[Finding]:
    at = place / "parameter"
    if made.parameter not in subject.parameters:
        help_ = suggestion(made.parameter, subject.parameters, "the parameters are")
        yield rules.CALLER_STATEMENT.finding(f"there is no parameter `{made.parameter}`", at.span, help_)
    elif not _is_text(subject, made.parameter):
        message = f"`{made.parameter}` holds a statement, so it has `type: string`"
        yield rules.CALLER_STATEMENT.finding(message, (subject.place / "input" / made.parameter).key_span)
    if made.max_rows is not None and subject.body == "execute":
        message = "`max_rows` has no effect under `execute`"
        yield rules.CALLER_STATEMENT.finding(message, (place / "max_rows").key_span)


def _is_text(subject: Subject, name: str) -> bool:
    parameter = subject.operation.input.get(name)
    return parameter is None or parameter.json_schema.get("type") == "string"


def _kind(subject: Subject, parsed: SqlStatement, place: Place) -> Iterator[Finding]:
    if parsed.statements == 0:
        yield rules.STATEMENTS.finding("there is no statement", place.span)
    elif parsed.statements > 1:
        message = f"`{subject.body}` takes one statement, not {parsed.statements}"
        yield rules.STATEMENTS.finding(message, place.span, "make an operation of each, or write a handler")
    elif subject.body == "query" and parsed.writes:
        message = f"`query` cannot change anything, and this is {_article(parsed.main_verb)}"
        yield rules.WRITING_QUERY.finding(message, place.span, "use `execute`")
    elif subject.body == "execute" and parsed.main_verb in ("SELECT", "VALUES") and not parsed.writes:
        message = f"`execute` is for changes, and this is {_article(parsed.main_verb)}"
        yield rules.READING_EXECUTE.finding(message, place.span, "use `query`, which can change nothing")


def _article(verb: str) -> str:
    return f"an {verb}" if verb[:1] in "AEIOU" else f"a {verb}"


def _parameters(subject: Subject, parsed: SqlStatement, place: Place) -> Iterator[Finding]:
    unknown = [parameter for parameter in parsed.parameters if parameter.name not in subject.parameters]
    for parameter in unknown:
        help_ = suggestion(parameter.name, subject.parameters, "the parameters are")
        span = place.text_span(parameter.offset, len(parameter.name) + 1)
        yield rules.UNKNOWN_SQL_PARAMETER.finding(f"there is no parameter `{parameter.name}`", span, help_)
    yield from _unused(subject, parsed) if not unknown else ()


def _unused(subject: Subject, parsed: SqlStatement) -> Iterator[Finding]:
    bound = {parameter.name for parameter in parsed.parameters}
    for name in subject.operation.input.keys() - bound - _named_in_modes(subject):
        message = f"`{name}` is never used: the statement has no `:{name}`"
        yield rules.UNUSED_PARAMETER.finding(message, (subject.place / "input" / name).key_span)


def _named_in_modes(subject: Subject) -> frozenset[str]:
    """The parameters that failure modes test."""
    tests = [matcher.input for mode in subject.modes for matcher in mode.mode.when if matcher.input is not None]
    expressions = frozenset().union(*(parse_expression(one).names for test in tests for one in test.expressions))
    return expressions.union(*(test.patterns.keys() for test in tests))


def _placeholders(made: Statement, place: Place, subject: Subject) -> Iterator[Finding]:
    """Findings about `{name}` in a statement, where parameters are bound and never pasted."""
    for placeholder in parse_text(made.sql).placeholders if "{" in made.sql else ():
        if placeholder.expression in subject.parameters:
            message = f"`{{{placeholder.expression}}}` is no parameter of a statement"
            span = place.text_span(placeholder.offset, placeholder.length)
            yield expression_rules.PLACEHOLDER.finding(message, span, f"write `:{placeholder.expression}`")
