"""Repositories of templates for copier, and projects under git."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import failwell

ROOT = Path(__file__).parents[2]
GENERATOR = str(Path(failwell.__file__).parents[1])
ANSWERS = ".copier-answers.yml"


def git(folder: Path, *arguments: str) -> str:
    """What git prints; it must succeed."""
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def commit(folder: Path, message: str = "work") -> None:
    """Commit everything in the folder, which becomes a repository if it is none."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", f"--message={message}")


def template(folder: Path) -> Path:
    """A copy of what copier needs of this repository."""
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "copier.yml", folder)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "templates", folder / "templates", ignore=ignored)
    shutil.copytree(GENERATOR, folder / "generator", ignore=ignored)
    return folder


def released(folder: Path, tag: str) -> Path:
    """The same as a repository with a tag."""
    commit(template(folder))
    git(folder, "tag", tag)
    return folder


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it wrote."""

    code: int
    output: str


def run(module: str, *arguments: str | Path, cwd: Path | None = None) -> Done:
    """Run a module of Python as its command line does."""
    variables = {**os.environ, "PYTHONPATH": GENERATOR, "GIT_CONFIG_GLOBAL": os.devnull}
    variables |= {f"GIT_{who}_{what}": "a" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout + done.stderr)


def copier(command: str, *arguments: str | Path, cwd: Path | None = None) -> Done:
    """Run copier, which is told to trust the template."""
    return run("copier", command, "--trust", "--quiet", *arguments, cwd=cwd)


def files(folder: Path, *without: str) -> dict[str, bytes]:
    """Every file below the folder but git's and those that are named."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {
        name: path.read_bytes() for name, path in found.items() if name.split("/")[0] != ".git" and name not in without
    }
