"""A run that ends too early, however it does: the project is as it was, or the next run completes it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from failwell.record import LOCK
from failwell.regenerate import RefusedError
from failwell.regenerate.journal import STAGING, is_interrupted
from failwell.regenerate.running import alone

from .small_project import SmallProject, tree

if sys.platform != "win32":
    from .killed import killed_at

OLD = "one\ntwo\nthree\nfour\nfive\n"
NEW = "one\ntwo\nthree\nfour\nFIVE\n"
EDITED = "ONE\ntwo\nthree\nfour\nfive\n"
CLASH = "one\ntwo\nthree\nfour\nmine\n"
LAST = {
    "README.md": OLD,
    "src/orders/server.py": OLD,
    "src/orders/tools/a.py": OLD,
    "src/orders/tools/gone.py": OLD,
    "src/orders/old/only.py": OLD,
    "tests/test_orphan.py": OLD,
    "tests/test_clash.py": OLD,
}
NOW = {
    "README.md": NEW,
    "src/orders/server.py": NEW,
    "src/orders/tools/a.py": OLD,
    "src/orders/new/b.py": NEW,
    "src/orders/taken.py": NEW,
    "tests/test_clash.py": NEW,
}
YOURS = {
    "README.md": EDITED,
    "src/orders/tools/a.py": EDITED,
    "tests/test_orphan.py": EDITED,
    "tests/test_clash.py": CLASH,
    "src/orders/taken.py": "mine\n",
    "notes.txt": "mine\n",
}
TYPED = {"ONE", "mine"}


def project(root: Path) -> SmallProject:
    """One with something to create, overwrite, merge, keep, delete and leave, and a conflict."""
    made = SmallProject.made(root, LAST)
    for path, text in YOURS.items():
        made.write(path, text)
    return made


def typed(files: dict[str, bytes]) -> dict[str, int]:
    """How often each line that only the user wrote is in the project."""
    lines = [line for data in files.values() for line in data.decode().splitlines()]
    return {line: lines.count(line) for line in TYPED}


@pytest.fixture
def finished(tmp_path: Path) -> dict[str, bytes]:
    """What the project becomes when nothing goes wrong."""
    whole = project(tmp_path / "whole")
    whole.run(NOW)
    return tree(whole.root)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_killed_at_any_change_of_the_disk_the_next_run_completes_it(tmp_path: Path, finished: dict[str, bytes]) -> None:
    for instant in count():
        killed = project(tmp_path / f"killed-{instant}")
        before = killed.tree
        if not killed_at(instant, partial(killed.run, NOW)):
            break
        assert is_interrupted(killed.root) or killed.tree in (before, without_record(finished)), instant
        lines = typed(killed.tree)
        assert all(lines[line] >= typed(before)[line] for line in TYPED), instant
        killed.run(NOW)
        assert tree(killed.root) == finished, instant
    assert instant > 2 * len(NOW)
    assert tree(killed.root) == finished


def without_record(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if not path.startswith(".failwell/")}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_killed_while_it_completes_another_run_the_one_after_completes_both(
    tmp_path: Path, finished: dict[str, bytes]
) -> None:
    for first in range(25, 60, 6):
        for second in count():
            killed = project(tmp_path / f"{first}-{second}")
            assert killed_at(first, partial(killed.run, NOW)) or not second
            if not killed_at(second, partial(killed.run, NOW)):
                break
            killed.run(NOW)
            assert tree(killed.root) == finished, (first, second)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_what_is_edited_after_a_kill_is_never_overwritten(tmp_path: Path) -> None:
    seen: set[str] = set()
    for instant in count():
        killed = project(tmp_path / str(instant))
        if not killed_at(instant, partial(killed.run, NOW)):
            break
        for path, data in killed.tree.items():
            killed.write(path, data + f"typed into {path}\n".encode())
        outcome = killed.run(NOW)
        seen.update(outcome.beside)
        after = killed.tree
        told = " ".join(change.path for change in outcome.plan.changes)
        for path in YOURS:
            found = [each for each, data in after.items() if f"typed into {path}\n".encode() in data]
            assert found or path in told, (instant, path)
        assert all(lines >= typed(YOURS_BYTES)[line] for line, lines in typed(after).items()), instant
    assert "README.md.new" in seen


YOURS_BYTES = {path: text.encode() for path, text in YOURS.items()}

ERRORS = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EROFS, "Read-only file system"),
    PermissionError(errno.EACCES, "Permission denied"),
]


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, method: str, after: int, error: BaseException) -> Iterator[list[int]]:
    """A `Path` whose method fails at the call after so many; the list tells how often it did."""
    original: Callable[..., Any] = getattr(Path, method)
    calls, failed = count(), list[int]()

    def failing_call(self: Path, *arguments: Any, **options: Any) -> Any:
        if next(calls) == after:
            failed.append(after)
            raise error
        return original(self, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Path, method, failing_call)
        yield failed


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("method", ["open", "replace", "unlink", "mkdir", "rename", "chmod"])
def test_a_disk_that_fails_leaves_the_project_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: dict[str, bytes], method: str, error: OSError
) -> None:
    for after in count():
        broken = project(tmp_path / str(after))
        before = tree(broken.root)
        with failing(monkeypatch, method, after, error) as failed:
            try:
                broken.run(NOW)
            except OSError:
                if method != "unlink" or not is_interrupted(broken.root):  # only the journal was not removed
                    assert tree(broken.root) == before, after
        if not failed:
            break
        broken.run(NOW)
        assert tree(broken.root) == finished, after
    assert after > 0


def test_where_taking_back_fails_too_the_next_run_completes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: dict[str, bytes]
) -> None:
    broken = project(tmp_path / "broken")
    original = Path.replace
    calls = count()

    def replace(self: Path, target: Path) -> Path:
        if next(calls) >= 3:
            raise OSError(errno.EIO, "Input/output error")
        return original(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        with pytest.raises(OSError, match="Input/output"):
            broken.run(NOW)
    assert is_interrupted(broken.root)
    with pytest.raises(RefusedError, match="was interrupted; failwell regenerate completes it"):
        broken.preview(NOW)
    assert broken.run(NOW).completed
    assert tree(broken.root) == finished


def test_a_file_system_without_hard_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: dict[str, bytes]
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    copied = project(tmp_path / "copied")
    copied.run(NOW)
    assert tree(copied.root) == finished


def test_what_a_run_left_in_the_staging_folder_before_it_began_is_removed(tmp_path: Path) -> None:
    made = SmallProject.made(tmp_path, LAST)
    made.write(f"{STAGING}/00001", "half")
    assert not made.run(LAST).completed
    assert not (tmp_path / STAGING).exists()


ENTRY = {"path": "src/orders/server.py", "name": "00000", "removes": False, "before": None}


@pytest.mark.parametrize(
    "journal",
    [
        "",
        "{",
        "null",
        "[1]",
        "[" * 100_000,
        json.dumps([{"path": "README.md"}]),
        *(
            json.dumps([{**ENTRY, "path": path}])
            for path in ("../outside", "/outside", "a/../../outside", "", ".git/hooks/pre-commit", "a/.GIT/config")
        ),
        *(json.dumps([{**ENTRY, "name": name}]) for name in ("../../README.md", "README.md", "")),
        json.dumps([{**ENTRY, "path": 1}]),
    ],
)
def test_a_journal_that_no_run_has_written_is_refused(tmp_path: Path, journal: str) -> None:
    """It may come with a repository, and must not lead out of the project."""
    made = SmallProject.made(tmp_path / "project", LAST)
    made.write(f"{STAGING}/journal.json", journal)
    made.write(f"{STAGING}/00000", "hostile")
    before = tree(tmp_path)
    with pytest.raises(RefusedError, match="is not what an interrupted run leaves; remove the folder"):
        made.run(NOW)
    assert tree(tmp_path) == before


def test_a_journal_does_not_lead_out_through_a_link(tmp_path: Path) -> None:
    made = SmallProject.made(tmp_path / "project", LAST)
    (tmp_path / "outside").mkdir()
    (made.root / "linked").symlink_to(tmp_path / "outside")
    made.write(f"{STAGING}/journal.json", json.dumps([{**ENTRY, "path": "linked/file"}]))
    made.write(f"{STAGING}/00000", "hostile")
    made.run(LAST)
    assert not list((tmp_path / "outside").iterdir())


def test_two_runs_at_once_are_one_run_and_a_refusal(tmp_path: Path) -> None:
    made = project(tmp_path)
    before = tree(tmp_path)
    with alone(tmp_path), pytest.raises(RefusedError, match="another run of failwell is at work"):
        made.run(NOW)
    assert tree(tmp_path) == before
    made.run(NOW)
    assert (tmp_path / LOCK).is_file()


HOLDER = """
import sys
from pathlib import Path
from failwell.regenerate.running import alone
with alone(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_run_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    made = project(tmp_path)
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ}) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(RefusedError):
            made.run(NOW)
        holder.kill()
        holder.wait(timeout=60)
    made.run(NOW)


def test_the_record_is_the_last_thing_that_changes(tmp_path: Path) -> None:
    made = project(tmp_path)
    paths = [step.path for step in made.preview(NOW).plan.steps]
    assert paths[-1] == LOCK
