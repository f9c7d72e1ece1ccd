"""`failwell new`: from a spec to a project on disk, or to nothing at all."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import SPECS, failwell
from failwell import cli
from failwell.rules import RULES
from test_apply import files, tree
from typer.testing import CliRunner, Result

DESK = SPECS / "refund_desk.yaml"
HINT = "README.md tells how to connect a client and how to publish it; examples/agent.py is a caller."
NAMES = {"failwell.yaml", "pyproject.toml", "README.md", "src/refund_desk/data/shop.sql", "src/refund_desk/server.py"}


def new(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["new", *map(str, arguments)], catch_exceptions=False)


def test_a_project_is_made_and_the_next_steps_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = new(DESK)
    assert done.exit_code == 0
    assert done.stderr == ""
    made = files(tmp_path / "refund-desk")
    assert set(made) >= NAMES
    assert made["failwell.yaml"] == DESK.read_bytes()
    assert made["src/refund_desk/data/shop.sql"] == (SPECS / "shop.sql").read_bytes()
    assert done.stdout == (
        f"Created refund-desk in refund-desk: 4 tools, {len(made)} files.\n\nNext:\n"
        '  cd refund-desk\n  python -m pip install -e ".[test]"\n  pytest\n  python -m refund_desk\n\n'
        f"{HINT}\n"
    )


def test_settings_that_a_server_needs_and_handlers_to_write_are_told(tmp_path: Path) -> None:
    done = new(SPECS / "github_issues.yaml", tmp_path / "a")
    assert "  cp .env.example .env    # and fill in GITHUB_TOKEN\n" in done.stdout
    assert done.stdout.endswith(f"  python -m github_issues --env-file .env\n\n{HINT}\n")
    done = new(SPECS / "expense_approval.yaml", tmp_path / "b")
    assert "src/expense_approval/handlers/approve_expense.py\n" in done.stdout
    assert (tmp_path / "b" / "src" / "expense_approval" / "handlers" / "approve_expense.py").is_file()


def test_a_folder_with_a_space_is_told_so_that_it_can_be_pasted(tmp_path: Path) -> None:
    done = new(DESK, tmp_path / "my büro")
    assert done.exit_code == 0
    assert f"  cd '{tmp_path / 'my büro'}'\n" in done.stdout


def test_a_spec_becomes_a_project_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    shutil.copy(DESK, "failwell.yaml")
    shutil.copy(SPECS / "shop.sql", ".")
    done = new("failwell.yaml", ".")
    assert done.exit_code == 0
    assert "  cd " not in done.stdout
    assert set(files(tmp_path)) >= NAMES
    assert failwell("lint", "failwell.yaml").returncode == 0


def test_a_generated_project_keeps_its_script_in_its_package(tmp_path: Path) -> None:
    new(DESK, tmp_path / "desk")
    assert failwell("lint", tmp_path / "desk" / "failwell.yaml", "--strict").returncode == 0
    again = new(tmp_path / "desk" / "failwell.yaml", tmp_path / "again")
    assert again.exit_code == 0
    assert files(tmp_path / "again") == files(tmp_path / "desk")


def test_the_schema_that_a_spec_names_comes_along(tmp_path: Path) -> None:
    spec = tmp_path / "desk.yaml"
    spec.write_text(RULES["FW103"].repair, encoding="utf-8")
    new(spec, tmp_path / "without")
    assert not (tmp_path / "without" / "failwell.schema.json").exists()
    spec.write_text(f"# yaml-language-server: $schema=failwell.schema.json\n{RULES['FW103'].repair}", encoding="utf-8")
    new(spec, tmp_path / "with")
    assert (tmp_path / "with" / "failwell.schema.json").read_text() == failwell("schema").stdout


@pytest.mark.slow
def test_what_init_wrote_becomes_a_project_where_it_stands(tmp_path: Path) -> None:
    assert failwell("init", cwd=tmp_path).returncode == 0
    done = failwell("new", "failwell.yaml", ".", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert failwell("regenerate", cwd=tmp_path).stdout == ". is up to date.\n"


def test_a_folder_that_holds_something_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = new(DESK, tmp_path)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"{tmp_path} is not empty: it holds notes.txt. Nothing was written;")
    assert tree(tmp_path) == {"notes.txt": b"mine"}


def test_a_project_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    new(DESK, tmp_path / "desk")
    before = tree(tmp_path)
    assert new(DESK, tmp_path / "desk").exit_code == 1
    assert tree(tmp_path) == before


def test_errors_are_told_in_full_on_stderr_and_nothing_is_written(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(RULES["FW103"].example, encoding="utf-8")
    done = new(spec, tmp_path / "desk")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert f"error[FW103]: unknown key `descripton`\n --> {spec}:" in done.stderr
    assert done.stderr.endswith("1 error in 1 file.\nNothing was written.\n")
    assert not (tmp_path / "desk").exists()


def test_warnings_are_told_and_stop_a_strict_run_only(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(RULES["FW419"].example, encoding="utf-8")
    strict = new(spec, tmp_path / "desk", "--strict")
    assert strict.exit_code == 1
    assert "warning[FW419]" in strict.stderr
    assert not (tmp_path / "desk").exists()
    done = new(spec, tmp_path / "desk")
    assert done.exit_code == 0
    assert "warning[FW419]" in done.stderr
    assert (tmp_path / "desk" / "pyproject.toml").is_file()


SCRIPTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.exists, "`shop.sql` does not exist"),
    "folder": (Path.mkdir, "`shop.sql` is not a regular file"),
    "latin-1": (lambda path: path.write_bytes(b"-- caf\xe9"), "`shop.sql` is not UTF-8 text"),
    "loop": (lambda path: path.symlink_to(path), "`shop.sql` cannot be read: "),
}


@pytest.mark.parametrize("kind", SCRIPTS)
def test_a_script_that_cannot_be_shipped_is_an_error(tmp_path: Path, kind: str) -> None:
    make, told = SCRIPTS[kind]
    shutil.copy(DESK, tmp_path / "desk.yaml")
    make(tmp_path / "shop.sql")
    done = new(tmp_path / "desk.yaml", tmp_path / "desk")
    assert done.exit_code == 1
    assert f"error[FW422]: {told}" in done.stderr
    assert not (tmp_path / "desk").exists()


def test_two_scripts_with_one_name_are_an_error(tmp_path: Path) -> None:
    text = RULES["FW422"].repair.replace("setup: orders.sql", "setup: a/orders.sql")
    text = text.replace("sources:\n", "sources:\n  other: {sql: $OTHER_URL, setup: b/orders.sql}\n")
    text = text.replace("    query:", "    source: shop\n    query:").replace(
        "    execute:", "    source: other\n    execute:"
    )
    (tmp_path / "spec.yaml").write_text(text, encoding="utf-8")
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "orders.sql").write_text("-- nothing")
    done = new(tmp_path / "spec.yaml", tmp_path / "desk")
    assert done.exit_code == 1
    assert "error[FW422]: `a/orders.sql` has the name of `b/orders.sql`" in done.stderr


def test_a_full_disk_is_one_line_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    done = new(DESK, tmp_path / "above" / "desk")
    assert done.exit_code == 1
    assert done.stderr == f"cannot write {tmp_path / 'above' / 'desk'}: no space left on device. Nothing was written.\n"
    assert tree(tmp_path) == {}


def test_a_file_in_the_way_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = failwell("new", DESK, tmp_path / "file" / "desk")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert tree(tmp_path) == {"file": b"mine"}


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(SPECS.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_same_spec_gives_the_same_bytes_under_any_hash_seed(tmp_path: Path, path: Path) -> None:
    for seed in ("0", "1234"):
        done = failwell("new", path, tmp_path / seed, env={"PYTHONHASHSEED": seed})
        assert done.returncode == 0
    assert files(tmp_path / "0") == files(tmp_path / "1234")


@pytest.mark.slow
def test_no_library_of_the_servers_is_needed_to_make_them(tmp_path: Path) -> None:
    """failwell is installed without them; the slow test of the README would notice too, but late."""
    missing = ["aiosqlite", "httpx2", "mcp", "mcp_types", "psycopg", "sqlalchemy", "starlette", "uvicorn"]
    code = f"import sys; sys.modules.update(dict.fromkeys({missing})); from failwell.cli import main; main()"
    for spec in sorted(SPECS.glob("*.yaml")):
        command = [sys.executable, "-c", code, "new", str(spec), str(tmp_path / spec.stem)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
