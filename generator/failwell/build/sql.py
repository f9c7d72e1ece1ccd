"""Operations that are one SQL statement."""

from __future__ import annotations

from dataclasses import replace

from ..names import attribute_name
from ..prose import Prose
from ..spec import CallerStatement, Statement
from ..sql_tokens import tokens
from ..statements import parse_statement
from ..wrapping import flat
from .answers import answer, empty_answer
from .scope import Variable, keyword_arguments, mapping
from .tool import Draft, count_branches, empty_branches, failure_branches
from .tool_code import Answer, Branch, ExecuteBody, QueryBody
from .tool_code import Statement as CodeStatement

MATCHERS = frozenset({"error", "code", "message", "constraint"})
FAILURE_CLASS = "SqlFailure"
FAILURE_MODULE = "sql"
ATTRIBUTES = frozenset({"code", "message", "constraint"})
STATEMENT = "STATEMENT"
LONGEST_STATEMENT = 100
CLAUSES = frozenset(
    {"FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "RETURNING", "VALUES", "SELECT", "SET", "UNION", "LEFT"}
)


def query_body(draft: Draft, name: str, timeout: float) -> QueryBody:
    """The function body of an operation that is done by `query`."""
    statement = draft.operation.query
    assert statement is not None
    if isinstance(statement, CallerStatement):
        return _given_query(draft, name, statement, timeout)
    empty = empty_answer(draft, draft.scope)
    return QueryBody(
        source=attribute_name(name),
        method="query",
        result="rows",
        arguments=(*_bound(draft, statement), *_limit(draft, timeout)),
        handled=_handled(draft, empty_branches(draft, MATCHERS, empty, "error")),
        counted=count_branches(draft, "len(rows)"),
        answer=_of_rows(draft, "rows"),
    )


def execute_body(draft: Draft, name: str, timeout: float) -> ExecuteBody:
    """The function body of an operation that is done by `execute`."""
    statement = draft.operation.execute
    assert statement is not None
    given = isinstance(statement, CallerStatement)
    arguments = _given(draft, statement) if isinstance(statement, CallerStatement) else _bound(draft, statement)
    return ExecuteBody(
        source=attribute_name(name),
        limit=f"timeout={timeout!r}" if draft.operation.timeout is not None else "",
        method="execute_given" if given else "execute",
        arguments=arguments,
        handled=_handled(draft),
        counted=count_branches(draft, "changed.count"),
        answer=_of_rows(draft, "changed.rows", {"rows": Variable("changed.count", "int")}),
    )


def _given_query(draft: Draft, name: str, statement: CallerStatement, timeout: float) -> QueryBody:
    """The caller's own statement: the columns stand beside the rows, and a cut result says so."""
    limit = statement.max_rows or 200
    made = answer(draft, draft.scope, "given.rows", fields=("columns=given.columns",))
    sentence = Prose((f"There are more than these {limit} rows. Narrow the statement to see the others.",))
    draft.runtime("results", "cut_short")
    cut = CodeStatement("return", "cut_short", ("given.rows", sentence, "columns=given.columns"))
    return QueryBody(
        source=attribute_name(name),
        method="query_given",
        result="given",
        arguments=(*_given(draft, statement), f"max_rows={limit}", *_limit(draft, timeout)),
        handled=_handled(draft),
        counted=count_branches(draft, "len(given.rows)"),
        answer=replace(made, cut=Branch(("given.truncated",), cut)),
    )


def _given(draft: Draft, statement: CallerStatement) -> tuple[str, ...]:
    """The caller's statement, and the parameter in which it came where that is not called `sql`."""
    name = statement.parameter
    return (draft.variables[name].code, *([] if name == "sql" else [f"parameter={flat(name)}"]))


def _limit(draft: Draft, timeout: float) -> tuple[str, ...]:
    return () if draft.operation.timeout is None else (f"timeout={timeout!r}",)


def _bound(draft: Draft, statement: Statement) -> tuple[str, ...]:
    parsed = parse_statement(statement.sql)
    draft.constants[STATEMENT] = _statement_text(parsed.for_sqlalchemy())
    return (STATEMENT, mapping({name: draft.variables[name].code for name in parsed.names}))


def _statement_text(sql: str) -> str:
    """A long statement, or one of several lines, as a text of several lines where it can be shown as it is."""
    lines = sql.strip("\n").split("\n")
    if len(lines) == 1 and len(sql) > LONGEST_STATEMENT:
        lines = _clauses(sql)
    plain = '"""' not in sql and "\\" not in sql and all(line == line.rstrip() and line.isprintable() for line in lines)
    if len(lines) > 1 and plain:
        return '"""\n' + "\n".join(lines) + '\n"""'
    return flat(sql)


def _clauses(sql: str) -> list[str]:
    """The statement with a new line for each clause; a line break means the same there as the space before."""
    lines, start, depth = [], 0, 0
    for token in tokens(sql):
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "other" else 0
        if depth == 0 and token.offset > 0 and token.keyword in CLAUSES and sql[token.offset - 1] == " ":
            lines.append(sql[start : token.offset].rstrip(" "))
            start = token.offset
    return [*lines, sql[start:].rstrip()]


def _handled(draft: Draft, empty: tuple[Branch, ...] = ()) -> tuple[Branch, ...]:
    """The branches for a failure of the database."""
    handled = (*empty, *failure_branches(draft, MATCHERS))
    if handled:
        draft.runtime("sql", FAILURE_CLASS)
    return handled


def _of_rows(draft: Draft, rows: str, names: dict[str, Variable] | None = None) -> Answer:
    """The answer made of rows: all of them, or the first one as an object, or its first column as a value."""
    scope = draft.scope_with(**(names or {}))
    taken = draft.operation.returns.fields
    function = draft.runtime("expressions", "taken") if taken else ""
    fields = tuple(keyword_arguments({key: f"{function}({flat(each)}, {rows})" for key, each in taken.items()}))
    return answer(draft, scope, _value(draft, rows), fields=fields)


def _value(draft: Draft, rows: str) -> str:
    """Code that takes the declared result out of the rows."""
    kind, result = draft.operation.returns.kind, draft.operation.result
    optional = ", optional=True" if draft.operation.empty is not None else ""
    if result is not None:
        found = f"{draft.runtime('expressions', 'taken')}({flat(result)}, {rows})"
    elif kind == "object":
        found = f"{rows}[0] if {rows} else None"
    elif kind in ("value", "text"):
        found = f"{draft.runtime('results', 'first_value')}({rows})"
    else:
        found = rows
    match kind:
        case "list":
            return rows if result is None else f"{draft.runtime('results', 'items_of')}({found})"
        case "object":
            return f"{draft.runtime('results', 'mapping_of')}({found}{optional})"
        case "text":
            return f'{draft.runtime("values", "text")}({found}, absent="")'
        case _:
            return found
