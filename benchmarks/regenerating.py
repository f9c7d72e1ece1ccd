"""A project after an edit of its spec: `failwell regenerate` beside `copier update`, and beside doing nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .measuring import ROOT, Cost, cost_of, failwell, heading, line
from .synthetic import spec_of

READ_AND_RENDER = """
import sys
from pathlib import Path
from failwell.project import render_spec
from failwell.spec_file import examine_file

folder = Path(sys.argv[1])
examined = examine_file(folder / "failwell.yaml")
rendered = render_spec(examined.spec, examined)
assert all((folder / path).read_bytes() == text.encode() for path, text in rendered.generated.items())
"""
"""What a run cannot do without: reading every file, and rendering once."""

EDITED = "List the items of shelf 0"


def measure_regenerating(size: int, rounds: int, folder: Path) -> None:
    """Print what it costs to bring a project of so many operations up to its spec."""
    base = _made(size, folder)
    read = [sys.executable, "-c", READ_AND_RENDER, str(base)]
    check = failwell("regenerate", str(base), "--check")
    cost_of(check)  # so that there is bytecode
    heading(f"failwell regenerate, {size} operations, nothing changed (whole processes)")
    pairs = [(cost_of(read), cost_of(check)) for _ in range(rounds)]
    line("read all files and render once", (one.cpu for one, _ in pairs))
    line("failwell regenerate", (other.cpu for _, other in pairs), (one.cpu for one, _ in pairs))
    heading(
        f"After an edit of one operation of {size}, the project under git (whole processes, time on the clock)",
        "Each run begins with a fresh copy of the same project; copier renders three times, and then merges with git.",
    )
    _edit(base)
    _git(base, "commit", "--quiet", "--all", "--message=edited")
    costs = [(_updated(base, folder, number), _regenerated(base, folder, number)) for number in range(rounds)]
    line("copier update", (one.clock for one, _ in costs))
    line("failwell regenerate", (other.clock for _, other in costs), (one.clock for one, _ in costs))


def _made(size: int, folder: Path) -> Path:
    """A committed project, as made with templates from a repository."""
    source, base, spec = folder / "templates", folder / "base", folder / "regenerated.yaml"
    source.mkdir()
    shutil.copy(ROOT / "copier.yml", source)
    for name in ("templates", "generator"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    _commit(source)
    _git(source, "tag", "v1.0.0")
    spec.write_text(spec_of(size))
    cost_of(failwell("new", str(spec), str(base), "--copier", str(source)))
    _commit(base)
    return base


def _edit(project: Path) -> None:
    spec = project / "failwell.yaml"
    text = spec.read_text()
    assert EDITED in text, "the first operation is one that lists items"
    spec.write_text(text.replace(EDITED, "List all items of shelf 0", 1))


def _updated(base: Path, folder: Path, number: int) -> Cost:
    project = Path(shutil.copytree(base, folder / f"updated_{number}"))
    return cost_of([sys.executable, "-m", "copier", "update", "--trust", "--quiet", str(project)])


def _regenerated(base: Path, folder: Path, number: int) -> Cost:
    project = Path(shutil.copytree(base, folder / f"regenerated_{number}"))
    cost = cost_of(failwell("regenerate", str(project)))
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=project, capture_output=True, text=True, check=True
    ).stdout
    assert "tools/" in changed, "the operation was rendered anew"
    return cost


def _commit(folder: Path) -> None:
    _git(folder, "init", "--quiet")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message=made")


def _git(folder: Path, *arguments: str) -> None:
    identity: Sequence[str] = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True)
