"""What is special about SQLite: the file and its setup, locks, and values without types."""

from __future__ import annotations

import asyncio
import datetime
import importlib
import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

sql = importlib.import_module("demo_server.runtime.sql")
failure = importlib.import_module("demo_server.runtime.failure")

SETUP = """
CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TRIGGER no_dragons BEFORE INSERT ON pets WHEN NEW.name = 'dragon' BEGIN
    SELECT RAISE(ABORT, 'dragons are not allowed');
END;
INSERT INTO pets VALUES (1, 'cat; dog');
"""


def source(path: Path, **options: Any) -> Any:
    return sql.SqlSource("zoo", f"sqlite:///{quote(str(path))}", timeout=5, **options)


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """A database file with one pet."""
    path = tmp_path / "zoo.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SETUP)
    return path


async def failed(work: Any) -> Any:
    with pytest.raises(failure.Failure) as caught:
        await work
    return caught.value


async def insert(pets: Any, name: Any) -> Any:
    async with pets.begin() as transaction:
        return await transaction.execute("INSERT INTO pets (name) VALUES (:name) RETURNING name", {"name": name})


async def test_a_new_file_is_made_with_the_setup_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    async with source(tmp_path / "new one?#%41.db", setup=SETUP) as pets:
        assert await pets.query("SELECT * FROM pets", {}) == [{"id": 1, "name": "cat; dog"}]
    assert [path.name for path in tmp_path.iterdir()] == ["new one?#%41.db"]


async def test_the_setup_never_touches_an_existing_file(zoo: Path) -> None:
    before = zoo.read_bytes()
    async with source(zoo, setup="DROP TABLE pets;"):
        pass
    assert zoo.read_bytes() == before


async def test_a_setup_that_fails_stops_the_start_in_one_line_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(sql.SetupError, match='near "TABEL": syntax error') as caught:
        await source(tmp_path / "new.db", setup="CREATE TABLE a (b);\nCREATE TABEL c (d);").__aenter__()
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


async def test_a_setup_in_a_missing_folder_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(sql.SetupError, match="unable to open"):
        await source(tmp_path / "missing" / "new.db", setup=SETUP).__aenter__()


async def test_servers_that_start_at_once_share_one_complete_file(tmp_path: Path) -> None:
    servers = [source(tmp_path / "new.db", setup=SETUP) for _ in range(8)]
    await asyncio.gather(*(server.__aenter__() for server in servers))
    for number, server in enumerate(servers):
        await insert(server, f"pet {number}")
    counts = [await server.query("SELECT count(*) AS n FROM pets", {}) for server in servers]
    await asyncio.gather(*(server.__aexit__(None, None, None) for server in servers))
    assert counts == [[{"n": 9}]] * 8
    assert [path.name for path in tmp_path.iterdir()] == ["new.db"]


async def test_a_relative_path_is_below_the_working_directory(zoo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(zoo.parent)
    async with sql.SqlSource("zoo", "sqlite:///zoo.db", timeout=5) as pets:
        assert len(await pets.query("SELECT * FROM pets", {})) == 1


async def test_a_missing_file_without_setup_is_not_made(tmp_path: Path) -> None:
    async with source(tmp_path / "missing.db") as pets:
        assert (await failed(insert(pets, "cat"))).name == "unreachable"
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 100)
    async with source(tmp_path / "text.db") as pets:
        error = await failed(pets.query("SELECT 1 FROM pets", {}))
    assert (error.category, error.name) == ("business", "sql_XX001")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
async def test_a_database_in_memory_is_shared_by_all_calls_and_gone_afterwards(url: str) -> None:
    for _ in range(2):
        async with sql.SqlSource("zoo", url, timeout=5, setup=SETUP) as pets:
            await insert(pets, "dog")
            assert await pets.query("SELECT count(*) AS n FROM pets", {}) == [{"n": 2}]


async def test_a_setup_that_fails_leaves_nothing_of_a_database_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(sql.SetupError):
        await sql.SqlSource("zoo", "sqlite://", timeout=5, setup="CREATE TABEL pets (id);").__aenter__()
    assert list(tmp_path.iterdir()) == []


async def test_two_databases_in_memory_are_two() -> None:
    async with (
        sql.SqlSource("a", "sqlite://", timeout=5, setup=SETUP) as first,
        sql.SqlSource("b", "sqlite://", timeout=5, setup=SETUP) as second,
    ):
        await insert(first, "dog")
        assert await second.query("SELECT count(*) AS n FROM pets", {}) == [{"n": 1}]


async def test_another_process_that_writes_is_told_as_locked(zoo: Path) -> None:
    with closing(sqlite3.connect(zoo, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with source(zoo) as pets:
            error = await failed(insert(pets, "dog"))
            assert len(await pets.query("SELECT * FROM pets", {})) == 1
            other.execute("ROLLBACK")
            assert (await insert(pets, "dog")).count == 1
    assert (error.category, error.name, error.code, error.sent) == ("transient", "locked", "55P03", False)
    assert error.description.endswith("The statement did not execute.")


async def test_a_commit_that_a_reader_blocks_is_locked_and_rolled_back(zoo: Path) -> None:
    with closing(sqlite3.connect(zoo, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM pets").fetchall()
        async with source(zoo) as pets:
            error = await failed(insert(pets, "dog"))
            other.execute("COMMIT")
            assert len(await pets.query("SELECT * FROM pets", {})) == 1
            assert (await insert(pets, "dog")).count == 1
    assert (error.name, error.sent) == ("locked", False)
    assert error.description.endswith("The transaction was rolled back, nothing was changed.")


async def test_a_trigger_that_raises_is_an_exception_of_the_database(zoo: Path) -> None:
    async with source(zoo) as pets:
        error = await failed(insert(pets, "dragon"))
    assert (error.category, error.code, error.message) == ("business", "P0001", "dragons are not allowed")


async def test_a_value_of_the_wrong_type_is_a_validation_failure(zoo: Path) -> None:
    with closing(sqlite3.connect(zoo)) as connection:
        connection.executescript("CREATE TABLE strict_pets (id INTEGER) STRICT;")
    async with source(zoo) as pets, pets.begin() as transaction:
        with pytest.raises(failure.Failure) as caught:
            await transaction.execute("INSERT INTO strict_pets VALUES ('x')", {})
    assert (caught.value.category, caught.value.code) == ("validation", "22018")


async def test_the_journal_mode_of_the_file_stays(zoo: Path) -> None:
    with closing(sqlite3.connect(zoo)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    async with source(zoo) as pets:
        await insert(pets, "dog")
        assert await pets.query("SELECT journal_mode FROM pragma_journal_mode", {}) == [{"journal_mode": "wal"}]


async def test_what_sqlite_has_no_type_for_is_bound_as_in_json(zoo: Path) -> None:
    values = {
        "day": datetime.date(2026, 11, 30),
        "at": datetime.datetime(2026, 11, 30, 10, tzinfo=datetime.UTC),
        "price": Decimal("20.50"),
        "exact": Decimal("0.30000000000000004441"),
        "tags": ["a", "ü"],
        "doc": {"a": [1, None]},
        "yes": True,
    }
    async with source(zoo) as pets:
        rows = await pets.query("SELECT " + ", ".join(f":{name} AS {name}" for name in values), values)
        found = await pets.query("SELECT id FROM pets WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": [1, 2]})
    assert rows == [
        {
            "day": "2026-11-30",
            "at": "2026-11-30T10:00:00+00:00",
            "price": 20.5,
            "exact": "0.30000000000000004441",
            "tags": '["a", "ü"]',
            "doc": '{"a": [1, null]}',
            "yes": 1,
        }
    ]
    assert found == [{"id": 1}]


async def test_values_come_as_json(zoo: Path) -> None:
    async with source(zoo) as pets:
        rows = await pets.query("SELECT x'00ff' AS a, 9e999 AS b, 9007199254740993 AS c, NULL AS d, 1.5 AS \"e.f\"", {})
    assert rows == [{"a": "AP8=", "b": "Infinity", "c": 9007199254740993, "d": None, "e.f": 1.5}]


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("abs(-9223372036854775808)", "22003"),
        ("json('{')", "22032"),
        ("zeroblob(90000000)", "22001"),
        ("lower(1, 2)", "42883"),
    ],
)
async def test_a_value_that_cannot_be_computed_has_its_sqlstate(zoo: Path, expression: str, code: str) -> None:
    async with source(zoo) as pets:
        assert (await failed(pets.query(f"SELECT {expression}", {}))).code == code
