"""SQL statements as a spec writes them, for SQLite and PostgreSQL: their parameters and what kind of statement it is.

This reads tokens and is no parser, which is enough to bind the parameters and to tell reading from writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from .sql_tokens import Token, tokens

_CHANGES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"})
_DEFINES = {"ALTER", "COMMENT", "CREATE", "DROP", "GRANT", "IMPORT", "REASSIGN", "REVOKE", "SECURITY", "TRUNCATE"}
_MAINTAINS = {"ANALYZE", "ATTACH", "CALL", "CLUSTER", "COPY", "DETACH", "DO", "LOCK", "REFRESH", "REINDEX", "VACUUM"}
_WRITES = _CHANGES | _DEFINES | _MAINTAINS
_ROWS = frozenset({"SELECT", "VALUES", "TABLE", "WITH", "PRAGMA", "EXPLAIN", "SHOW", "FETCH"})
_MAIN = _CHANGES | {"SELECT", "VALUES", "TABLE"}


@dataclass(frozen=True)
class BoundParameter:
    """One `:name` in a statement, `offset` being that of its colon."""

    name: str
    offset: int


@dataclass(frozen=True)
class SqlStatement:
    """A statement and what it does. Of several statements in one text `writes` tells of any, the rest of the first."""

    sql: str
    parameters: tuple[BoundParameter, ...]
    statements: int
    verb: str
    main_verb: str
    writes: bool
    returns_rows: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, each once, in order of appearance."""
        return tuple(dict.fromkeys(parameter.name for parameter in self.parameters))

    def for_sqlalchemy(self) -> str:
        r"""The text for `sqlalchemy.text()`, every colon that begins no parameter written as `\:`.

        `text()` looks for `:name` everywhere, also in literals, and takes `:name::type` for no parameter at all.
        """
        bound = {parameter.offset for parameter in self.parameters}
        return re.sub(":", lambda colon: ":" if colon.start() in bound else "\\:", self.sql)


@lru_cache(maxsize=2048)
def parse_statement(sql: str) -> SqlStatement:
    """What is known of the statement. Never fails: an empty text is a statement without a verb."""
    found = list(tokens(sql))
    statements = list(_split(found))
    first = statements[0] if statements else []
    main_verb = _main_verb(first)
    return SqlStatement(
        sql=sql,
        parameters=tuple(BoundParameter(token.text[1:], token.offset) for token in found if token.kind == "parameter"),
        statements=len(statements),
        verb=_verb(first),
        main_verb=main_verb,
        writes=any(_writes(statement) for statement in statements),
        returns_rows=_returns_rows(main_verb, first),
    )


def _split(found: list[Token]) -> Iterator[list[Token]]:
    statement: list[Token] = []
    for token in found:
        if token.text != ";":
            statement.append(token)
        elif statement:
            yield statement
            statement = []
    if statement:
        yield statement


def _verb(statement: list[Token]) -> str:
    return next((token.keyword for token in statement if token.text != "("), "")


def _main_verb(statement: list[Token]) -> str:
    """The verb behind the common tables of a WITH, else the first verb."""
    verb = _verb(statement)
    if verb != "WITH":
        return verb
    pairs = pairwise(_outermost(statement))
    before_name = {",", "WITH", "RECURSIVE"}
    return next((word for before, word in pairs if word in _MAIN and before not in before_name), verb)


def _outermost(statement: list[Token]) -> list[str]:
    """The keywords and signs outside of all parentheses."""
    depth = 0
    outer = []
    for token in statement:
        depth -= token.text == ")"
        if depth <= 0:
            outer.append(token.keyword)
        depth += token.text == "("
    return outer


def _writes(statement: list[Token]) -> bool:
    verb, main_verb = _verb(statement), _main_verb(statement)
    outer = _outermost(statement)
    if verb == "PRAGMA":
        return "=" in outer
    if verb == "EXPLAIN":
        return any(token.keyword in {"ANALYZE", "ANALYSE"} for token in statement) and not _CHANGES.isdisjoint(outer)
    if main_verb in {"SELECT", "WITH"} and "INTO" in outer:
        return True
    return main_verb in _WRITES or (verb == "WITH" and _has_changing_table(statement))


def _has_changing_table(statement: list[Token]) -> bool:
    """Whether a common table is a statement that changes data, as PostgreSQL allows: WITH gone AS (DELETE FROM ...)."""
    return any(
        token.keyword in _CHANGES and before.text in {"(", ")"} and after.kind != "other"
        for before, token, after in zip(statement, statement[1:], statement[2:], strict=False)
    )


def _returns_rows(main_verb: str, statement: list[Token]) -> bool:
    outer = _outermost(statement)
    if main_verb == "SELECT" and "INTO" in outer:
        return False
    return main_verb in _ROWS or "RETURNING" in outer
