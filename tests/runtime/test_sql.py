"""What the SQL client promises for every database, on real ones."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest

sql = importlib.import_module("demo_server.runtime.sql")
failure = importlib.import_module("demo_server.runtime.failure")

TABLES = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, email TEXT UNIQUE NOT NULL, age INTEGER CHECK (age < 200))",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers (id))",
    "INSERT INTO customers VALUES (1, 'ada@example.com', 36), (2, 'alan@example.com', NULL)",
)
ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n"


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
async def shop(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Any]:
    """A source with two customers in it."""
    urls = {"sqlite": f"sqlite:///{tmp_path / 'shop.db'}", "memory": "sqlite:///:memory:"}
    url = urls.get(request.param) or request.getfixturevalue("postgresql")
    async with sql.SqlSource("shop", url, timeout=5, pool=3, setup="") as source:
        async with source.begin() as transaction:
            for statement in TABLES:
                await transaction.execute(statement, {})
        yield source


async def emails(shop: Any) -> list[str]:
    return [row["email"] for row in await shop.query("SELECT email FROM customers ORDER BY id", {})]


async def failed(work: Any) -> Any:
    """The failure that the work ends with."""
    with pytest.raises(failure.Failure) as caught:
        await work
    return caught.value


async def change(shop: Any, statement: str, **parameters: Any) -> Any:
    async with shop.begin() as transaction:
        return await transaction.execute(statement, parameters)


async def test_a_query_gives_rows_by_column_name(shop: Any) -> None:
    rows = await shop.query("SELECT id, email FROM customers WHERE age > :age", {"age": 30})
    assert rows == [{"id": 1, "email": "ada@example.com"}]


async def test_a_query_that_finds_nothing_gives_no_rows(shop: Any) -> None:
    assert await shop.query("SELECT id FROM customers WHERE email = :email", {"email": "nobody"}) == []


async def test_a_column_name_that_comes_twice_gets_a_number(shop: Any) -> None:
    rows = await shop.query("SELECT c.id, d.id FROM customers c JOIN customers d ON c.id < d.id", {})
    assert rows == [{"id": 1, "id_2": 2}]


@pytest.mark.parametrize(("age", "found"), [(None, [1, 2]), (36, [1]), (37, [])])
async def test_an_optional_parameter_may_be_compared_with_null(shop: Any, age: int | None, found: list[int]) -> None:
    statement = "SELECT id FROM customers WHERE (:age IS NULL OR age = :age) ORDER BY id"
    assert [row["id"] for row in await shop.query(statement, {"age": age})] == found


@pytest.mark.parametrize(("email", "found"), [(None, 2), ("ada@example.com", 1)])
async def test_an_optional_text_may_be_compared_with_null(shop: Any, email: str | None, found: int) -> None:
    statement = "SELECT id FROM customers WHERE (:email is null OR email = :email)"
    assert len(await shop.query(statement, {"email": email})) == found


async def test_a_value_is_never_read_as_sql(shop: Any) -> None:
    value = "'; DROP TABLE customers; -- :x %s ?"
    assert await shop.query("SELECT CAST(:value AS TEXT) AS value", {"value": value}) == [{"value": value}]
    assert len(await emails(shop)) == 2


async def test_escaped_colons_and_percent_signs_stay_what_they_are(shop: Any) -> None:
    rows = await shop.query(r"SELECT '10\:30 100%' AS a FROM customers WHERE email LIKE 'ada%'", {})
    assert rows == [{"a": "10:30 100%"}]


async def test_a_query_cannot_change_anything(shop: Any) -> None:
    error = await failed(shop.query("DELETE FROM customers", {}))
    assert (error.category, error.name) == ("permission", "sql_25006")
    assert len(await emails(shop)) == 2


async def test_a_change_tells_how_many_rows_it_changed(shop: Any) -> None:
    assert (await change(shop, "UPDATE customers SET age = 50")).count == 2
    assert (await change(shop, "UPDATE customers SET age = 50 WHERE id = 9")).count == 0


async def test_a_change_gives_the_rows_that_it_returns(shop: Any) -> None:
    changed = await change(shop, "INSERT INTO customers VALUES (3, :email, 1) RETURNING id, email", email="x@y")
    assert (changed.rows, changed.count) == ([{"id": 3, "email": "x@y"}], 1)
    assert "x@y" in await emails(shop)


@pytest.mark.parametrize(
    ("statement", "category", "name", "constraints"),
    [
        (
            "INSERT INTO customers VALUES (3, 'ada@example.com', 1)",
            "business",
            "sql_23505",
            {"customers.email", "customers_email_key"},
        ),
        ("INSERT INTO customers VALUES (3, NULL, 1)", "validation", "sql_23502", {"customers.email"}),
        ("INSERT INTO customers VALUES (3, 'x', 500)", "validation", "sql_23514", {"age < 200", "customers_age_check"}),
        ("INSERT INTO orders VALUES (1, 99)", "validation", "sql_23503", {None, "orders_customer_fkey"}),
        ("INSERT INTO missing VALUES (1)", "business", "sql_42P01", {None}),
        ("UPDATE customers SET missing = 1", "business", "sql_42703", {None}),
        ("UPDAT customers SET age = 1", "business", "sql_42601", {None}),
    ],
)
async def test_an_error_is_classified_by_its_sqlstate_and_changes_nothing(
    shop: Any, statement: str, category: str, name: str, constraints: set[str | None]
) -> None:
    async def work() -> None:
        async with shop.begin() as transaction:
            await transaction.execute("UPDATE customers SET email = 'gone' WHERE id = 2", {})
            await transaction.execute(statement, {})

    error = await failed(work())
    assert (error.category, error.name, error.code, error.sent) == (category, name, name[4:], False)
    assert error.constraint in constraints
    assert error.details.get("constraint") == error.constraint
    assert error.details["upstream"] == {"code": error.code, "message": error.message}
    assert error.message in error.description
    assert error.description.endswith("The transaction was rolled back, nothing was changed.")
    assert await emails(shop) == ["ada@example.com", "alan@example.com"]


async def test_a_message_holds_neither_statement_nor_values_nor_links(shop: Any) -> None:
    error = await failed(change(shop, "INSERT INTO customers VALUES (3, :email, 7654321)", email="secret-value"))
    assert not any(word in error.description for word in ("INSERT", "secret-value", "7654321", "sqlalche", "\n"))


async def test_a_parameter_that_was_forgotten_is_a_failure_without_the_statement(shop: Any) -> None:
    error = await failed(shop.query("SELECT id FROM customers WHERE id = :id", {}))
    assert (error.category, error.name) == ("business", "sql_HY000")
    assert "'id'" in error.description
    assert "SELECT" not in error.description


async def test_whatever_is_raised_in_a_transaction_rolls_it_back(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin() as transaction:
            await transaction.execute("DELETE FROM customers", {})
            raise KeyError

    with pytest.raises(KeyError):
        await work()
    assert len(await emails(shop)) == 2


@pytest.mark.parametrize("value", [2**70, "\ud800"])
async def test_a_value_that_no_column_holds_is_a_validation_failure(shop: Any, value: object) -> None:
    statement = "UPDATE customers SET " + ("email = :value" if isinstance(value, str) else "age = :value")
    assert (await failed(change(shop, statement, value=value))).category == "validation"


async def test_a_runaway_query_is_stopped_when_its_time_is_over(shop: Any) -> None:
    error = await failed(shop.query(ENDLESS, {}, timeout=0.2))
    assert (error.category, error.name, error.sent) == ("transient", "timeout", False)
    assert "within 0.2 s" in error.description
    assert await emails(shop) == ["ada@example.com", "alan@example.com"]


async def test_a_runaway_statement_of_the_caller_is_stopped(shop: Any) -> None:
    assert (await failed(shop.query_given(ENDLESS, 1, timeout=0.2))).name == "timeout"
    assert (await shop.query_given("SELECT 1 AS one", 1)).rows == [{"one": 1}]


async def test_a_runaway_change_is_rolled_back(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin(timeout=0.2) as transaction:
            await transaction.execute("DELETE FROM customers", {})
            await transaction.execute(ENDLESS, {})

    error = await failed(work())
    assert (error.name, error.sent) == ("timeout", False)
    assert len(await emails(shop)) == 2


async def test_a_block_that_takes_too_long_is_rolled_back(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin(timeout=0.1) as transaction:
            await transaction.execute("DELETE FROM customers", {})
            await asyncio.Event().wait()

    assert (await failed(work())).name == "timeout"
    assert len(await emails(shop)) == 2


async def test_another_time_out_in_the_block_is_not_taken_for_ours(shop: Any) -> None:
    with pytest.raises(TimeoutError):
        async with shop.begin():
            raise TimeoutError


async def test_waiting_for_a_connection_counts(shop: Any, request: pytest.FixtureRequest) -> None:
    connections = 3 if "postgresql" in request.node.name else 1

    async def work() -> None:
        async with AsyncExitStack() as held:
            for _ in range(connections):
                await held.enter_async_context(shop.begin())
            await held.enter_async_context(shop.begin(timeout=0.1))

    error = await failed(work())
    assert (error.name, error.sent) == ("timeout", False)
    assert error.description.endswith("The statement did not execute.")


async def test_cancelling_the_call_stops_the_statement(shop: Any) -> None:
    async def work() -> None:
        async with shop.begin() as transaction:
            await transaction.execute("DELETE FROM customers", {})
            await transaction.execute(ENDLESS, {})

    task = asyncio.create_task(work())
    done, _ = await asyncio.wait({task}, timeout=0.2)
    assert not done
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(await emails(shop)) == 2
    assert (await change(shop, "UPDATE customers SET age = 1")).count == 2


async def test_a_cancel_scope_around_the_call_stops_the_statement(shop: Any) -> None:
    with anyio.move_on_after(0.2) as scope:
        await shop.query(ENDLESS, {})
    assert scope.cancelled_caught
    assert (await change(shop, "UPDATE customers SET age = 1")).count == 2


async def test_many_calls_at_once_all_succeed(shop: Any) -> None:
    async def one(number: int) -> None:
        await change(shop, "INSERT INTO customers VALUES (:id, :email, 1)", id=100 + number, email=str(number))

    found = await asyncio.gather(*(shop.query("SELECT id FROM customers WHERE id < 3", {}) for _ in range(50)))
    assert {len(rows) for rows in found} == {2}
    await asyncio.gather(*(one(number) for number in range(50)))
    assert len(await emails(shop)) == 52


async def test_the_event_loop_goes_on_while_a_statement_runs(shop: Any) -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await failed(shop.query(ENDLESS, {}, timeout=0.1))
    counting.cancel()
    assert turns > 100


async def test_an_unreachable_database_did_not_execute_anything() -> None:
    secret = "hunter2"
    for url in ("sqlite:////nowhere/shop.db", f"postgresql://ada:{secret}@127.0.0.1:1/shop"):
        async with sql.SqlSource("shop", url, timeout=5) as source:
            for work in (source.query("SELECT 1", {}), change(source, "SELECT 1"), source.query_given("SELECT 1", 1)):
                error = await failed(work)
                assert (error.category, error.name, error.sent) == ("transient", "unreachable", False)
                assert error.description.endswith("The statement did not execute.")
                assert secret not in error.description


async def test_a_test_may_stand_in_for_the_client() -> None:
    async def query(self: Any, *_: Any, **__: Any) -> None:
        raise sql.SqlFailure(self.name, "23505", message="duplicate key", constraint="customers_email_key")

    stand_in = type("StandIn", (sql.SqlSource,), {"query": query})
    async with stand_in("shop", "sqlite://", timeout=1) as source:
        error = await failed(source.query("SELECT 1", {}))
    assert (error.category, error.name, error.constraint) == ("business", "sql_23505", "customers_email_key")
