"""The steps of a run while they are put together: each kind of change as the steps that carry it out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..record import sum_of
from .decide import BaseOf, Decision, Subject, decide
from .disk import Absent, File, OnDisk, as_bytes, look, names_beside, plain
from .fates import Change, Fate, RefusedError, Step
from .merge import has_markers


@dataclass
class Draft:
    """What was decided so far for the project at `root`. `before` has the bytes of every file that is changed."""

    root: Path
    base_of: BaseOf
    steps: list[Step] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    before: dict[str, bytes] = field(default_factory=dict)

    def decide(self, subject: Subject) -> None:
        """What the table says of the file."""
        decision = decide(subject, self.base_of)
        if decision.data is not None or decision.fate is Fate.DELETED:
            self.write(subject.path, subject.disk, decision.data)
        self._tell(subject, decision)

    def move(self, subject: Subject, former: Subject) -> None:
        """The same for a file that has another path now: what the user did to it at the former one goes with it."""
        moved = Subject(subject.path, former.disk, former.entry, subject.rendered)
        decision = decide(moved, self.base_of)
        if isinstance(former.disk, File):
            data = former.disk.data if decision.data is None else decision.data
            self.write(subject.path, Absent(), data, former.disk.mode)
            self.write(former.path, former.disk, None)
            fate = Fate.MOVED if decision.fate in (Fate.KEPT, Fate.UNCHANGED, Fate.UPDATED) else decision.fate
            decision = Decision(fate, data, decision.beside, decision.note)
        elif decision.data is not None:
            self.write(subject.path, Absent(), decision.data)
        self._tell(moved, decision, former.path)

    def restore(self, subject: Subject) -> None:
        """The rendered text in the place of the user's, which is kept beside it."""
        assert subject.rendered is not None
        if not isinstance(subject.disk, File | Absent):
            raise RefusedError(f"{self.root / subject.path} is not restored: it is {subject.disk.what}")
        if isinstance(subject.disk, File) and subject.disk.text == subject.rendered:
            return
        orig = None
        if isinstance(subject.disk, File) and not subject.is_as_rendered:
            orig = self._beside(subject.path, "orig", subject.disk.data)
        crlf = isinstance(subject.disk, File) and subject.disk.has_crlf
        self.write(subject.path, subject.disk, as_bytes(subject.rendered, crlf=crlf))
        self.changes.append(Change(subject.path, Fate.RESTORED, beside=orig))

    def write(self, path: str, disk: OnDisk, data: bytes | None, mode: int | None = None) -> None:
        """A step that gives the path these bytes, None to delete it."""
        before = None
        if isinstance(disk, File):
            if disk.is_read_only:
                raise RefusedError(f"{self.root / path} may not be written: it is read-only")
            self.before[path], before, mode = disk.data, disk.sum, disk.mode
        self.steps.append(Step(path, data, before, mode))

    def _tell(self, subject: Subject, decision: Decision, former: str | None = None) -> None:
        beside = None
        if decision.beside is not None:
            last = subject.entry.sha256 if subject.entry else None
            beside = self._beside(subject.path, "new", decision.beside, last)
        fate, note = decision.fate, decision.note
        if fate is Fate.KEPT and is_unresolved(subject):
            fate, note = Fate.CONFLICT, "it still holds conflict markers"
        if fate is not Fate.UNCHANGED:
            self.changes.append(Change(subject.path, fate, note, former, beside))

    def _beside(self, path: str, ending: str, data: bytes, last: str | None = None) -> str:
        """The file next to `path` that gets the bytes: never one that holds anything else than failwell left there."""
        for name in names_beside(path, ending):
            disk = look(self.root, name)
            if isinstance(disk, Absent) and all(step.path != name for step in self.steps):
                self.write(name, disk, data)
                return name
            if isinstance(disk, File) and disk.text == plain(data):
                return name
            if isinstance(disk, File) and last is not None and sum_of(disk.text) == last:
                self.write(name, disk, data)
                return name
        raise AssertionError("the names never end")


def is_unresolved(subject: Subject) -> bool:
    """Whether somebody has yet to decide between the two sides of a conflict in a file that failwell merges."""
    if not isinstance(subject.disk, File) or subject.entry is None or subject.is_as_rendered:
        return False
    return has_markers(subject.disk.text) and not has_markers(subject.rendered or "")


def strays(root: Path, folder: str, known: set[str]) -> Iterator[str]:
    """The files below a folder of the project that are not known, what Python leaves there apart."""
    for place, folders, names in os.walk(root / folder):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted(names):
            path = (Path(place) / name).relative_to(root).as_posix()
            if path not in known:
                yield path
