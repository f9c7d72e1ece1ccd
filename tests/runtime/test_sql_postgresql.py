"""What is special about PostgreSQL: types, locks, COMMIT, and what is said while connecting."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

sql = importlib.import_module("demo_server.runtime.sql")
failure = importlib.import_module("demo_server.runtime.failure")

ITEM = {
    "id": "7f1d3f0e-8d3b-4f1c-9f53-0d5a8d4e0c11",
    "day": "2026-11-30",
    "count": 5,
    "price": 20.5,
    "name": "lamp",
    "sold": True,
    "at": "2026-11-30T10:00:00+00:00",
    "tags": ["x", "y"],
    "doc": {"a": [1, None]},
    "docs": [{"a": 1}],
    "span": "P1Y2M3DT4H",
    "ratio": 1.5,
}
TYPES = {
    "id": "uuid",
    "day": "date",
    "count": "integer",
    "price": "numeric(12,2)",
    "name": "text",
    "sold": "boolean",
    "at": "timestamptz",
    "tags": "text[]",
    "doc": "jsonb",
    "docs": "json",
    "span": "interval",
    "ratio": "float8",
}


@pytest.fixture
async def shop(postgresql: str) -> AsyncIterator[Any]:
    """A source with one item of many types, whose values are those of a JSON call."""
    async with sql.SqlSource("shop", f"{postgresql}%20-ctimezone%3DUTC", timeout=5) as source:
        async with source.begin() as transaction:
            columns = ", ".join(f"{name} {kind}" for name, kind in TYPES.items())
            await transaction.execute(
                f"CREATE TABLE items ({columns}, UNIQUE (name) DEFERRABLE INITIALLY DEFERRED)", {}
            )
            await transaction.execute(f"INSERT INTO items VALUES ({', '.join(f':{name}' for name in ITEM)})", ITEM)
        yield source


async def failed(work: Any) -> Any:
    with pytest.raises(failure.Failure) as caught:
        await work
    return caught.value


async def change(shop: Any, statement: str, **parameters: Any) -> Any:
    async with shop.begin() as transaction:
        return await transaction.execute(statement, parameters)


async def test_values_of_a_call_come_back_as_they_went_in(shop: Any) -> None:
    assert await shop.query("SELECT * FROM items", {}) == [ITEM]


@pytest.mark.parametrize("name", [name for name in TYPES if name not in ("doc", "docs")])
async def test_a_parameter_takes_the_type_of_the_column_beside_it(shop: Any, name: str) -> None:
    assert len(await shop.query(f"SELECT 1 FROM items WHERE {name} = :value", {"value": ITEM[name]})) == 1


@pytest.mark.parametrize("name", [name for name in TYPES if name not in ("doc", "docs")])
async def test_an_optional_parameter_of_any_type_may_be_unset(shop: Any, name: str) -> None:
    statement = f"SELECT 1 FROM items WHERE (:value IS NULL OR {name} = :value) AND (:value IS NOT NULL OR 1 = 1)"
    assert len(await shop.query(statement, {"value": None})) == 1
    assert len(await shop.query(statement, {"value": ITEM[name]})) == 1


async def test_a_list_is_an_array(shop: Any) -> None:
    for name in ("id", "count", "name", "day"):
        statement = f"SELECT 1 FROM items WHERE {name} = ANY(:values)"
        assert len(await shop.query(statement, {"values": [ITEM[name]]})) == 1
        assert await shop.query(statement, {"values": []}) == []


async def test_a_cast_stands_behind_an_escaped_colon(shop: Any) -> None:
    assert await shop.query(r"SELECT :day\:\:date + 1 AS next", {"day": "2026-11-30"}) == [{"next": "2026-12-01"}]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12345678901234567890.0", 12345678901234567890),
        ("0.1", 0.1),
        ("0.30000000000000004441", "0.30000000000000004441"),
        ("CAST('NaN' AS float8)", "NaN"),
        ("CAST('-Infinity' AS numeric)", "-Infinity"),
        ("CAST('infinity' AS timestamptz)", "infinity"),
        ("CAST('0044-03-15 BC' AS date)", "0044-03-15 BC"),
        ("CAST('2026-01-02 03\\:04' AS timestamp)", "2026-01-02T03:04:00"),
        ("CAST('03\\:04' AS time)", "03:04:00"),
        ("CAST('24\\:00' AS time)", "24:00:00"),
        ("CAST('\\x00ff' AS bytea)", "AP8="),
        ("CAST('10.0.0.1' AS inet)", "10.0.0.1"),
        ("ARRAY[CAST('1 day' AS interval), NULL]", ["P1D", None]),
        ("CAST(9007199254740993 AS bigint)", 9007199254740993),
        ("CAST('[1,2)' AS int4range)", "[1, 2)"),
    ],
)
async def test_values_come_as_json(shop: Any, expression: str, value: object) -> None:
    assert await shop.query(f"SELECT {expression} AS value", {}) == [{"value": value}]


@pytest.mark.parametrize(
    ("name", "value"), [("id", "no-uuid"), ("day", "2026-02-30"), ("count", 2**40), ("name", "a\0b")]
)
async def test_a_value_that_does_not_fit_is_a_validation_failure(shop: Any, name: str, value: object) -> None:
    error = await failed(change(shop, f"UPDATE items SET {name} = :value", value=value))
    assert error.category == "validation"
    assert error.code.startswith("22")


async def test_a_row_that_another_transaction_holds_is_told_as_locked(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin() as first:
            await first.execute("UPDATE items SET count = 1", {})
            async with shop.begin(timeout=0.4) as second:
                await second.execute("UPDATE items SET count = 2", {})

    error = await failed(work())
    assert (error.category, error.name, error.sent) == ("transient", "locked", False)
    assert (await change(shop, "UPDATE items SET count = 3")).count == 1


async def test_a_violation_found_at_commit_changed_nothing(shop: Any) -> None:
    error = await failed(change(shop, "INSERT INTO items (name) VALUES ('lamp')"))
    assert (error.name, error.constraint, error.sent) == ("sql_23505", "items_name_key", False)
    assert error.description.endswith("The transaction was rolled back, nothing was changed.")


async def test_a_connection_lost_before_commit_changed_nothing(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin() as transaction:
            await transaction.execute("DELETE FROM items", {})
            await transaction.execute("SELECT pg_terminate_backend(pg_backend_pid())", {})

    error = await failed(work())
    assert (error.category, error.sent) == ("transient", False)
    assert len(await shop.query("SELECT 1 FROM items", {})) == 1


async def test_a_connection_lost_at_commit_leaves_the_outcome_unknown(shop: Any) -> None:
    async with shop.begin() as transaction:
        body = r"BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END"
        await transaction.execute(f"CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS '{body}'", {})
        await transaction.execute(
            "CREATE CONSTRAINT TRIGGER hanging AFTER DELETE ON items DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION hang_up()",
            {},
        )
    error = await failed(change(shop, "DELETE FROM items"))
    assert (error.category, error.sent) == ("transient", True)
    assert "may have taken effect" in error.description


async def test_a_connection_that_died_while_idle_is_replaced_unseen(shop: Any, postgresql: str) -> None:
    with psycopg.connect(postgresql, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    assert len(await shop.query("SELECT 1 FROM items", {})) == 1


async def test_a_statement_that_is_given_up_ends_in_the_server_too(shop: Any) -> None:
    assert (await failed(shop.query("SELECT pg_sleep(60)", {}, timeout=0.2))).name == "timeout"
    running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%sleep(60)' AND state = 'active'"
    assert await shop.query(running, {}) == []


@pytest.mark.parametrize(
    ("old", "new", "category", "name"),
    [
        ("secret-of-the-tester", "wrong-password", "permission", "sql_28P01"),
        ("tester:", "nobody:", "permission", "sql_28P01"),
        ("/postgres?", "/missing?", "business", "sql_3D000"),
    ],
)
async def test_what_is_refused_while_connecting_is_classified(
    postgresql: str, old: str, new: str, category: str, name: str
) -> None:
    async with sql.SqlSource("shop", postgresql.replace(old, new), timeout=5) as source:
        error = await failed(source.query("SELECT 1", {}))
    assert (error.category, error.name, error.sent) == (category, name, False)
    assert "secret" not in error.description
    assert "wrong-password" not in error.description
