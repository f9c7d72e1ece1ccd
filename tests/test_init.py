"""`failwell init`: a spec to begin with that is sound, and that never replaces anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import failwell
from failwell import cli
from failwell.schema import language_schema
from failwell.starters import server_name
from test_apply import tree
from typer.testing import CliRunner, Result

MODELINE = "# yaml-language-server: $schema=failwell.schema.json"
SOURCES = ["http", "sql", "command", "handler"]


def init(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["init", *arguments], catch_exceptions=False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    (tmp_path / "Parcel Desk").mkdir()
    monkeypatch.chdir(tmp_path / "Parcel Desk")
    return tmp_path / "Parcel Desk"


@pytest.mark.parametrize("source", SOURCES)
def test_a_starter_has_no_finding_and_becomes_a_project(folder: Path, source: str) -> None:
    done = init("parcels", "--source", source)
    assert done.exit_code == 0
    script = ["parcels.sql"] if source == "sql" else []
    assert sorted(tree(folder)) == sorted(["parcels.yaml", "failwell.schema.json", *script])
    text = (folder / "parcels.yaml").read_text(encoding="utf-8")
    assert text.splitlines()[0] == MODELINE
    assert "\n  name: parcels\n" in text
    lint = failwell("lint", "parcels.yaml", "--strict")
    assert lint.stdout == "No findings in 1 file.\n"
    assert failwell("new", "parcels.yaml").returncode == 0
    assert (folder / "parcels" / "failwell.schema.json").is_file()


def test_what_was_written_and_what_comes_next_is_told() -> None:
    assert init("parcels", "--source", "sql").stdout == (
        "Wrote parcels.yaml, failwell.schema.json, parcels.sql.\n\n"
        "Next:\n  failwell lint parcels.yaml\n  failwell new parcels.yaml\n"
    )


def test_without_a_name_the_server_is_called_like_the_folder(folder: Path) -> None:
    assert init().exit_code == 0
    assert sorted(tree(folder)) == ["failwell.schema.json", "failwell.yaml"]
    assert "\n  name: parcel-desk\n" in (folder / "failwell.yaml").read_text(encoding="utf-8")
    assert failwell("new", "failwell.yaml", ".").returncode == 0
    assert (folder / "src" / "parcel_desk" / "server.py").is_file()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Parcel Desk", "parcel-desk"),
        ("2nd_try", "nd-try"),
        ("a--b", "a-b"),
        ("退款", "my-server"),
        ("", "my-server"),
        ("x" * 80, "x" * 64),
        ("x" * 63 + " y", "x" * 63),
    ],
)
def test_any_text_gives_a_name_that_a_server_may_have(text: str, name: str) -> None:
    assert server_name(text) == name


def test_the_name_of_a_file_is_taken_as_that_of_the_server(folder: Path) -> None:
    assert init("parcels.yaml").exit_code == 0
    assert (folder / "parcels.yaml").is_file()


@pytest.mark.parametrize("name", ["Parcels", "parcel_desk", "../parcels", "a/b", "", "-", "1st", "x" * 65])
def test_another_name_is_a_mistake_in_the_call(folder: Path, name: str) -> None:
    done = init("--", name)
    assert done.exit_code == 2
    assert "small letters, digits and hyphens, such as " in done.stderr
    assert tree(folder) == {}


@pytest.mark.parametrize("taken", ["parcels.yaml", "parcels.sql"])
def test_nothing_is_ever_overwritten(folder: Path, taken: str) -> None:
    (folder / taken).write_text("mine")
    done = init("parcels", "--source", "sql")
    assert done.exit_code == 1
    assert done.stderr == f"{taken} exists already. Nothing was written.\n"
    assert tree(folder) == {taken: b"mine"}


def test_a_schema_that_is_there_serves_several_specs_and_stays(folder: Path) -> None:
    (folder / "failwell.schema.json").write_text("{}")
    assert init("one").exit_code == 0
    assert init("two").exit_code == 0
    assert sorted(tree(folder)) == ["failwell.schema.json", "one.yaml", "two.yaml"]
    assert (folder / "failwell.schema.json").read_text() == "{}"


def test_the_schema_is_that_of_the_language(folder: Path) -> None:
    init()
    printed = failwell("schema", env={"PYTHONIOENCODING": "ascii"}).stdout
    assert json.loads(printed) == language_schema()
    assert (folder / "failwell.schema.json").read_text(encoding="ascii") == printed


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_the_tests_of_a_starter_pass(folder: Path, source: str) -> None:
    init("parcels", "--source", source)
    failwell("new", "parcels.yaml", "made")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=folder / "made",
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
