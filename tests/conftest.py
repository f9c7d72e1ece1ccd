"""Fixtures for all tests."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import psycopg
import pytest
from postgresql_server import MissingServerError, running


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """SQLAlchemy's drivers know asyncio only."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL server, for administration; tests take `postgresql`."""
    try:
        with running() as url:
            yield url
    except MissingServerError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """The URL of PostgreSQL with an empty schema of the test's own, which is quicker than a database of its own."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    yield f"{postgresql_server}&options=-csearch_path%3D{name}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE")
