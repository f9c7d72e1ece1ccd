"""Applying a plan: all of it or nothing, whatever the disk does and whenever the process ends."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from failwell.apply import apply
from failwell.plan import Plan, plan_files, plan_new

FILES = {
    f"{folder}file_{number}.txt": b"text" * number for number in range(1, 5) for folder in ("", "src/deep/", "é /")
}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below the folder, and every folder as a path that ends in a slash."""
    paths = sorted(folder.rglob("*"))
    return {
        path.relative_to(folder).as_posix() + "/" * path.is_dir(): b"" if path.is_dir() else path.read_bytes()
        for path in paths
    }


def files(folder: Path) -> dict[str, bytes]:
    return {path: data for path, data in tree(folder).items() if not path.endswith("/")}


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, method: str, after: int, error: BaseException) -> Iterator[None]:
    """A `Path` whose method fails at the call after so many."""
    original: Callable[..., Any] = getattr(Path, method)
    calls = iter(range(10_000))

    def failing_call(self: Path, *arguments: Any, **options: Any) -> Any:
        if next(calls) == after:
            raise error
        return original(self, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Path, method, failing_call)
        yield


def test_a_new_project_is_all_there(tmp_path: Path) -> None:
    apply(plan_new(tmp_path / "above" / "new", FILES, {}))
    assert files(tmp_path / "above" / "new") == FILES
    assert list(tmp_path.iterdir()) == [tmp_path / "above"]


def test_files_are_added_to_a_folder_that_holds_only_git(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_bytes(b"ref")
    apply(plan_new(tmp_path, FILES, {}))
    assert files(tmp_path) == {".git/HEAD": b"ref", **FILES}
    assert {path.name for path in tmp_path.iterdir()} == {".git", *(path.split("/")[0] for path in FILES)}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no mode bits")
@pytest.mark.parametrize("exists", [False, True])
def test_new_files_and_folders_have_the_usual_permissions(tmp_path: Path, exists: bool) -> None:
    usual = tmp_path / "usual"
    usual.mkdir()
    (usual / "file").write_bytes(b"")
    root = tmp_path / "new"
    if exists:
        root.mkdir()
    apply(plan_new(root, FILES, {}))
    assert {root.stat().st_mode, (root / "src").stat().st_mode} == {usual.stat().st_mode}
    assert (root / "file_1.txt").stat().st_mode == (usual / "file").stat().st_mode


ERRORS = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EROFS, "Read-only file system"),
    PermissionError(errno.EACCES, "Permission denied"),
    KeyboardInterrupt(),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("after", [0, 5, len(FILES) - 1])
@pytest.mark.parametrize("method", ["write_bytes", "rename"])
def test_a_failure_leaves_a_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, after: int, error: BaseException
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "spec.yaml").write_bytes(b"spec")
    before = tree(tmp_path)
    plan = plan_new(tmp_path, FILES, {"failwell.yaml": tmp_path / "src" / "spec.yaml"})
    assert plan.refusal is None
    with failing(monkeypatch, method, after, error), pytest.raises(type(error)):
        apply(plan)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize(("method", "after"), [("write_bytes", 0), ("write_bytes", 5), ("rename", 0), ("mkdir", 3)])
def test_a_failure_leaves_no_folder_where_there_was_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, after: int, error: BaseException
) -> None:
    plan = plan_new(tmp_path / "above" / "new", FILES, {})
    with failing(monkeypatch, method, after, error), pytest.raises(type(error)):
        apply(plan)
    assert tree(tmp_path) == {}


def test_a_failure_while_taking_back_does_not_hide_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_new(tmp_path, FILES, {})
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(PermissionError("no")))
    with failing(monkeypatch, "rename", 3, full), pytest.raises(OSError, match="No space left"):
        apply(plan)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        apply(plan_new(tmp_path / "new", FILES, {}))
    with pytest.raises(PermissionError):
        apply(plan_new(tmp_path, FILES, {}))
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("parent", ["file", "file/deeper"])
def test_a_file_in_the_way_to_the_project_is_an_error(tmp_path: Path, parent: str) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(OSError, match="file"):
        apply(plan_new(tmp_path / parent / "new", FILES, {}))
    assert tree(tmp_path) == {"file": b"mine"}


def test_a_file_that_came_in_between_is_kept(tmp_path: Path) -> None:
    plan = plan_new(tmp_path, FILES, {})
    (tmp_path / "file_2.txt").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        apply(plan)
    assert tree(tmp_path) == {"file_2.txt": b"mine"}


def test_a_project_that_came_in_between_is_kept(tmp_path: Path) -> None:
    plan = Plan(tmp_path / "new", plan_new(tmp_path / "new", FILES, {}).actions)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "file_1.txt").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        apply(plan)
    assert tree(tmp_path) == {"new/": b"", "new/file_1.txt": b"mine"}


KILLED = """
import os, sys
from pathlib import Path
from failwell.apply import apply
from failwell.plan import plan_new

root, method, after = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
original, calls = getattr(Path, method), iter(range(10_000))

def dying(self, *arguments, **options):
    if next(calls) == after:
        os._exit(9)
    return original(self, *arguments, **options)

setattr(Path, method, dying)
apply(plan_new(root, {f"src/file_{number}.txt": b"text" * 1000 for number in range(9)}, {}))
"""


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize(("method", "after"), [("write_bytes", 4), ("rename", 0), ("rename", 4)])
def test_a_process_that_is_killed_leaves_no_half_file(tmp_path: Path, exists: bool, method: str, after: int) -> None:
    root = tmp_path / "new"
    if exists:
        root.mkdir()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(root), method, str(after)], check=False)
    moved = after if method == "rename" and exists else 0
    assert killed.returncode == (9 if exists or after == 0 or method == "write_bytes" else 0)
    there = root.glob("src/*") if killed.returncode else []
    assert [path.read_bytes() for path in there] == [b"text" * 1000] * moved


def test_plain_files_are_added_beside_others_and_never_over_them(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"mine")
    apply(plan_files(tmp_path, {"new.txt": b"new"}))
    refused = plan_files(tmp_path, {"other.txt": b"", "mine.txt": b"theirs"})
    assert refused.actions == ()
    assert refused.refusal == f"{tmp_path / 'mine.txt'} exists already"
    assert tree(tmp_path) == {"mine.txt": b"mine", "new.txt": b"new"}


def test_a_dangling_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "new.txt").symlink_to(tmp_path / "elsewhere.txt")
    assert plan_files(tmp_path, {"new.txt": b"new"}).refusal is not None
