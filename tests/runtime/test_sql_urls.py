"""URLs of databases: which can be used, and what is said of the others."""

from __future__ import annotations

import importlib

import pytest

sql = importlib.import_module("demo_server.runtime.sql")
urls = importlib.import_module("demo_server.runtime.sql.urls")

GOOD = [
    "sqlite://",
    "sqlite:///shop.db",
    "sqlite:////var/shop.db",
    "sqlite:///:memory:",
    "sqlite+aiosqlite:///shop.db",
    "postgres://localhost/shop",
    "postgresql://ada:p%40ss@localhost:5432/shop?sslmode=require",
    "postgresql://ada:pa/ss@localhost/shop",
    "postgresql+psycopg://localhost/shop",
]
BAD = [
    "",
    "shop.db",
    "hunter2",
    "mysql://ada:hunter2@localhost/shop",
    "postgresql+asyncpg://ada:hunter2@localhost/shop",
    "sqlite://shop.db",
    "sqlite:///shop.db?mode=hunter2",
    "postgresql://ada:hunter2@extra@localhost/shop",
    "postgresql://ada:hun@ter2@localhost/shop",
    "postgresql://ada:hunter2@localhost:port/shop",
    "postgresql://ada:hunter2@localhost/shop?nonsense=hunter2",
]


@pytest.mark.parametrize("url", GOOD)
def test_a_url_that_can_be_used_is_taken(url: str) -> None:
    sql.SqlSource("shop", url, timeout=5)


@pytest.mark.parametrize("url", BAD)
def test_another_is_refused_in_one_line_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"the URL of the source .* (is|has|needs) ") as caught:
        sql.SqlSource("shop", url, timeout=5)
    assert "\n" not in str(caught.value)
    assert not any(secret in str(caught.value) for secret in ("hunter2", "ter2@"))


@pytest.mark.parametrize("url", BAD[:-1])
def test_the_settings_can_ask_before_the_start(url: str) -> None:
    with pytest.raises(ValueError, match=r"^is "):
        urls.sql_url(url)
