"""What is known of an SQL statement: its parameters, and whether it reads or writes."""

from __future__ import annotations

import re

import pytest
from failwell.statements import parse_statement
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.engine import make_url

SQLITE = make_url("sqlite+aiosqlite://").get_dialect()()
POSTGRESQL = make_url("postgresql+psycopg://").get_dialect()()
QUIET = [
    "'plain'",
    "'it''s :no'",
    "''",
    "E'back\\'slash :no'",
    "e'\\\\'",
    "'C:\\:no'",
    "'\\'",
    "'12:30'",
    '"a "" :no"',
    "`:no`",
    "$$ :no $$",
    "$tag$ $$ ' :no $tag$",
    "-- :no 'open\n",
    "/* :no ' */",
    "/* a /* :no */ b :no */",
    "x::text",
    "f(a := 1)",
    "1:2",
    "a[1:2]",
    "a[:2]",
    "?",
    "%",
    "%s",
    "\\:no",
    "( [:no name] )",
    "\n",
]
quiet = st.sampled_from(QUIET)
bound = st.sampled_from([":one", ":two", ":three_3"])
statements = st.lists(st.tuples(st.one_of(quiet, bound), st.sampled_from([" ", "  ", "\n"])), max_size=8).map(
    lambda pieces: "".join(piece + space for piece, space in pieces)
)


@given(st.lists(st.one_of(quiet, bound), max_size=8))
def test_only_what_stands_outside_of_literals_and_comments_is_a_parameter(pieces: list[str]) -> None:
    sql = " ".join(pieces)
    statement = parse_statement(sql)
    assert [":" + parameter.name for parameter in statement.parameters] == [
        piece for piece in pieces if piece in {":one", ":two", ":three_3"}
    ]
    assert all(sql.startswith(":" + parameter.name, parameter.offset) for parameter in statement.parameters)


@given(statements)
def test_sqlalchemy_binds_exactly_the_parameters_and_sends_the_rest_unchanged_to_sqlite(sql: str) -> None:
    statement = parse_statement(sql)
    compiled = text(statement.for_sqlalchemy()).compile(dialect=SQLITE)
    assert compiled.positiontup == [parameter.name for parameter in statement.parameters]
    assert compiled.string == re.sub(r"(?<!\S):(?:one|two|three_3)(?!\S)", "?", sql)


@given(statements)
def test_sqlalchemy_binds_exactly_the_parameters_and_sends_the_rest_unchanged_to_postgresql(sql: str) -> None:
    statement = parse_statement(sql)
    compiled = text(statement.for_sqlalchemy()).compile(dialect=POSTGRESQL)
    assert set(compiled.params) == set(statement.names)
    sent = re.sub(r"(?<!\S):(one|two|three_3)(?!\S)", r"%(\1)s", sql.replace("%", "%%"))
    assert compiled.string == sent


@given(st.text(alphabet=":ab1_\\'\"-*/$[]() E\n=", max_size=30))
def test_whatever_the_text_sqlalchemy_finds_the_same_parameters(sql: str) -> None:
    statement = parse_statement(sql)
    clause = text(statement.for_sqlalchemy())
    compiled = clause.compile(dialect=SQLITE)
    assert compiled.positiontup == [parameter.name for parameter in statement.parameters]
    expected = list(sql)
    for parameter in reversed(statement.parameters):
        expected[parameter.offset : parameter.offset + len(parameter.name) + 1] = "?"
    assert compiled.string == "".join(expected)


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT * FROM t WHERE a = :a AND b IN (:b,:c) AND a <> :a", ("a", "b", "c")),
        ("SELECT :ids::int[]", ("ids",)),
        ("SELECT CAST(:day AS date) + :days::interval", ("day", "days")),
        ("SELECT * FROM t WHERE id = ANY(ARRAY[:a, :b])", ("a", "b")),
        ("SELECT ARRAY [[:a], [:b]]", ("a", "b")),
        ("SELECT tags[:first] FROM t", ("first",)),
        ("SELECT tags[:2] FROM t", ()),
        ("SELECT [weird :name], t.[x] FROM [my table] t WHERE y = :y", ("y",)),
        ("SELECT f(a := :a)", ("a",)),
        ("SELECT ':a' || :b -- :c\n/* :d */", ("b",)),
        ("/* not /* nested in SQLite */ SELECT :a", ("a",)),
        ("/* nested /* in */ :b */ SELECT :a", ("a",)),
        ("SELECT name LIKE :p ESCAPE'\\' AND x = :x", ("p", "x")),
        ("SELECT a$b$c, :a, $$:no$$", ("a",)),
        ("SELECT 'unclosed :a", ()),
        ("SELECT :1", ("1",)),
    ],
)
def test_the_parameters_of_both_dialects_are_found(sql: str, names: tuple[str, ...]) -> None:
    assert parse_statement(sql).names == names


@pytest.mark.parametrize(
    ("sql", "verb", "main_verb", "writes", "returns_rows"),
    [
        ("", "", "", False, False),
        ("-- nothing\n", "", "", False, False),
        ("select 1", "SELECT", "SELECT", False, True),
        ("-- why\n/* and */ (SELECT 1) UNION (SELECT 2)", "SELECT", "SELECT", False, True),
        ("VALUES (1), (2)", "VALUES", "VALUES", False, True),
        ("PRAGMA table_info(t)", "PRAGMA", "PRAGMA", False, True),
        ("PRAGMA user_version = 2", "PRAGMA", "PRAGMA", True, True),
        ("EXPLAIN QUERY PLAN SELECT 1", "EXPLAIN", "EXPLAIN", False, True),
        ("EXPLAIN DELETE FROM t", "EXPLAIN", "EXPLAIN", False, True),
        ("EXPLAIN ANALYZE DELETE FROM t", "EXPLAIN", "EXPLAIN", True, True),
        ("INSERT INTO t VALUES (:a)", "INSERT", "INSERT", True, False),
        ("INSERT INTO t SELECT :a RETURNING id", "INSERT", "INSERT", True, True),
        ("INSERT INTO t VALUES ('RETURNING')", "INSERT", "INSERT", True, False),
        ("REPLACE INTO t VALUES (1)", "REPLACE", "REPLACE", True, False),
        ("UPDATE t SET a = (SELECT 1)", "UPDATE", "UPDATE", True, False),
        ("DELETE FROM t", "DELETE", "DELETE", True, False),
        ("MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE", "MERGE", "MERGE", True, False),
        ("CREATE TABLE t (a)", "CREATE", "CREATE", True, False),
        ("truncate t", "TRUNCATE", "TRUNCATE", True, False),
        ("SELECT replace(a, 'x', 'y') FROM t", "SELECT", "SELECT", False, True),
        ("SELECT 'DELETE FROM t'", "SELECT", "SELECT", False, True),
        ("SELECT * INTO copy FROM t", "SELECT", "SELECT", True, False),
        ("WITH a AS (SELECT 1) SELECT * FROM a", "WITH", "SELECT", False, True),
        ("WITH RECURSIVE a(n) AS (SELECT 1 UNION SELECT n + 1 FROM a) SELECT n FROM a", "WITH", "SELECT", False, True),
        (
            "WITH replace AS (SELECT upper(replace('a', 'b', 'c'))), x AS (VALUES (1)) TABLE x",
            "WITH",
            "TABLE",
            False,
            True,
        ),
        ("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", "WITH", "INSERT", True, False),
        ("WITH a AS MATERIALIZED (SELECT 1) DELETE FROM t RETURNING id", "WITH", "DELETE", True, True),
        ("WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", "WITH", "SELECT", True, True),
        ("WITH gone AS (DELETE FROM t RETURNING *) INSERT INTO old SELECT * FROM gone", "WITH", "INSERT", True, False),
        ("WITH a AS (SELECT 1) (SELECT * FROM a)", "WITH", "WITH", False, True),
    ],
)
def test_reading_is_told_from_writing(sql: str, verb: str, main_verb: str, writes: bool, returns_rows: bool) -> None:
    statement = parse_statement(sql)
    assert (statement.verb, statement.main_verb) == (verb, main_verb)
    assert (statement.writes, statement.returns_rows) == (writes, returns_rows)


@pytest.mark.parametrize(
    ("sql", "count"),
    [
        ("", 0),
        ("; -- nothing\n ;", 0),
        ("SELECT 1", 1),
        ("SELECT 1;", 1),
        ("SELECT ';' ; /* ; */", 1),
        ("SELECT 1; SELECT 2", 2),
        ("SELECT $$;$$, [a;b]; SELECT 2;", 2),
    ],
)
def test_statements_are_counted_by_semicolons_outside_of_literals(sql: str, count: int) -> None:
    assert parse_statement(sql).statements == count


def test_a_write_behind_a_semicolon_is_a_write() -> None:
    assert parse_statement("SELECT 1; DROP TABLE t").writes
