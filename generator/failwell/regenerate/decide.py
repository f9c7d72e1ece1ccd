"""The table: what becomes of one file, from what is on disk, what was rendered last and what is rendered now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ownership import HANDLERS, Owner, matches, owner_of
from ..record import Entry, sum_of
from .disk import Absent, File, OnDisk, Other, as_bytes, plain
from .fates import Fate
from .merge import merge

BaseOf = Callable[[Entry], str | None]


@dataclass(frozen=True)
class Subject:
    """One file: what is on disk, its entry in the lock, and what is rendered now; None where there is none."""

    path: str
    disk: OnDisk
    entry: Entry | None
    rendered: str | None

    @property
    def is_as_rendered(self) -> bool:
        """Whether the user has left it as it was last rendered."""
        return isinstance(self.disk, File) and self.entry is not None and sum_of(self.disk.text) == self.entry.sha256

    @property
    def has_changed(self) -> bool:
        """Whether something else is rendered now than the last time."""
        return self.entry is None or self.rendered is None or sum_of(self.rendered) != self.entry.sha256

    @property
    def is_foreign(self) -> bool:
        """Whether the user had a file of this name before one was rendered, which is the user's ever since."""
        return self.entry is not None and self.entry.owner == Owner.YOURS != owner_of(self.path)


@dataclass(frozen=True)
class Decision:
    """The fate of a file; `data` are the bytes that it gets where it gets any, `beside` those for a file next to it."""

    fate: Fate
    data: bytes | None = None
    beside: bytes | None = None
    note: str = ""


def decide(subject: Subject, base_of: BaseOf) -> Decision:
    """What becomes of the file. The rule is the table of docs/regenerating.md, row by row."""
    if subject.rendered is None:
        return _no_longer_rendered(subject)
    if isinstance(subject.disk, Absent):
        return _absent(subject, subject.rendered)
    if not isinstance(subject.disk, File):
        return _never_replaced(subject, subject.disk, subject.rendered)
    return _there(subject, subject.disk, subject.rendered, base_of)


def _no_longer_rendered(subject: Subject) -> Decision:
    if isinstance(subject.disk, Absent):
        return Decision(Fate.UNCHANGED)
    if subject.is_foreign:
        return Decision(Fate.LEFT_ALONE, note="it is yours, and nothing is rendered to its name any more")
    if subject.is_as_rendered:
        return Decision(Fate.DELETED)
    return Decision(Fate.ORPHANED, note="nothing is rendered to it any more; it holds your edits")


def _absent(subject: Subject, rendered: str) -> Decision:
    if subject.entry is None:
        return Decision(Fate.CREATED, as_bytes(rendered))
    if matches(subject.path, HANDLERS):
        return Decision(Fate.CREATED, as_bytes(rendered), note="the server imports it")
    return Decision(Fate.LEFT_DELETED, note=f"failwell regenerate --restore {subject.path} brings it back")


def _never_replaced(subject: Subject, disk: Other, rendered: str) -> Decision:
    if not subject.has_changed:
        return Decision(Fate.UNCHANGED)
    return Decision(
        Fate.LEFT_ALONE, beside=None if disk.is_behind_link else as_bytes(rendered), note=f"it is {disk.what}"
    )


def _there(subject: Subject, disk: File, rendered: str, base_of: BaseOf) -> Decision:
    if disk.text == rendered:
        return Decision(Fate.UNCHANGED)
    if subject.entry is None:
        return Decision(Fate.BESIDE, beside=as_bytes(rendered), note="it was there before and is yours")
    if subject.is_as_rendered:
        return Decision(Fate.UPDATED, as_bytes(rendered, crlf=disk.has_crlf))
    if not subject.has_changed:
        return Decision(Fate.KEPT)
    if subject.is_foreign:
        return Decision(Fate.BESIDE, beside=as_bytes(rendered), note="it was there before and is yours")
    if owner_of(subject.path) == Owner.YOURS:
        return Decision(Fate.KEPT)
    return _edited(disk, rendered, base_of(subject.entry))


def _edited(disk: File, rendered: str, base: str | None) -> Decision:
    if base is None:
        return Decision(
            Fate.BESIDE, beside=as_bytes(rendered), note="it was edited, and the text it was made from is lost"
        )
    merged = merge(base, disk.text, rendered)
    data = as_bytes(merged.text, crlf=disk.has_crlf)
    if merged.conflicts:
        places = "1 place" if merged.conflicts == 1 else f"{merged.conflicts} places"
        return Decision(Fate.CONFLICT, data, note=f"resolve {places} between <<<<<<< and >>>>>>>")
    return Decision(Fate.KEPT) if plain(data) == disk.text else Decision(Fate.MERGED, data)
