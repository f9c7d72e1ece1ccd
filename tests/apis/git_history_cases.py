"""What the history server must answer, by the repository that it works in, and how these repositories are made."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .case import Case, business, empty, permission, success, transient, validation

AUTHORS = ("Ada Lovelace", "Grace Hopper")


def _git(folder: Path, *arguments: str, author: str = AUTHORS[0], date: str = "2026-11-29T09:30:00Z") -> None:
    """Run Git with nothing of this machine's settings."""
    person = {"NAME": author, "EMAIL": f"{author.split()[0].lower()}@example.com", "DATE": date}
    own = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in person.items()}
    own |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *arguments], cwd=folder, env={**os.environ, **own}, check=True, capture_output=True)


def without_commits(folder: Path) -> None:
    """A new repository."""
    _git(folder, "init", "--initial-branch=main")


def with_commits(folder: Path) -> None:
    """Two commits by two people, a second branch at the first of them, a changed file, and a lock that was left."""
    without_commits(folder)
    (folder / "notes.txt").write_text("one\n")
    _git(folder, "add", ".")
    _git(folder, "commit", "--message=Begin the notes")
    _git(folder, "branch", "older")
    (folder / "src").mkdir()
    (folder / "src" / "größe ä.py").write_text("print(1)\n")
    _git(folder, "add", ".")
    _git(folder, "commit", "--message=Measure $(id)", author=AUTHORS[1], date="2026-11-30T09:30:00Z")
    (folder / "src" / "größe ä.py").write_text("print(2)\n")
    (folder / ".git" / "refs" / "heads" / "locked.lock").touch()


def suspicious_git(folder: Path) -> None:
    """A program `git` that takes every repository for another user's."""
    script = folder / "git"
    script.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"\n')
    script.chmod(0o755)


CASES: tuple[Case, ...] = (
    success("git_status", {}, '"resultCount": 1', '"state": " M"', "größe ä.py"),
    success("git_log", {}, '"resultCount": 2', "Ada Lovelace", "Grace Hopper", "Measure $(id)"),
    success("git_log", {"author": "Ada"}, '"resultCount": 1', "Begin the notes"),
    success("git_log", {"since": "2026-11-30"}, '"resultCount": 1', "Grace Hopper"),
    success("git_log", {"limit": 1, "revision": "older"}, '"resultCount": 1', "Begin the notes"),
    success("git_log", {"paths": ["src", "notes.txt"], "oldest_first": True}, '"resultCount": 2'),
    empty("git_log", {"author": ".*"}, "No commit of 'HEAD' fits", "ran successfully"),
    empty("git_log", {"paths": ["*.txt"]}, "No commit of 'HEAD' fits"),
    validation("git_log", {"revision": "nowhere"}, "unknown_revision", "tag 'nowhere'"),
    success("git_show", {"revision": "HEAD"}, "Grace Hopper", "+print(1)"),
    success("git_show", {"revision": "older", "stat_only": True}, "notes.txt | 1 +"),
    validation("git_show", {"revision": "HEAD~5"}, "unknown_revision", "tag 'HEAD~5'"),
    validation("git_show", {"revision": "$(touch x)"}, "unknown_revision", "$(touch x)"),
    success("git_diff", {}, "-print(1)", "+print(2)"),
    success("git_diff", {"revision": "older", "other": "main"}, "+print(1)"),
    empty("git_diff", {"staged": True}, "no difference to 'HEAD'"),
    empty("git_diff", {"path": "notes.txt"}, "no difference to 'HEAD'"),
    validation("git_diff", {"other": "nowhere"}, "unknown_revision", "tag 'nowhere'"),
    validation("git_diff", {"other": "main", "staged": True}, "staged_and_other", "'main'"),
    success("list_branches", {}, '"resultCount": 2', '"name": "older"', "Begin the notes"),
    empty("list_branches", {"kind": "remote"}, "no remote branches"),
    success("create_branch", {"name": "topic/größe", "revision": "older"}, "'topic/größe' at 'older'"),
    success("list_branches", {"kind": "all"}, '"resultCount": 3', "topic/größe"),
    business("create_branch", {"name": "topic/größe"}, "branch_exists", "'topic/größe' already"),
    validation("create_branch", {"name": "a..b"}, "bad_name", "'a..b'"),
    validation("create_branch", {"name": "topic", "revision": "nowhere"}, "unknown_revision", "tag 'nowhere'"),
    transient("create_branch", {"name": "locked"}, "repository_locked", '"retryAfterSeconds": 1', retryable=False),
)

WITHOUT_COMMITS: tuple[Case, ...] = (
    empty("git_status", {}, "working tree is clean"),
    empty("list_branches", {}, "no local branches"),
    *(
        business(tool, arguments, "no_commits_yet", "no commits yet")
        for tool, arguments in (
            ("git_log", {}),
            ("git_show", {"revision": "HEAD"}),
            ("git_diff", {}),
            ("create_branch", {"name": "topic"}),
        )
    ),
)

_ANY: tuple[tuple[str, dict[str, str]], ...] = (
    ("git_status", {}),
    ("git_log", {}),
    ("git_show", {"revision": "HEAD"}),
    ("git_diff", {}),
    ("list_branches", {}),
    ("create_branch", {"name": "topic"}),
)

NO_REPOSITORY: tuple[Case, ...] = tuple(
    business(tool, arguments, "not_a_repository", "no Git repository") for tool, arguments in _ANY
)

FOREIGN: tuple[Case, ...] = tuple(
    # Without a repository that it may read, `git diff` compares any files, and does not say why it has none.
    business(tool, arguments, "not_a_repository", "may read")
    if tool == "git_diff"
    else permission(tool, arguments, "foreign_repository", "another user")
    for tool, arguments in _ANY
)
