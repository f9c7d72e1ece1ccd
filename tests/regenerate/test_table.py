"""The table of docs/regenerating.md, row by row: what becomes of a file, and that a second run changes nothing."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from failwell.record import BASE, LOCK
from failwell.regenerate import Fate, RefusedError
from failwell.regenerate.merge import BETWEEN, RENDERED, YOURS

from .small_project import SmallProject, fates, rendered, tree

A = "src/orders/server.py"
OLD = "one\ntwo\nthree\nfour\nfive\n"
NEW = "one\ntwo\nthree\nfour\nFIVE\n"
EDITED = "ONE\ntwo\nthree\nfour\nfive\n"
BOTH = "ONE\ntwo\nthree\nfour\nFIVE\n"
CLASH = "one\ntwo\nthree\nfour\nmine\n"
CONFLICT = f"one\ntwo\nthree\nfour\n{YOURS}\nmine\n{BETWEEN}\nFIVE\n{RENDERED}\n"


@dataclass(frozen=True)
class Row:
    """What was rendered, what the user made of it, what is rendered now, and what has to be there afterwards."""

    last: str | None
    disk: str | None
    now: str | None
    fate: Fate | None
    after: Mapping[str, str] = field(default_factory=dict)
    path: str = A


HANDLER = "src/orders/handlers/find.py"
HANDLER_TEST = "tests/test_handlers/test_find.py"
ROWS = {
    "absent, never generated": Row(None, None, NEW, Fate.CREATED, {A: NEW}),
    "absent, was generated": Row(OLD, None, OLD, Fate.LEFT_DELETED),
    "absent, was generated, and rendered anew": Row(OLD, None, NEW, Fate.LEFT_DELETED),
    "absent, and no longer rendered": Row(OLD, None, None, None),
    "a handler stub that is absent": Row(OLD, None, OLD, Fate.CREATED, {HANDLER: OLD}, HANDLER),
    "the test of a handler that is absent": Row(OLD, None, OLD, Fate.LEFT_DELETED, {}, HANDLER_TEST),
    "as last rendered, and unchanged": Row(OLD, OLD, OLD, None, {A: OLD}),
    "as last rendered, and changed": Row(OLD, OLD, NEW, Fate.UPDATED, {A: NEW}),
    "edited, and unchanged": Row(OLD, EDITED, OLD, Fate.KEPT, {A: EDITED}),
    "edited, and changed": Row(OLD, EDITED, NEW, Fate.MERGED, {A: BOTH}),
    "edited to what is rendered now": Row(OLD, NEW, NEW, None, {A: NEW}),
    "edited in the same place": Row(OLD, CLASH, NEW, Fate.CONFLICT, {A: CONFLICT}),
    "there, but never generated": Row(None, EDITED, NEW, Fate.BESIDE, {A: EDITED, f"{A}.new": NEW}),
    "there, never generated, and the same": Row(None, NEW, NEW, None, {A: NEW}),
    "as last rendered, and no longer rendered": Row(OLD, OLD, None, Fate.DELETED),
    "edited, and no longer rendered": Row(OLD, EDITED, None, Fate.ORPHANED, {A: EDITED}),
    "a handler, edited, and changed": Row(OLD, EDITED, NEW, Fate.KEPT, {HANDLER: EDITED}, HANDLER),
    "a handler, as last rendered, and changed": Row(OLD, OLD, NEW, Fate.UPDATED, {HANDLER: NEW}, HANDLER),
    "a handler, edited, and no longer rendered": Row(OLD, EDITED, None, Fate.ORPHANED, {HANDLER: EDITED}, HANDLER),
    "a handler, as last rendered, no longer rendered": Row(OLD, OLD, None, Fate.DELETED, {}, HANDLER),
    "a file at the top, edited, and changed": Row(OLD, EDITED, NEW, Fate.MERGED, {"README.md": BOTH}, "README.md"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_table(tmp_path: Path, row: Row) -> None:
    project = project_of(tmp_path, row)
    now = {} if row.now is None else {row.path: row.now}
    before = tree(tmp_path)
    told = fates(project.preview(now))
    assert tree(tmp_path) == before
    done = project.run(now)
    assert fates(done) == told == ({row.path: row.fate} if row.fate else {})
    assert project.tree == {path: text.encode() for path, text in row.after.items()}
    after = tree(tmp_path)
    again = project.run(now)
    assert again.plan.steps == ()
    assert tree(tmp_path) == after


def project_of(root: Path, row: Row) -> SmallProject:
    project = SmallProject.made(root, {} if row.last is None else {row.path: row.last})
    if row.disk is None:
        (root / row.path).unlink(missing_ok=True)
    else:
        project.write(row.path, row.disk)
    return project


def test_folders_that_become_empty_are_removed_and_others_are_not(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {"src/orders/deep/er/a.py": OLD, "src/orders/b/c.py": OLD, A: OLD})
    project.write("src/orders/b/mine.py", EDITED)
    project.run({A: OLD})
    assert sorted(path.name for path in (tmp_path / "src" / "orders").iterdir()) == ["b", "server.py"]
    assert project.read("src/orders/b/mine.py") == EDITED


def test_a_conflict_that_is_not_resolved_stops_everything_when_its_text_changes_again(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD, "README.md": OLD})
    project.write(A, CLASH)
    project.run({A: NEW, "README.md": OLD})
    same = project.run({A: NEW, "README.md": NEW})
    assert (fates(same), same.plan.conflicts) == ({A: Fate.CONFLICT, "README.md": Fate.UPDATED}, (A,))
    before = tree(tmp_path)
    stopped = project.run({A: f"{NEW}six\n", "README.md": OLD})
    assert (stopped.plan.steps, stopped.plan.unresolved, stopped.plan.conflicts) == ((), (A,), (A,))
    assert tree(tmp_path) == before
    project.write(A, BOTH)
    assert fates(project.run({A: f"{NEW}six\n", "README.md": OLD}))[A] == Fate.MERGED
    assert project.read(A) == f"{BOTH}six\n"


def test_markers_that_the_spec_itself_writes_are_no_conflict(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: CONFLICT})
    project.write(A, f"mine\n{CONFLICT}")
    done = project.run({A: f"{CONFLICT}new\n"})
    assert (fates(done), project.read(A)) == ({A: Fate.MERGED}, f"mine\n{CONFLICT}new\n")


def test_the_base_comes_from_git_where_it_is_not_in_the_store(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message=made")
    (tmp_path / BASE).unlink()
    project.write(A, EDITED)
    assert fates(project.run({A: NEW})) == {A: Fate.MERGED}
    assert project.read(A) == BOTH


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "no JSON": lambda path: path.write_text("{"),
    "no object": lambda path: path.write_text("[1, 2]"),
    "no texts": lambda path: path.write_text(f'{{"{A}": 1}}'),
    "another text": lambda path: path.write_text(path.read_text().replace("two", "2")),
    "no UTF-8": lambda path: path.write_bytes(b"\xff"),
    "nested": lambda path: path.write_text("[" * 100_000),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_without_the_base_the_new_text_is_written_beside_and_the_next_merge_works(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    damage(tmp_path / BASE)
    project.write(A, EDITED)
    done = project.run({A: NEW})
    assert fates(done) == {A: Fate.BESIDE}
    assert project.tree == {A: EDITED.encode(), f"{A}.new": NEW.encode()}
    project.write(A, BOTH)
    (tmp_path / f"{A}.new").unlink()
    assert fates(project.run({A: f"{NEW}six\n"})) == {A: Fate.MERGED}
    assert project.read(A) == f"{BOTH}six\n"


def test_a_damaged_store_is_written_anew_where_nothing_else_changes(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    before = tree(tmp_path)
    (tmp_path / BASE).unlink()
    assert [step.path for step in project.run({A: OLD}).plan.steps] == [BASE]
    assert tree(tmp_path) == before


def test_the_line_ends_of_a_checkout_stay(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD, "README.md": OLD, "pyproject.toml": OLD, "b.txt": OLD})
    for path, text in tree(tmp_path).items():
        project.write(path, text.replace(b"\n", b"\r\n"))
    assert project.run({A: OLD, "README.md": OLD, "pyproject.toml": OLD, "b.txt": OLD}).plan.steps == ()
    project.write("README.md", EDITED.replace("\n", "\r\n"))
    project.write("pyproject.toml", CLASH.replace("\n", "\r\n"))
    project.run({A: NEW, "README.md": NEW, "pyproject.toml": NEW, "b.txt": OLD})
    wanted = {A: NEW, "README.md": BOTH, "pyproject.toml": CONFLICT, "b.txt": OLD}
    assert project.tree == {path: text.replace("\n", "\r\n").encode() for path, text in wanted.items()}
    assert b"\r\n" in (tmp_path / LOCK).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no mode bits")
def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD, "README.md": OLD})
    (tmp_path / A).chmod(0o755)
    (tmp_path / "README.md").chmod(0o600)
    project.write("README.md", EDITED)
    project.run({A: NEW, "README.md": NEW})
    assert [(tmp_path / path).stat().st_mode & 0o777 for path in (A, "README.md")] == [0o755, 0o600]


def test_a_link_is_never_replaced(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path / "project", {A: OLD, "README.md": OLD})
    (tmp_path / "elsewhere").write_text(OLD)
    (project.root / A).unlink()
    (project.root / A).symlink_to(tmp_path / "elsewhere")
    assert project.run({A: OLD, "README.md": OLD}).plan.steps == ()
    done = project.run({A: NEW, "README.md": OLD})
    assert fates(done) == {A: Fate.LEFT_ALONE}
    assert (project.root / A).is_symlink()
    assert (tmp_path / "elsewhere").read_text() == OLD
    assert project.read(f"{A}.new") == NEW
    assert fates(project.run({"README.md": OLD})) == {A: Fate.ORPHANED}
    assert (project.root / A).is_symlink()


def test_nothing_is_written_through_a_link_to_a_folder(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path / "project", {A: OLD})
    (project.root / "src").rename(tmp_path / "src")
    (project.root / "src").symlink_to(tmp_path / "src")
    done = project.run({A: NEW, "src/orders/new.py": NEW})
    assert set(fates(done).values()) == {Fate.LEFT_ALONE}
    assert tree(tmp_path / "src") == {"orders/server.py": OLD.encode()}


def test_a_folder_in_the_place_of_a_file_is_left_alone(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {"README.md": OLD})
    project.write(f"{A}/mine.txt", "mine")
    assert fates(project.run({"README.md": OLD, A: NEW})) == {A: Fate.LEFT_ALONE}
    assert project.tree == {"README.md": OLD.encode(), f"{A}.new": NEW.encode(), f"{A}/mine.txt": b"mine"}


@pytest.mark.parametrize("path", [LOCK, BASE])
def test_the_record_is_not_written_through_a_link(tmp_path: Path, path: str) -> None:
    project = SmallProject.made(tmp_path / "project", {A: OLD})
    (project.root / path).rename(tmp_path / "elsewhere")
    (project.root / path).symlink_to(tmp_path / "elsewhere")
    before = tree(tmp_path)
    with pytest.raises(RefusedError):
        project.run({A: NEW})
    assert tree(tmp_path) == before


def test_a_read_only_file_is_one_refusal_and_nothing_is_done(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD, "README.md": OLD})
    (tmp_path / A).chmod(0o444)
    before = tree(tmp_path)
    with pytest.raises(RefusedError, match=r"server\.py may not be written: it is read-only"):
        project.run({A: NEW, "README.md": NEW})
    assert tree(tmp_path) == before
    assert fates(project.run({A: OLD, "README.md": NEW})) == {"README.md": Fate.UPDATED}


def test_text_that_is_no_utf_8_is_merged_byte_by_byte(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    project.write(A, b"ONE \xff\xfe\n" + OLD.partition("\n")[2].encode())
    assert fates(project.run({A: NEW})) == {A: Fate.MERGED}
    assert (tmp_path / A).read_bytes() == b"ONE \xff\xfe\n" + NEW.partition("\n")[2].encode()


def test_a_file_beside_is_never_one_that_holds_something_else(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {"README.md": OLD})
    project.write(A, "mine")
    project.write(f"{A}.new", "mine too")
    assert project.run({"README.md": OLD, A: OLD}).plan.changes[0].beside == f"{A}.new2"
    assert project.run({"README.md": OLD, A: NEW}).plan.changes[0].beside == f"{A}.new2"
    wanted = {A: "mine", f"{A}.new": "mine too", f"{A}.new2": NEW, "README.md": OLD}
    assert project.tree == {path: text.encode() for path, text in wanted.items()}
    assert fates(project.run({"README.md": OLD})) == {A: Fate.LEFT_ALONE}
    assert project.run({"README.md": OLD}).plan.changes == ()
    assert project.read(A) == "mine"


@pytest.mark.parametrize(
    ("disk", "orig"), [(EDITED, True), (CONFLICT, True), (OLD, False), (None, False), (NEW, False)]
)
def test_restoring_brings_the_rendered_text_and_keeps_yours_beside_it(
    tmp_path: Path, disk: str | None, orig: bool
) -> None:
    project = project_of(tmp_path, Row(OLD, disk, NEW, None))
    project.run({A: NEW}, restore=[A])
    assert project.read(A) == NEW
    assert (tmp_path / f"{A}.orig").exists() == orig
    assert not orig or project.read(f"{A}.orig") == disk
    assert project.run({A: NEW}).plan.changes == ()


def test_restoring_makes_a_file_that_was_there_before_one_of_the_project(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {"README.md": OLD})
    project.write(A, "mine")
    project.run({"README.md": OLD, A: OLD})
    project.run({"README.md": OLD, A: OLD}, restore=[A])
    assert project.read(f"{A}.orig") == "mine"
    assert fates(project.run({"README.md": OLD, A: NEW})) == {A: Fate.UPDATED}


def test_a_link_is_not_restored_through(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    (tmp_path / A).unlink()
    (tmp_path / A).symlink_to("elsewhere")
    with pytest.raises(RefusedError, match="a symbolic link"):
        project.run({A: NEW}, restore=[A])


def test_every_path_is_looked_at_and_nothing_is_written_when_nothing_changes(tmp_path: Path) -> None:
    files = {f"src/orders/tools/{number}.py": OLD for number in range(50)}
    project = SmallProject.made(tmp_path, files)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert project.run(files).plan.changes == ()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == times


def test_a_project_is_looked_for_where_it_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="no project of failwell"):
        SmallProject(tmp_path / "nothing").run({A: NEW})
    with pytest.raises(RefusedError, match="no project of failwell"):
        SmallProject(tmp_path).preview({A: NEW})
    assert rendered({A: NEW}).generated == {A: NEW}
