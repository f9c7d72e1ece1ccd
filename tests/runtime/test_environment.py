"""Settings read from the environment: whatever is wrong is told at once, in one line, without values."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

environment = importlib.import_module("demo_server.runtime.environment")


def reading(variables: Mapping[str, str] | None = None) -> Any:
    return environment.Environment(variables or {})


def complaint(settings: Any) -> str:
    with pytest.raises(environment.SettingsError) as caught:
        settings.check()
    return str(caught.value)


def test_a_variable_wins_over_its_default() -> None:
    settings = reading({"URL": "sqlite:///other.db"})
    assert settings.value("URL", default="sqlite:///shop.db") == "sqlite:///other.db"
    settings.check()


@pytest.mark.parametrize("variables", [{}, {"URL": ""}, {"URL": "\n"}])
def test_an_empty_variable_counts_as_missing(variables: dict[str, str]) -> None:
    assert reading(variables).value("URL", default="sqlite:///shop.db") == "sqlite:///shop.db"
    settings = reading(variables)
    settings.value("URL")
    assert complaint(settings) == "missing or empty environment variables: URL"


def test_an_empty_default_is_a_default() -> None:
    settings = reading()
    assert settings.value("PREFIX", default="") == ""
    settings.check()


def test_the_line_end_that_a_file_left_is_no_part_of_a_variable() -> None:
    assert reading({"TOKEN": "abc\n"}).value("TOKEN") == "abc"


def test_everything_that_is_missing_or_wrong_is_named_once_in_one_line() -> None:
    settings = reading({"READ_ONLY": "maybe", "BASE": "ftp://ada:hunter2@example.com"})
    settings.secret("TOKEN")
    settings.http_url("sources.github.http", f"https://{settings.value('HOST')}/{settings.value('HOST')}")
    settings.http_url("sources.shop.http", settings.value("BASE"))
    settings.boolean("READ_ONLY")
    settings.boolean("DRY_RUN")
    assert complaint(settings) == (
        "missing or empty environment variables: TOKEN, HOST, DRY_RUN; "
        "sources.shop.http must be a URL that begins with http:// or https://; READ_ONLY must be true or false"
    )


def test_secrets_are_remembered_and_so_are_passwords_of_urls() -> None:
    settings = reading({"TOKEN": "abc"})
    assert settings.secret("TOKEN") == "abc"
    settings.http_url("sources.api.http", "https://ada:a%40b@example.com")
    settings.http_url("sources.git.http", "https://ghp_token@example.com")
    settings.sql_url("sources.shop.sql", "postgresql://ada:hunter/#2@db:5432/shop")
    settings.sql_url("sources.local.sql", "postgresql://ada@db/shop")
    settings.check()
    assert set(settings.secrets) == {"abc", "a%40b", "a@b", "ghp_token", "hunter/#2"}


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("1", True), ("YES", True), ("On", True), ("false", False), ("0", False)]
)
def test_a_boolean_is_written_in_the_usual_ways(text: str, value: bool) -> None:
    settings = reading({"READ_ONLY": text})
    assert settings.boolean("READ_ONLY") is value
    assert settings.boolean("MISSING", default=text) is value
    settings.check()


@pytest.mark.parametrize("url", ["https://example.com", "HTTP://[::1]:8080/v1", "http://localhost"])
def test_an_http_url_is_taken(url: str) -> None:
    settings = reading()
    assert settings.http_url("x", url) == url
    settings.check()


@pytest.mark.parametrize(
    "url",
    [
        "example.com",
        "https://",
        "https://x:port",
        "https://x:99999",
        "https://exa mple.com",
        "http://[::1",
        "file:///x",
    ],
)
def test_another_url_is_no_http_url(url: str) -> None:
    settings = reading()
    settings.http_url("sources.api.http", url)
    assert complaint(settings).startswith("sources.api.http must be a URL")


@pytest.mark.parametrize(
    "url",
    ["sqlite:///shop.db", "sqlite+aiosqlite:///:memory:", "postgres://db/x", "postgresql+psycopg://u:p@db:5432/x"],
)
def test_a_database_url_is_taken(url: str) -> None:
    settings = reading()
    assert settings.sql_url("x", url) == url
    settings.check()


@pytest.mark.parametrize("url", ["mysql://db/x", "shop.db", "sqlite:shop.db", "https://example.com"])
def test_another_url_is_no_database_url(url: str) -> None:
    settings = reading()
    settings.sql_url("sources.shop.sql", url)
    assert complaint(settings) == "sources.shop.sql must be a URL that begins with sqlite:// or postgresql://"


def test_a_database_url_has_a_port_that_is_one() -> None:
    settings = reading()
    settings.sql_url("sources.shop.sql", "postgresql://ada:hunter2@db:port/shop")
    assert complaint(settings) == "sources.shop.sql must be a URL with a valid host and port"


@given(st.text(), st.text(st.characters(categories=["L", "N"]), min_size=12))
def test_a_complaint_never_shows_a_password(before: str, password: str) -> None:
    for url in (f"{before}://u:{password}@x", f"u:{password}@x{before}", f"https://u:{password}/@x:{before}"):
        settings = reading()
        settings.http_url("a", url)
        settings.sql_url("b", url)
        assert password not in complaint(settings)


FILE = """\
# comment

HOST=example.com
export TOKEN = abc#d   # comment
SINGLE='a "b" \\n # c'
DOUBLE="line\\nnext \\"quoted\\" \\\\ $HOST" # comment
EMPTY=
  SPACED  =  a b
HOST=later.example.com
"""


def env_file(folder: Path, content: bytes) -> Path:
    path = folder / ".env"
    path.write_bytes(content)
    return path


def test_an_environment_file_is_read_as_people_write_them(tmp_path: Path) -> None:
    expected = {
        "HOST": "later.example.com",
        "TOKEN": "abc#d",
        "SINGLE": 'a "b" \\n # c',
        "DOUBLE": 'line\nnext "quoted" \\ $HOST',
        "EMPTY": "",
        "SPACED": "a b",
    }
    assert environment.read_env_file(env_file(tmp_path, FILE.encode())) == expected
    assert (
        environment.read_env_file(env_file(tmp_path, b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode())) == expected
    )


@pytest.mark.parametrize("line", ["TOKEN", "1A=b", "A B=c", 'A="open', "A='open", "=x", "A='x' y"])
def test_a_line_that_cannot_be_read_is_told_by_its_number_and_not_repeated(tmp_path: Path, line: str) -> None:
    path = env_file(tmp_path, f"A=1\n{line}\n".encode())
    with pytest.raises(environment.SettingsError) as caught:
        environment.read_env_file(path)
    assert str(caught.value) == f"{path}, line 2: expected NAME=VALUE, with quotes closed"


def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(environment.SettingsError, match="No such file or directory"):
        environment.read_env_file(tmp_path / "none")
    with pytest.raises(environment.SettingsError, match="is not UTF-8 text"):
        environment.read_env_file(env_file(tmp_path, b"A=\xff"))


@given(st.from_regex(r"[A-Z_][A-Z0-9_]{0,8}", fullmatch=True), st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_every_quoted_value_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, name: str, value: str
) -> None:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    path = env_file(tmp_path_factory.getbasetemp(), f'{name}="{quoted}"'.encode())
    assert environment.read_env_file(path) == {name: value}
