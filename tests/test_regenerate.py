"""`failwell regenerate`: what is told, how it exits, and what it does to whole projects."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import SPECS, failwell
from failwell import __version__, cli
from failwell.record import BASE, LOCK
from failwell.regenerate.merge import BETWEEN, RENDERED, YOURS
from failwell.regenerate.running import alone
from test_apply import files, tree
from typer.testing import CliRunner, Result

HANDLER = "src/expense_approval/handlers/approve_expense.py"
SERVER = "src/expense_approval/server.py"
TITLE = "    title: "


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, ["regenerate", *map(str, arguments)], catch_exceptions=False)


def made(folder: Path, spec: str = "expense_approval") -> Path:
    done = CliRunner().invoke(cli.app, ["new", str(SPECS / f"{spec}.yaml"), str(folder)], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode()
    assert old in text, (path, old)
    path.write_bytes(text.replace(old, new, 1).encode())


def append(path: Path, text: str) -> None:
    path.write_bytes(path.read_bytes() + text.encode())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return made(tmp_path / "project")


def with_new_version(project: Path, version: str = "9.0.0") -> Path:
    """The project after an edit of its spec that changes a few files."""
    spec = project / "failwell.yaml"
    lines = [line for line in spec.read_text().splitlines(keepends=True) if not line.startswith("  version: ")]
    lines.insert(lines.index("server:\n") + 1, f"  version: {version}\n")
    spec.write_text("".join(lines))
    return project


@pytest.mark.parametrize("spec", sorted(path.stem for path in SPECS.glob("*.yaml")))
def test_a_fresh_project_is_up_to_date_and_stays_as_it_is(tmp_path: Path, spec: str) -> None:
    folder = made(tmp_path / "a", spec)
    before = tree(folder)
    done = run(folder)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{folder} is up to date.\n", "")
    assert run(folder, "--check").exit_code == 0
    assert tree(folder) == before


@pytest.mark.parametrize("spec", sorted(path.stem for path in SPECS.glob("*.yaml")))
def test_after_an_edit_of_the_spec_the_project_is_as_a_new_one(tmp_path: Path, spec: str) -> None:
    folder = made(tmp_path / "a", spec)
    text = (SPECS / f"{spec}.yaml").read_text()
    operation = text[text.index("\noperations:") :].split()[1].rstrip(":")
    edit(folder / "failwell.yaml", f"\n  {operation}:", f"\n  renamed_operation:\n    was: {operation}")
    assert run(folder).exit_code == 0
    again = CliRunner().invoke(cli.app, ["new", str(folder / "failwell.yaml"), str(tmp_path / "b")])
    assert again.exit_code == 0
    assert files(folder) == files(tmp_path / "b")


def test_every_kind_of_fate_is_one_line(project: Path) -> None:
    edit(project / "failwell.yaml", "  list_pending:", "  list_waiting:\n    was: list_pending")
    with_new_version(project)
    append(project / SERVER, "# mine\n")
    append(project / HANDLER, "# mine\n")
    edit(project / "pyproject.toml", "version = ", "version = 7")
    (project / "Dockerfile").unlink()
    (project / "src/expense_approval/tools/list_waiting.py").write_text("mine\n")
    dry = run(project, "--dry-run")
    done = run(project)
    assert done.exit_code == 3
    lines = done.stdout.splitlines()
    assert f"kept          {HANDLER}" in lines
    assert f"merged        {SERVER}" in lines
    assert "conflict      pyproject.toml  (resolve 1 place between <<<<<<< and >>>>>>>)" in lines
    deleted = "left deleted  Dockerfile  (failwell regenerate --restore Dockerfile brings it back)"
    assert deleted in lines
    beside = "src/expense_approval/tools/list_waiting.py"
    told = f"beside        {beside}  (the new text is in {beside}.new; it was there before and is yours)"
    assert told in lines
    moved = "moved         tests/test_list_waiting.py  (from tests/test_list_pending.py)"
    assert moved in lines
    assert "deleted       src/expense_approval/tools/list_pending.py" in lines
    assert lines[-1].startswith("Done: ")
    assert lines[-1].endswith("1 left deleted. Resolve the conflicts between <<<<<<< and >>>>>>>.")
    assert dry.exit_code == 3
    assert dry.stdout == done.stdout.replace("\nDone: ", "\nNothing was written. This would be done: ")


def test_a_conflict_holds_both_sides_and_stops_the_next_change(project: Path) -> None:
    edit(project / "pyproject.toml", 'version = "', 'version = "7')
    assert run(with_new_version(project)).exit_code == 3
    text = (project / "pyproject.toml").read_text()
    sides = text[text.index(YOURS) : text.index(RENDERED)].splitlines()
    assert sides[0].startswith(YOURS)
    assert sides[2] == BETWEEN
    assert [side.startswith('version = "') for side in (sides[1], sides[3])] == [True, True]
    before = tree(project)
    again = run(project)
    assert again.exit_code == 3
    assert "conflict      pyproject.toml  (it still holds conflict markers)" in again.stdout
    stopped = run(with_new_version(project, "10.0.0"))
    assert stopped.exit_code == 3
    assert stopped.stdout.endswith("\n\nNothing was done. Resolve the conflicts and run failwell regenerate again.\n")
    assert tree(with_new_version(project)) == before
    assert run(project, "--restore", "pyproject.toml").exit_code == 0
    assert YOURS in (project / "pyproject.toml.orig").read_text()
    assert run(project, "--check").exit_code == 0


def test_check_writes_nothing_and_exits_with_1_where_something_would_change(project: Path) -> None:
    with_new_version(project)
    before = tree(project)
    done = run(project, "--check")
    assert done.exit_code == 1
    assert "updated       pyproject.toml\n" in done.stdout
    assert "Nothing was written. This would be done: " in done.stdout
    assert tree(project) == before


def test_the_difference_is_one_that_patch_understands(tmp_path: Path, project: Path) -> None:
    with_new_version(project)
    append(project / "README.md", "no end")
    before = tree(project)
    done = run(project, "--diff")
    assert done.exit_code == 0
    assert tree(project) == before
    assert "--- a/pyproject.toml\n+++ b/pyproject.toml\n@@ " in done.stdout
    assert ".failwell" not in done.stdout
    assert "Nothing was written. This would be done: " in done.stderr
    copy = tmp_path / "copy"
    shutil.copytree(project, copy)
    run(project)
    patched = patched_with(copy, done.stdout)
    assert {path: data for path, data in patched.items() if not path.startswith(".failwell/")} == {
        path: data for path, data in files(project).items() if not path.startswith(".failwell/")
    }


def patched_with(folder: Path, difference: str) -> dict[str, bytes]:
    command = ["git", "apply", "--unsafe-paths", "-p1", f"--directory={folder}"]
    subprocess.run(command, input=difference.encode(), check=True, cwd="/", capture_output=True)
    return files(folder)


def test_the_report_can_be_read_by_programs(project: Path) -> None:
    append(project / SERVER, "# mine\n")
    edit(project / HANDLER, "approve_expense(arguments", "approve(arguments")
    done = run(with_new_version(project), "--format", "json")
    report = json.loads(done.stdout)
    assert (report["done"], report["exitCode"], report["from"], report["to"]) == (True, 0, __version__, __version__)
    assert {"path": SERVER, "fate": "kept"} in report["files"]
    assert {"path": "pyproject.toml", "fate": "updated"} in report["files"]
    assert report["handlers"] == [
        {
            "path": HANDLER,
            "problems": ["it has no function `approve_expense`"],
            "signature": "async def approve_expense(arguments: ApproveExpenseArguments, context: Context) "
            "-> ApproveExpenseResult:",
        }
    ]
    assert json.loads(run(project, "--format", "json", "--check").stdout)["done"] is False


SAME = ("server:", "server:")
MISFITS = {
    "a parameter that is gone": (
        SAME,
        ("    raise NotImplementedError", "    print(arguments.approver, arguments.employee)\n    raise Error"),
        ["`arguments.approver` does not exist any more"],
    ),
    "another result": (
        SAME,
        ("-> ApproveExpenseResult", "-> dict[str, int]"),
        ["it returns `ApproveExpenseResult` now"],
    ),
    "other arguments": (
        SAME,
        ("(arguments: ApproveExpenseArguments, context: Context)", "(arguments: Other)"),
        ["`approve_expense` takes 1 arguments, it is called with 2", "`arguments` is now `ApproveExpenseArguments`"],
    ),
    "not async": (SAME, ("async def", "def"), ["`approve_expense` is not `async`"]),
    "no Python": (SAME, ("async def", "async dfe"), ["it is no Python in line 23"]),
    "a class that is gone": (
        ("      own_expense:", "      expense_of_ones_own:"),
        ("from __future__ import annotations", "from ..failures import ApproveExpenseOwnExpense"),
        ["`src/expense_approval/failures.py` has no `ApproveExpenseOwnExpense` any more"],
    ),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_handler_that_no_longer_fits_is_told_with_the_signature_that_is_wanted(project: Path, name: str) -> None:
    (old, new), (was, now), problems = MISFITS[name]
    edit(project / "failwell.yaml", old, new)
    edit(project / HANDLER, was, now)
    written = (project / HANDLER).read_bytes()
    done = run(project)
    assert done.exit_code == 0, done.stderr
    wanted = (
        "    async def approve_expense(arguments: ApproveExpenseArguments, context: Context) -> ApproveExpenseResult:"
    )
    assert f"{HANDLER} no longer fits: {'; '.join(problems)}. What is wanted now:\n{wanted}\n" in done.stdout
    assert (project / HANDLER).read_bytes() == written


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("arguments: ApproveExpenseArguments, context: Context) -> ApproveExpenseResult", "args, ctx"),
        ("arguments: ApproveExpenseArguments", "arguments: 'ApproveExpenseArguments'"),
        ("context: Context)", "context: Context, spare: int = 1)"),
        ("arguments: ApproveExpenseArguments, context: Context", "*all_of_them"),
        ("async def approve_expense(", "approve_expense = print\n\n\nasync def other("),
        ("    raise NotImpl", "    from ..failures import ApproveExpenseOwnExpense as Own\n    raise NotImpl"),
    ],
)
def test_a_handler_that_fits_in_another_way_is_not_told(project: Path, was: str, now: str) -> None:
    edit(project / HANDLER, was, now if now != "args, ctx" else "args, ctx) -> ApproveExpenseResult")
    assert "no longer fits" not in run(project).stdout


def test_a_server_that_gets_another_name_takes_its_scripts_and_edits_along(tmp_path: Path) -> None:
    project = made(tmp_path / "desk", "refund_desk")
    edit(project / "failwell.yaml", "name: refund-desk", "name: money-back")
    append(project / "src/refund_desk/server.py", "# mine\n")
    append(project / "src/refund_desk/data/shop.sql", "-- mine\n")
    (project / "src/refund_desk/extra.py").write_text("mine = 1\n")
    done = run(project)
    assert done.exit_code == 0, done.stderr
    assert (project / "src/money_back/server.py").read_text().endswith("# mine\n")
    assert (project / "src/money_back/data/shop.sql").read_text().endswith("-- mine\n")
    told = "it is yours and stays in the folder of the former package refund_desk"
    assert f"left alone    src/refund_desk/extra.py  ({told})" in done.stdout
    assert set(files(project / "src/refund_desk")) == {"extra.py"}
    assert run(project, "--check").exit_code == 0


def test_a_script_that_the_spec_names_since_is_brought_into_the_project(tmp_path: Path) -> None:
    project = made(tmp_path / "desk", "refund_desk")
    shutil.copy(SPECS / "shop.sql", project / "other.sql")
    edit(project / "failwell.yaml", "setup: shop.sql", "setup: other.sql")
    done = run(project)
    assert "created       src/refund_desk/data/other.sql\n" in done.stdout
    assert (project / "src/refund_desk/data/shop.sql").is_file()
    assert run(project, "--check").exit_code == 0


def test_a_spec_with_errors_changes_nothing(project: Path) -> None:
    edit(project / "failwell.yaml", "description: ", "descripton: ")
    before = tree(project)
    done = run(project)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "error[FW103]: unknown key `descripton`" in done.stderr
    assert done.stderr.endswith("Nothing was written.\n")
    assert tree(project) == before


@pytest.mark.parametrize("missing", ["failwell.yaml", LOCK, ""])
def test_a_folder_that_is_no_project_is_one_clear_error(project: Path, missing: str) -> None:
    if missing:
        (project / missing).unlink()
    done = run(project if missing else project / "nothing")
    assert done.exit_code == 1
    assert "Nothing was written." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_one_line_and_the_project_is_as_it_was(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with_new_version(project)
    before = tree(project)
    monkeypatch.setattr("failwell.regenerate.journal.os.fsync", full)
    done = run(project)
    assert done.exit_code == 1
    assert done.stderr == f"cannot bring {project} up to date: no space left on device. It was left as it was.\n"
    assert tree(project) == before


def test_a_read_only_file_is_one_line_and_the_project_is_as_it_was(project: Path) -> None:
    with_new_version(project)
    (project / "pyproject.toml").chmod(0o444)
    before = tree(project)
    done = run(project)
    told = f"{project / 'pyproject.toml'} may not be written: it is read-only. Nothing was written.\n"
    assert (done.exit_code, done.stderr) == (1, told)
    assert tree(project) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells it in other words")
def test_a_second_run_at_once_says_so_and_stops(project: Path) -> None:
    with alone(project):
        done = run(with_new_version(project))
    told = f"another run of failwell is at work in {project}; try again when it has ended. Nothing was written.\n"
    assert (done.exit_code, done.stderr) == (1, told)


def test_restoring_what_is_not_rendered_is_a_mistake_of_the_call(project: Path) -> None:
    done = run(project, "--restore", "pyproject.tml")
    assert done.exit_code == 2
    assert "pyproject.tml is no file that is rendered. Did you mean pyproject.toml?" in " ".join(
        done.stderr.replace("│", " ").split()
    )


def test_a_file_to_restore_may_be_named_from_here(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append(project / SERVER, "# mine\n")
    monkeypatch.chdir(project / "src")
    done = run("..", "--restore", "expense_approval/server.py")
    assert done.exit_code == 0, done.stderr
    assert f"restored      {SERVER}  (your text is in {SERVER}.orig)\n" in done.stdout


def test_the_current_folder_is_the_project_unless_another_is_named(project: Path) -> None:
    assert failwell("regenerate", cwd=project).stdout == ". is up to date.\n"


def test_a_checkout_with_crlf_in_a_folder_with_spaces_is_a_project_like_any_other(tmp_path: Path) -> None:
    project = made(tmp_path / "mein büro" / "退款 desk")
    for path, data in files(project).items():
        (project / path).write_bytes(data.replace(b"\n", b"\r\n"))
    assert run(project, "--check").exit_code == 0
    append(project / SERVER, "# mine\r\n")
    edit(project / "failwell.yaml", "  list_pending:", "  list_waiting:\r\n    was: list_pending")
    done = run(project)
    assert f"merged        {SERVER}\n" in done.stdout
    server = (project / SERVER).read_bytes()
    assert server.count(b"\r\n") == server.count(b"\n")
    assert server.endswith(b"# mine\r\n")
    assert run(project, "--check").exit_code == 0


def test_a_project_of_another_version_says_from_which_to_which(project: Path) -> None:
    edit(project / LOCK, f'"failwell": "{__version__}"', '"failwell": "0.0.1"')
    done = run(project, "--check")
    assert done.exit_code == 1
    assert done.stdout == (
        f"From failwell 0.0.1 to {__version__}.\n\nWould bring the record in .failwell up to date.\n"
    )
    assert run(project).stdout.endswith("Brought the record in .failwell up to date.\n")
    assert run(project).stdout == f"{project} is up to date.\n"


def test_a_newer_project_is_left_alone(project: Path) -> None:
    edit(project / LOCK, f'"failwell": "{__version__}"', '"failwell": "99.0"')
    done = run(with_new_version(project))
    assert done.exit_code == 1
    assert "install failwell 99.0 or later. Nothing was written.\n" in done.stderr


def test_what_git_and_editors_are_told_of_the_record(project: Path) -> None:
    assert ".failwell/*.json linguist-generated\n" in (project / ".gitattributes").read_text()
    assert ".failwell/staging/\n" in (project / ".gitignore").read_text()
    assert json.loads((project / BASE).read_text())["README.md"] == (project / "README.md").read_text()
