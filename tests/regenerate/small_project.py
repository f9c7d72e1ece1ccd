"""A project of a few files, so that each rule of a run can be seen by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from failwell.load import load
from failwell.project import Rendered, render_spec
from failwell.record import record_files
from failwell.regenerate import Fate, Outcome, preview, regenerate
from failwell.rules import RULES
from failwell.spec_file import examine_loaded

PACKAGE = "src/orders"


@lru_cache(maxsize=1)
def _rendered() -> Rendered:
    examined = examine_loaded(load(RULES["FW103"].repair.encode(), "failwell.yaml"), Path("failwell.yaml"))
    assert examined.spec is not None
    return render_spec(examined.spec, examined)


def rendered(files: Mapping[str, str]) -> Rendered:
    """What a spec would be rendered to, if it was rendered to these files."""
    known = _rendered()
    project = replace(known.project, package="orders", handlers=())
    return replace(known, project=project, generated=dict(files), copies={}, origins={})


@dataclass(frozen=True)
class SmallProject:
    """A project of which the files were `made` once."""

    root: Path

    @classmethod
    def made(cls, root: Path, files: Mapping[str, str]) -> SmallProject:
        """A fresh project of these files."""
        project = cls(root)
        for path, text in {**files, **record_files(files)}.items():
            project.write(path, text)
        return project

    def write(self, path: str, text: str | bytes) -> None:
        """Write as a user would."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, path: str) -> str:
        """The text of a file, its line ends as they are."""
        return (self.root / path).read_bytes().decode()

    def run(self, files: Mapping[str, str], restore: Collection[str] = ()) -> Outcome:
        """A run in which the spec is rendered to these files."""
        return regenerate(self.root, rendered(files), restore)

    def preview(self, files: Mapping[str, str]) -> Outcome:
        """The same without doing it."""
        return preview(self.root, rendered(files))

    @property
    def tree(self) -> dict[str, bytes]:
        """Every file and link but failwell's record and what git has."""
        hidden = (".failwell", ".git")
        return {path: data for path, data in tree(self.root).items() if path.split("/")[0] not in hidden}


def tree(root: Path) -> dict[str, bytes]:
    """Every file below the folder with what it holds, links with where they lead."""
    return {
        path.relative_to(root).as_posix(): b"-> %s" % bytes(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or not path.is_dir()
    }


def fates(outcome: Outcome) -> dict[str, Fate]:
    """What became of each file that is told."""
    return {change.path: change.fate for change in outcome.plan.changes}
