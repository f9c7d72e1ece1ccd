"""What becomes of each file, and the steps by which that is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Fate(StrEnum):
    """What becomes of one file."""

    CREATED = "created"
    UPDATED = "updated"
    MERGED = "merged"
    CONFLICT = "conflict"
    BESIDE = "beside"
    RESTORED = "restored"
    MOVED = "moved"
    DELETED = "deleted"
    KEPT = "kept"
    ORPHANED = "orphaned"
    LEFT_DELETED = "left deleted"
    LEFT_ALONE = "left alone"
    UNCHANGED = "unchanged"


@dataclass(frozen=True)
class Change:
    """One file and what becomes of it. `former` is the path it is moved from, `beside` the file written next to it."""

    path: str
    fate: Fate
    note: str = ""
    former: str | None = None
    beside: str | None = None


@dataclass(frozen=True)
class Step:
    """The bytes that a path gets, None to delete it. `before` is the SHA-256 of what is there now, None for nothing.

    `mode` are the permission bits that the file keeps, None for those of a new one.
    """

    path: str
    data: bytes | None
    before: str | None
    mode: int | None = None


@dataclass(frozen=True)
class Misfit:
    """A handler that its server cannot use as it is: why, and the signature that is wanted."""

    path: str
    problems: tuple[str, ...]
    signature: str


@dataclass(frozen=True)
class Plan:
    """Everything that a run would do. With a refusal it does nothing; `unresolved` are files with conflict markers."""

    root: Path
    steps: tuple[Step, ...] = ()
    changes: tuple[Change, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    versions: tuple[str, str] = ("", "")
    before: Mapping[str, bytes] = field(default_factory=dict)
    unresolved: tuple[str, ...] = ()
    refusal: str | None = None

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The files in which conflicts are to be resolved, before or after this run."""
        return (*self.unresolved, *(each.path for each in self.changes if each.fate is Fate.CONFLICT))


class RefusedError(Exception):
    """Why nothing can be done, in words for the user."""
