"""Statements that the caller gives: one, and under `query_given` nothing but reading."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

sql = importlib.import_module("demo_server.runtime.sql")
failure = importlib.import_module("demo_server.runtime.failure")

BOTH = ["sqlite", "postgresql"]


@pytest.fixture
async def notes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Any]:
    """A source with three notes, of the kind that the test asks for."""
    kind = request.param
    url = f"sqlite:///{tmp_path / 'notes.db'}" if kind == "sqlite" else request.getfixturevalue("postgresql")
    async with sql.SqlSource("notes", url, timeout=5, setup="") as source:
        async with source.begin() as transaction:
            await transaction.execute("CREATE TABLE notes (id INTEGER, body TEXT)", {})
            await transaction.execute("INSERT INTO notes VALUES (1, 'a'), (2, 'b'), (3, 'c')", {})
        yield source
        assert await source.query("SELECT count(*) AS n FROM notes", {}) == [{"n": 3}]


def on(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("notes", kinds, indirect=True)


async def failed(work: Any) -> Any:
    with pytest.raises(failure.Failure) as caught:
        await work
    return caught.value


@on(*BOTH)
async def test_no_more_rows_than_asked_for_come_and_the_rest_is_told(notes: Any) -> None:
    some = await notes.query_given("SELECT id FROM notes ORDER BY id", 2)
    assert (some.columns, some.rows, some.truncated) == (["id"], [{"id": 1}, {"id": 2}], True)
    assert not (await notes.query_given("SELECT id FROM notes ORDER BY id", 3)).truncated


@on(*BOTH)
async def test_an_empty_result_still_names_its_columns(notes: Any) -> None:
    none = await notes.query_given("SELECT id, body FROM notes WHERE id > 9", 5)
    assert (none.columns, none.rows, none.truncated) == (["id", "body"], [], False)


@on(*BOTH)
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM notes LIMIT 1;",
        "  -- a comment\n/* and * another */ SELECT 1 AS id",
        "WITH n AS (SELECT 1 AS id) SELECT id FROM n",
        "SELECT 1 AS id UNION ALL SELECT 1 WHERE 1 = 2",
    ],
)
async def test_what_reads_is_run(notes: Any, statement: str) -> None:
    assert (await notes.query_given(statement, 5)).rows == [{"id": 1}]


@on(*BOTH)
async def test_nothing_in_the_statement_is_taken_for_a_parameter(notes: Any) -> None:
    given = await notes.query_given("SELECT ':id %s ? $1' AS a, 7 % 4 AS b", 5)
    assert given.rows == [{"a": ":id %s ? $1", "b": 3}]


@on(*BOTH)
@pytest.mark.parametrize(
    "statement",
    [
        "",
        "-- nothing",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE notes",
        "SELECT 1; COMMIT; DROP TABLE notes",
        "SELECT 1\0; DROP TABLE notes",
        "INSERT INTO notes VALUES (4, 'd')",
        "UPDATE notes SET body = 'x' RETURNING id",
        "DELETE FROM notes",
        "WITH x AS (SELECT 1) DELETE FROM notes",
        "DROP TABLE notes",
        "CREATE TABLE more (id INTEGER)",
        "CREATE TEMP TABLE more (id INTEGER)",
        "BEGIN",
        "COMMIT",
        "SELECT $1",
    ],
)
async def test_what_does_not_only_read_is_refused_by_parameter(notes: Any, statement: str) -> None:
    error = await failed(notes.query_given(statement, 5, parameter="statement"))
    assert error.category == "validation"
    if isinstance(error, failure.InvalidArguments):
        assert error.description.startswith("'statement' was not run: ")
        assert error.details["problems"][0]["parameter"] == "statement"


@on("sqlite")
@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version",
        "PRAGMA query_only = OFF",
        "SELECT * FROM pragma_table_info('notes')",
        "ATTACH 'other.db' AS other",
        "VACUUM INTO 'copy.db'",
        "SELECT load_extension('x')",
        "SELECT fts3_tokenizer('simple')",
        "SELECT 'aaaa' REGEXP '(a+)+$'",
        "UPDATE sqlite_master SET sql = ''",
        "SELECT ?",
        "SELECT :id",
        "SAVEPOINT a",
        "REINDEX",
        "ANALYZE",
    ],
)
async def test_sqlite_refuses_what_reaches_beyond_reading(
    notes: Any, statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (await failed(notes.query_given(statement, 5))).category == "validation"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.db"]


@on("sqlite")
async def test_sqlite_runs_table_valued_functions_and_full_text_search(notes: Any) -> None:
    async with notes.begin() as transaction:
        await transaction.execute("CREATE VIRTUAL TABLE words USING fts5 (word)", {})
        await transaction.execute("INSERT INTO words VALUES ('hello world')", {})
    found = await notes.query_given("SELECT word FROM words WHERE words MATCH 'hello' ORDER BY rank", 5)
    assert found.rows == [{"word": "hello world"}]
    assert len((await notes.query_given("SELECT value FROM json_each('[1, 2]')", 5)).rows) == 2


@on("postgresql")
@pytest.mark.parametrize(
    "statement",
    [
        "WITH gone AS (DELETE FROM notes RETURNING id) SELECT id FROM gone",
        "SELECT * INTO copy FROM notes",
        "SELECT nextval('numbers')",
        "SELECT set_config('transaction_read_only', 'off', true)",
        "SELECT id FROM notes FOR UPDATE",
        "COPY notes TO STDOUT",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SET ROLE postgres",
        "DO $$ BEGIN DELETE FROM notes; END $$",
        "CALL nothing()",
        "EXPLAIN ANALYZE DELETE FROM notes",
        "VACUUM",
        "LISTEN something",
    ],
)
async def test_postgresql_refuses_what_is_no_reading(notes: Any, statement: str) -> None:
    async with notes.begin() as transaction:
        await transaction.execute("CREATE SEQUENCE numbers", {})
    assert (await failed(notes.query_given(statement, 5))).category == "validation"


@on("postgresql")
async def test_postgresql_keeps_neither_locks_nor_settings_of_a_caller(notes: Any) -> None:
    await notes.query_given("SELECT pg_advisory_lock(7), set_config('search_path', 'nowhere', false)", 1)
    await notes.execute_given("SET statement_timeout = 1")
    assert await notes.query("SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory'", {}) == [{"n": 0}]
    assert len(await notes.query("SELECT id, pg_sleep(0.01) FROM notes", {})) == 3


@on(*BOTH)
@pytest.mark.parametrize(
    ("statement", "code", "said"),
    [
        ("SELECT * FORM notes", "42601", 'near "FORM"'),
        ("SELECT * FROM missing", "42P01", "missing"),
        ("SELECT missing FROM notes", "42703", "missing"),
        ("SELECT missing(1)", "42883", "missing"),
    ],
)
async def test_an_error_in_the_statement_is_the_callers_with_the_words_of_the_database(
    notes: Any, statement: str, code: str, said: str
) -> None:
    error = await failed(notes.query_given(statement, 5))
    assert (error.category, error.name, error.sent) == ("validation", f"sql_{code}", False)
    assert said in error.message
    assert error.description.endswith("The statement did not execute.")
    assert (await failed(notes.query(statement, {}))).category == "business"


@on(*BOTH)
async def test_a_given_change_is_committed_and_tells_its_rows(notes: Any) -> None:
    changed = await notes.execute_given("UPDATE notes SET body = '%s :x' WHERE id = 1 RETURNING id")
    assert (changed.rows, changed.count) == ([{"id": 1}], 1)
    assert (await notes.execute_given("UPDATE notes SET body = 'z' WHERE id > 1")).count == 2
    bodies = await notes.query("SELECT body FROM notes ORDER BY id", {})
    assert [row["body"] for row in bodies] == ["%s :x", "z", "z"]


@on(*BOTH)
async def test_a_given_change_is_rolled_back_with_its_transaction(notes: Any) -> None:
    async def work() -> None:
        async with notes.begin() as transaction:
            assert (await transaction.execute_given("DELETE FROM notes")).count == 3
            raise KeyError

    with pytest.raises(KeyError):
        await work()


@on(*BOTH)
@pytest.mark.parametrize(
    "statement",
    ["COMMIT", "ROLLBACK", "SAVEPOINT a", "DELETE FROM notes; COMMIT", "DELETE FROM notes; SELECT 1", "VACUUM"],
)
async def test_a_given_change_is_one_statement_and_cannot_end_the_transaction(notes: Any, statement: str) -> None:
    assert (await failed(notes.execute_given(statement))).category == "validation"


@on("sqlite")
@pytest.mark.parametrize("statement", ["ATTACH 'other.db' AS other", "PRAGMA writable_schema = 1", "DETACH main"])
async def test_a_given_change_in_sqlite_stays_in_its_database(notes: Any, statement: str) -> None:
    assert isinstance(await failed(notes.execute_given(statement)), failure.InvalidArguments)


@on("postgresql")
async def test_a_given_change_in_postgresql_does_not_copy_files(notes: Any) -> None:
    assert isinstance(await failed(notes.execute_given("COPY notes TO '/tmp/x'")), failure.InvalidArguments)
