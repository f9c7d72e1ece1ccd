"""The lock: merged by version control, written by another version, or not to be used."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from failwell import __version__
from failwell.record import BASE, FORMAT, LOCK, record_files
from failwell.regenerate import Fate, RefusedError

from .small_project import SmallProject, fates, tree

A, B, C, D = "src/orders/server.py", "src/orders/tools/b.py", "tests/test_c.py", "tests/test_d.py"
OLD = "one\ntwo\nthree\nfour\nfive\n"
NEW = "one\ntwo\nthree\nfour\nFIVE\n"
NEWER = "one\ntwo\nthree\n4\nFIVE\n"
EDITED = "ONE\ntwo\nthree\nfour\nfive\n"


def lock(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / LOCK).read_text())
    return found


def test_the_record_is_sorted_and_says_who_owns_what(tmp_path: Path) -> None:
    files = {"README.md": OLD, A: OLD, "src/orders/handlers/h.py": OLD, "tests/test_handlers/test_h.py": OLD}
    SmallProject.made(tmp_path, dict(reversed(files.items())))
    found = lock(tmp_path)
    assert (found["format"], found["failwell"]) == (FORMAT, __version__)
    assert list(found["files"]) == sorted(files)
    assert [each["owner"] for each in found["files"].values()] == ["merged", "yours", "generated", "yours"]
    hashed = subprocess.run(
        ["git", "hash-object", "README.md"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert found["files"]["README.md"]["blob"] == hashed.stdout.strip()
    assert set(json.loads((tmp_path / BASE).read_text())) == set(files)


@pytest.mark.parametrize("version", ["99.0.0", f"{__version__}.post1"])
def test_a_lock_of_a_newer_version_is_refused(tmp_path: Path, version: str) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    project.write(LOCK, json.dumps(lock(tmp_path) | {"failwell": version}))
    before = tree(tmp_path)
    with pytest.raises(RefusedError, match=f"failwell {version}, this is .*: install failwell {version} or later"):
        project.run({A: NEW})
    assert tree(tmp_path) == before


def test_a_lock_of_another_format_is_refused(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    project.write(LOCK, json.dumps(lock(tmp_path) | {"format": FORMAT + 1}))
    with pytest.raises(RefusedError, match="another format"):
        project.run({A: NEW})


def test_a_project_of_an_older_version_is_brought_to_this_one(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD, B: OLD})
    project.write(LOCK, json.dumps(lock(tmp_path) | {"failwell": "0.0.1"}))
    project.write(A, EDITED)
    done = project.run({A: NEW, B: NEW})
    assert fates(done) == {A: Fate.MERGED, B: Fate.UPDATED}
    assert done.plan.versions == ("0.0.1", __version__)
    assert lock(tmp_path)["failwell"] == __version__


ENTRY = {"owner": "generated", "sha256": "0" * 64, "blob": "0" * 40}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "\ufeff{}",
        json.dumps({"format": FORMAT, "failwell": "0.1.0"}),
        json.dumps({"format": FORMAT, "failwell": 1, "files": {}}),
        json.dumps({"format": FORMAT, "failwell": "no version", "files": {}}),
        json.dumps({"format": FORMAT, "failwell": "0.1.0", "files": {A: "text"}}),
        json.dumps({"format": FORMAT, "failwell": "0.1.0", "files": {A: {"owner": "yours"}}}),
        json.dumps({"format": FORMAT, "failwell": "0.1.0", "files": {A: ENTRY | {"sha256": 1}}}),
        *(
            json.dumps({"format": FORMAT, "failwell": "0.1.0", "files": {path: ENTRY}})
            for path in ("../a", "/etc/passwd", "a/../../b", "C:/a", "a\\b", "", "a//b", "./a", ".git/config")
        ),
    ],
)
def test_a_lock_that_is_damaged_or_leads_out_of_the_project_is_refused(tmp_path: Path, text: str) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    project.write(LOCK, text)
    before = tree(tmp_path)
    with pytest.raises(RefusedError, match="is damaged"):
        project.run({A: NEW})
    assert tree(tmp_path) == before


def test_a_blob_that_is_no_id_is_never_an_option_of_git(tmp_path: Path) -> None:
    project = SmallProject.made(tmp_path, {A: OLD})
    (tmp_path / BASE).unlink()
    project.write(LOCK, (tmp_path / LOCK).read_text().replace(lock(tmp_path)["files"][A]["blob"], "--output=owned"))
    project.write(A, EDITED)
    assert fates(project.run({A: NEW})) == {A: Fate.BESIDE}
    assert not (tmp_path / "owned").exists()


class Branches:
    """A project under git, with a branch on which the spec was changed in another way."""

    def __init__(self, root: Path) -> None:
        self.project = SmallProject.made(root, {A: OLD, B: OLD, C: OLD})
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def git(self, *arguments: str, check: bool = True) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=self.project.root, check=check, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=work")

    def merged(self, ours: dict[str, str], theirs: dict[str, str]) -> None:
        """Regenerate on each branch, and merge them with a conflict in the record."""
        self.git("checkout", "--quiet", "-b", "other")
        self.project.run(theirs)
        self.commit()
        self.git("checkout", "--quiet", "main")
        self.project.run(ours)
        self.commit()
        self.git("merge", "other", check=False)


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_a_merge_conflict_in_the_record_is_resolved_by_the_next_run(tmp_path: Path, style: str) -> None:
    """The spec is merged by hand; what each branch rendered is known from both sides of the conflict."""
    branches = Branches(tmp_path)
    branches.git("config", "merge.conflictStyle", style)
    branches.project.write(C, EDITED)
    branches.commit()
    branches.merged({A: NEW, B: NEW, C: NEW}, {A: OLD, B: NEWER, C: OLD, D: NEW})
    assert "<<<<<<<" in branches.project.read(LOCK)
    assert "<<<<<<<" in branches.project.read(BASE)
    branches.project.write(B, NEWER)
    now = {A: NEW, B: f"{NEWER}six\n", C: NEWER, D: NEW}
    done = branches.project.run(now)
    assert fates(done) == {B: Fate.UPDATED, C: Fate.MERGED}
    assert branches.project.read(C) == NEWER.replace("one", "ONE")
    assert {path: branches.project.read(path) for path in (LOCK, BASE)} == record_files(now)


def test_a_record_that_git_merged_by_itself_is_one(tmp_path: Path) -> None:
    branches = Branches(tmp_path)
    branches.merged({A: NEW, B: OLD, C: OLD}, {A: OLD, B: OLD, C: NEW, D: NEW})
    assert branches.project.run({A: NEW, B: OLD, C: NEW, D: NEW}).plan.changes == ()


def test_a_file_that_git_left_with_markers_stops_the_run(tmp_path: Path) -> None:
    branches = Branches(tmp_path)
    branches.merged({A: NEW, B: OLD, C: OLD}, {A: NEW.replace("FIVE", "5"), B: OLD, C: OLD})
    before = tree(tmp_path)
    stopped = branches.project.run({A: NEWER, B: NEW, C: OLD})
    assert stopped.plan.unresolved == (A,)
    assert tree(tmp_path) == before
    branches.project.write(A, NEW)
    assert fates(branches.project.run({A: NEWER, B: NEW, C: OLD})) == {A: Fate.UPDATED, B: Fate.UPDATED}


def test_a_project_goes_on_in_another_folder_and_as_a_part_of_a_repository(tmp_path: Path) -> None:
    """With the texts taken from git, which knows the project under the path of a subfolder."""
    repository = tmp_path / "mono répo"
    branches = Branches(repository / "servers" / "退款 desk")
    (repository / "servers" / "退款 desk" / ".git").rename(repository / ".git")
    branches.commit()
    shutil.move(repository / "servers", repository / "moved")
    moved = SmallProject(repository / "moved" / "退款 desk")
    (moved.root / BASE).unlink()
    moved.write(A, EDITED)
    assert fates(moved.run({A: NEW, B: OLD, C: OLD})) == {A: Fate.MERGED}
    assert moved.read(A) == NEW.replace("one", "ONE")
