"""A server on a real database, PostgreSQL and SQLite: what a caller's own statement cannot do."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from .projects import OWN_SPECS, rendered
from .sessions import ERAS, Connection, Era, Server, connected

pytestmark = pytest.mark.slow

SETUP = (
    "CREATE TABLE accounts (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, balance NUMERIC NOT NULL, "
    "CONSTRAINT covered CHECK (balance >= 0))",
    "INSERT INTO accounts (id, owner, balance) VALUES (1, 'ada', 100), (2, 'grace', 20.5)",
)
ENDLESS = {
    "postgresql": "SELECT pg_sleep(60)",
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
}
WRITING = {
    "postgresql": (
        "COPY accounts TO '/tmp/accounts'",
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "SELECT 1; DELETE FROM accounts",
        "WITH gone AS (DELETE FROM accounts RETURNING id) SELECT id FROM gone",
        "SELECT id INTO copies FROM accounts",
        "DELETE FROM accounts",
        "SELECT nextval('numbers')",
        "VACUUM",
    ),
    "sqlite": (
        "SELECT 1; DELETE FROM accounts",
        "DELETE FROM accounts RETURNING id",
        "ATTACH 'other.db' AS other",
        "PRAGMA journal_mode = DELETE",
        "VACUUM INTO 'copy.db'",
        "WITH gone AS (SELECT 1) DELETE FROM accounts",
    ),
}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder `src` of the server."""
    return rendered(OWN_SPECS / "ledger.yaml", tmp_path_factory.mktemp("ledger"))


class Books:
    """A database with two accounts. `kind` is its kind, `url` its address, `secret` a password in it."""

    def __init__(self, kind: str, url: str, secret: str) -> None:
        self.kind, self.url, self.secret = kind, url, secret

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """What the database answers to somebody else."""
        if self.kind == "sqlite":
            with sqlite3.connect(self.url.removeprefix("sqlite:///")) as connection:
                return connection.execute(statement).fetchall()
        with psycopg.connect(self.url) as server:
            return server.execute(statement).fetchall()


@pytest.fixture(params=ENDLESS)
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Books]:
    if request.param == "sqlite":
        path = tmp_path / "books.db"
        with sqlite3.connect(path) as connection:
            for statement in SETUP:
                connection.execute(statement)
        yield Books("sqlite", f"sqlite:///{path}", "")
        return
    url = request.getfixturevalue("postgresql")
    with psycopg.connect(url) as server:
        for statement in (*SETUP, "CREATE SEQUENCE numbers"):
            server.execute(statement)
    yield Books("postgresql", url, "secret-of-the-tester")


@pytest.fixture(params=ERAS)
async def connection(request: pytest.FixtureRequest, books: Books, ledger: Path) -> AsyncIterator[Connection]:
    era: Era = request.param
    secrets = [books.secret] if books.secret else []
    async with connected(Server("ledger", ledger, {"DATABASE_URL": books.url}, secrets), era) as connection:
        yield connection


async def test_a_query_gives_rows_or_says_that_there_are_none(connection: Connection) -> None:
    found = await connection.call("find_account", {"owner": "grace"})
    nothing = await connection.call("find_account", {"owner": "nobody"})

    assert found.body["items"] == [{"id": 2, "owner": "grace", "balance": 20.5}]
    assert (nothing.outcome, nothing.body["description"][:6]) == ("empty", "nobody")


async def test_a_change_is_kept_and_one_that_a_constraint_refuses_is_not(connection: Connection, books: Books) -> None:
    done = await connection.call("withdraw", {"id": 1, "amount": 30})
    refused = await connection.call("withdraw", {"id": 1, "amount": 71})
    missing = await connection.call("withdraw", {"id": 7, "amount": 1})

    assert done.body["balance"] == 70
    assert (refused.body["failure"], refused.body["errorCategory"]) == ("not_covered", "business")
    assert (missing.body["failure"], missing.body["errorCategory"]) == ("unknown_account", "validation")
    assert [float(balance) for (balance,) in books.rows("SELECT balance FROM accounts ORDER BY id")] == [70, 20.5]


async def test_a_callers_statement_reads_and_its_mistakes_are_validation_failures(connection: Connection) -> None:
    read = await connection.call("ask", {"sql": "SELECT owner FROM accounts WHERE balance > 50"})
    nothing = await connection.call("ask", {"sql": "SELECT owner FROM accounts WHERE balance > 5000"})
    wrong = await connection.call("ask", {"sql": "SELECT nonsense FROM accounts"})

    assert read.body["items"] == [{"owner": "ada"}]
    assert nothing.outcome == "empty"
    assert (wrong.body["errorCategory"], "nonsense" in wrong.body["description"]) == ("validation", True)


async def test_a_callers_statement_can_do_nothing_but_read(connection: Connection, books: Books) -> None:
    answers = {statement: await connection.call("ask", {"sql": statement}) for statement in WRITING[books.kind]}

    assert {statement for statement, answer in answers.items() if answer.outcome == "success"} == set()
    assert {answer.body["errorCategory"] for answer in answers.values()} <= {"validation", "permission"}
    assert books.rows("SELECT count(*) FROM accounts") == [(2,)]


async def test_a_statement_that_takes_too_long_is_interrupted(connection: Connection, books: Books) -> None:
    slow = await connection.call("ask", {"sql": ENDLESS[books.kind]})
    quick = await connection.call("ask", {"sql": "SELECT 1 AS one"})

    assert (slow.body["failure"], slow.body["errorCategory"]) == ("timeout", "transient")
    assert "0.3 s" in slow.body["description"]
    assert quick.body["items"] == [{"one": 1}]
    if books.kind == "postgresql":
        assert books.rows("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'") == [(0,)]


async def test_rows_beyond_the_limit_are_counted_as_left_out(connection: Connection) -> None:
    many = await connection.call("ask", {"sql": " UNION ALL ".join(["SELECT 1 AS one"] * 5)})

    assert (many.body["resultCount"], many.body["truncated"]) == (3, True)
