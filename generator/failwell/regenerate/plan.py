"""Everything that a run would do, before it does anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from .. import __version__
from ..ownership import Owner, owner_of
from ..project import Rendered
from ..record import BASE, record_files
from .decide import Subject
from .disk import Absent, File, as_bytes, look
from .draft import Draft, is_unresolved, strays
from .fates import Change, Fate, Plan, RefusedError
from .handlers import misfits
from .known import Bases, Lock
from .moves import former_package, former_paths


def plan_run(root: Path, rendered: Rendered, lock: Lock, bases: Bases, restore: Collection[str] = ()) -> Plan:
    """What becomes of the project at `root`; the rendered text replaces the user's in the files to `restore`.

    Raises RefusedError where nothing may be done, OSError where a file cannot be read.
    """
    versions = (lock.version, __version__)
    former = former_paths(rendered.generated, lock.entries, rendered.spec, rendered.project.package)
    subjects = _subjects(root, rendered.generated, lock)
    unresolved = [each for path, each in subjects.items() if path not in restore and _blocks(each)]
    if unresolved:
        return Plan(root, versions=versions, unresolved=tuple(each.path for each in unresolved))
    draft = Draft(root, bases.text)
    moved = {new: old for new, old in former.items() if isinstance(subjects[new].disk, Absent) and new not in restore}
    for path, subject in subjects.items():
        if path in restore:
            draft.restore(subject)
        elif path in moved:
            draft.move(subject, subjects[moved[path]])
        elif path not in moved.values():
            draft.decide(subject)
    _copies(draft, rendered, lock)
    _record(draft, rendered.generated, _foreign(subjects, draft.changes))
    found = misfits(rendered.project, rendered.generated, _afterwards(subjects, draft))
    changes = tuple(sorted(draft.changes, key=lambda change: change.path))
    return Plan(root, tuple(draft.steps), changes, found, versions, draft.before)


def _subjects(root: Path, rendered: Mapping[str, str], lock: Lock) -> dict[str, Subject]:
    subjects = {}
    for path in sorted({*rendered, *lock.entries}):
        disk = look(root, path)
        subjects[path] = Subject(path, disk, lock.entry(path, disk), rendered.get(path))
    return subjects


def _blocks(subject: Subject) -> bool:
    """Whether a conflict would be merged again before anybody has resolved it."""
    is_merged = owner_of(subject.path) != Owner.YOURS and not subject.is_foreign
    return is_merged and subject.has_changed and is_unresolved(subject)


def _copies(draft: Draft, rendered: Rendered, lock: Lock) -> None:
    """The files that the spec names: copied where they are missing, moved from the package's former name."""
    former = former_package(lock.entries)
    known = {*lock.entries, *rendered.generated, *rendered.copies}
    for path, data in rendered.copies.items():
        if not isinstance(look(draft.root, path), Absent):
            continue
        old = path.replace(f"src/{rendered.project.package}/", f"src/{former}/", 1)
        disk = look(draft.root, old) if old != path else Absent()
        draft.write(path, Absent(), data)
        if isinstance(disk, File) and disk.data == data:
            draft.write(old, disk, None)
            known.add(old)
            draft.changes.append(Change(path, Fate.MOVED, former=old))
        else:
            draft.changes.append(Change(path, Fate.CREATED))
    if former is not None and former != rendered.project.package:
        left = strays(draft.root, f"src/{former}", known)
        note = f"it is yours and stays in the folder of the former package {former}"
        draft.changes += [Change(path, Fate.LEFT_ALONE, note) for path in left]


def _foreign(subjects: Mapping[str, Subject], changes: Collection[Change]) -> frozenset[str]:
    """The files of the user whose name failwell now wants: there first, and never rewritten."""
    restored = {change.path for change in changes if change.fate is Fate.RESTORED}
    found = {
        change.path
        for change in changes
        if change.fate in (Fate.BESIDE, Fate.LEFT_ALONE)
        and change.path in subjects
        and change.former is None
        and subjects[change.path].entry is None
    }
    found |= {path for path, subject in subjects.items() if subject.is_foreign}
    return frozenset(found - restored)


def _record(draft: Draft, rendered: Mapping[str, str], foreign: frozenset[str]) -> None:
    """The lock and the texts, the lock last: as long as it is the former one, the run is not done."""
    record = record_files(rendered, foreign & rendered.keys())
    for path in sorted(record, key=lambda path: path != BASE):
        disk = look(draft.root, path)
        if not isinstance(disk, File | Absent):
            raise RefusedError(f"{draft.root / path} is {disk.what}, which failwell does not write through")
        if not isinstance(disk, File) or disk.text != record[path]:
            crlf = isinstance(disk, File) and disk.has_crlf
            draft.write(path, disk, as_bytes(record[path], crlf=crlf))


def _afterwards(subjects: Mapping[str, Subject], draft: Draft) -> dict[str, bytes]:
    """What every file of the user holds after the run."""
    yours = {
        path: each.disk.data
        for path, each in subjects.items()
        if isinstance(each.disk, File) and owner_of(path) == Owner.YOURS
    }
    return yours | {step.path: step.data for step in draft.steps if step.data is not None}
