"""Carrying out steps so that a crash at any instant leaves the old project or one that the next run completes.

Everything new is written in a folder aside first. Then the journal, which lists the steps, is renamed to its place;
from here on they are carried out, now or by the next run. Each is one rename or one removal. The journal goes last.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..record import FOLDER
from .disk import Absent, File, OnDisk, Other, is_inside, look, names_beside
from .fates import RefusedError, Step

STAGING = f"{FOLDER}/staging"
_JOURNAL = "journal.json"


@dataclass(frozen=True)
class _Entry:
    """One step as the journal has it; `name` is that of its files in the staging folder."""

    path: str
    name: str
    removes: bool
    before: str | None

    def staged(self, staging: Path) -> Path:
        """The new bytes, as long as the step is to be taken."""
        return staging / self.name

    def former(self, staging: Path) -> Path:
        """What was at the path, as long as the step may be taken back."""
        return staging / f"{self.name}-former"


def is_interrupted(root: Path) -> bool:
    """Whether a run was ended before it was done, so that the next one has to complete it."""
    return (root / STAGING / _JOURNAL).is_file()


def carry_out(root: Path, steps: Sequence[Step]) -> None:
    """Take every step, or none: raises OSError after it has taken back what it had done."""
    if not steps:
        return
    staging = root / STAGING
    try:
        entries = _stage(staging, steps)
        _write(staging / "unfinished", json.dumps([vars(entry) for entry in entries]).encode())
        (staging / "unfinished").rename(staging / _JOURNAL)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    done: list[_Entry] = []
    try:
        for entry in entries:
            _keep_former(root, staging, entry)
            done.append(entry)
            _take(root, staging, entry)
    except OSError:
        if _take_back(root, staging, done):
            _forget(staging)
        raise
    _remove_empty_folders(root, (entry for entry in entries if entry.removes))
    _forget(staging)


def complete(root: Path) -> tuple[str, ...]:
    """Finish what an interrupted run had begun. Gives the paths that were edited since, which were left as they are.

    What they were to get stands beside them, under the names that are given. Raises OSError, and RefusedError where the
    journal is none that a run has written: it may have come with a repository, and then it is data like any other.
    """
    staging = root / STAGING
    if not is_interrupted(root):
        shutil.rmtree(staging, ignore_errors=True)  # it had not begun to change anything
        return ()
    entries = _journal(staging)
    beside = []
    for entry in entries:
        disk = look(root, entry.path)
        if _is_to_do(disk, staging, entry):
            _take(root, staging, entry)
        elif entry.staged(staging).exists() and not (isinstance(disk, Other) and disk.is_behind_link):
            beside.append(_put_beside(root, entry.staged(staging), entry.path))
    _remove_empty_folders(root, (entry for entry in entries if entry.removes))
    _forget(staging)
    return tuple(beside)


def _stage(staging: Path, steps: Sequence[Step]) -> list[_Entry]:
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir()
    entries = [_Entry(step.path, f"{number:05}", step.data is None, step.before) for number, step in enumerate(steps)]
    for entry, step in zip(entries, steps, strict=True):
        if step.data is not None:
            _write(entry.staged(staging), step.data)
            if step.mode is not None:
                entry.staged(staging).chmod(step.mode)
    return entries


def _write(path: Path, data: bytes) -> None:
    """Write the bytes and wait until the disk has them."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _keep_former(root: Path, staging: Path, entry: _Entry) -> None:
    """Keep what is at the path, so that the step can be taken back."""
    if entry.before is None:
        return
    try:
        entry.former(staging).hardlink_to(root / entry.path)
    except OSError:  # a file system without hard links
        shutil.copy2(root / entry.path, entry.former(staging))


def _take(root: Path, staging: Path, entry: _Entry) -> None:
    target = root / entry.path
    if entry.removes:
        target.unlink(missing_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    entry.staged(staging).replace(target)


def _take_back(root: Path, staging: Path, done: Sequence[_Entry]) -> bool:
    """Undo the steps, the last one first; False where that fails too, so that the next run has to go on."""
    try:
        for entry in reversed(done):
            if entry.former(staging).exists():
                entry.former(staging).replace(root / entry.path)
            elif entry.before is None and not entry.staged(staging).exists():
                (root / entry.path).unlink(missing_ok=True)
        _remove_empty_folders(root, [entry for entry in done if not entry.removes])
    except OSError:
        return False
    return True


def _is_to_do(disk: OnDisk, staging: Path, entry: _Entry) -> bool:
    """Whether the step is still to be taken; not where somebody has changed the file since it was decided."""
    if not entry.removes and not entry.staged(staging).exists():
        return False
    if isinstance(disk, Absent):
        return not entry.removes
    return isinstance(disk, File) and disk.sum == entry.before


def _put_beside(root: Path, staged: Path, path: str) -> str:
    name = next(name for name in names_beside(path, "new") if not os.path.lexists(root / name))
    staged.replace(root / name)
    return name


def _journal(staging: Path) -> list[_Entry]:
    try:
        read: Any = json.loads((staging / _JOURNAL).read_bytes())
        entries = [_Entry(**each) for each in read]
        if all(is_inside(entry.path) and re.fullmatch(r"\d+", entry.name) for entry in entries):
            return entries
    except (AttributeError, RecursionError, TypeError, ValueError):
        pass
    raise RefusedError(f"{staging / _JOURNAL} is not what an interrupted run leaves; remove the folder {staging}")


def _remove_empty_folders(root: Path, entries: Iterable[_Entry]) -> None:
    """Remove the folders of these files that have become empty."""
    for parent in sorted({each for entry in entries for each in (root / entry.path).parents}, reverse=True):
        if parent.is_relative_to(root) and parent != root:
            with suppress(OSError):
                parent.rmdir()


def _forget(staging: Path) -> None:
    """The journal first: without it, what is left of the folder means nothing."""
    (staging / _JOURNAL).unlink()
    shutil.rmtree(staging, ignore_errors=True)
