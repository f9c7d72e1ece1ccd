"""What is known of the last run: the entries of the lock, and the texts that they stand for."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from .. import __version__
from ..record import BASE, FORMAT, LOCK, Entry, sum_of
from .disk import File, is_inside, look
from .fates import RefusedError

_SIDES = re.compile(r"^<{7}.*\n((?:.*\n)*?)(?:\|{7}.*\n(?:.*\n)*?)?={7}\n((?:.*\n)*?)>{7}.*\n", re.MULTILINE)
_LAST_COMMA = re.compile(r",(\n\s*[}\]])")
_BETWEEN_ENTRIES = re.compile(r'("|\})\n(\s*")')
GIT_SECONDS = 20


@dataclass(frozen=True)
class Lock:
    """The entries of every file, several where two branches of version control were not merged; and who wrote it."""

    version: str
    entries: Mapping[str, tuple[Entry, ...]]

    def entry(self, path: str, disk: object) -> Entry | None:
        """The entry of the path; among several, the one that what is on disk was made from, as far as can be told."""
        entries = self.entries.get(path, ())
        if isinstance(disk, File):
            text_sum = sum_of(disk.text)
            return next((each for each in entries if each.sha256 == text_sum), next(iter(entries), None))
        return next(iter(entries), None)


def read_lock(root: Path) -> Lock:
    """The lock of the project at `root`. Raises RefusedError where there is none that can be used."""
    text = _text(root, LOCK)
    if text is None:
        raise RefusedError(
            f"{root} is no project of failwell: it has no {LOCK}. If it got lost, bring it back from version "
            "control; a new project is made by failwell new"
        )
    sides = [_lock(side) for side in _sides(text)]
    known = [side for side in sides if side is not None]
    if not known or len(known) < len(sides):
        raise RefusedError(f"{LOCK} is damaged; bring it back from version control")
    for version in (side.version for side in known):
        _refuse_newer(version)
    return _together(known)


class Bases:
    """The texts that the entries stand for, from `base.json` and failing that from git. Each is as its sum says."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str] | None = None

    def text(self, entry: Entry) -> str | None:
        """The text as it was rendered, or None where it cannot be had any more."""
        if self._texts is None:
            self._texts = {sum_of(text): text for text in _stored(self._root)}
        return self._texts.get(entry.sha256) or self._from_git(entry)

    def _from_git(self, entry: Entry) -> str | None:
        if not re.fullmatch("[0-9a-f]{40}", entry.blob):
            return None
        command = ["git", "cat-file", "blob", entry.blob]
        try:
            done = subprocess.run(
                command, cwd=self._root, capture_output=True, check=False, timeout=GIT_SECONDS, stdin=subprocess.DEVNULL
            )
            text = done.stdout.decode("utf-8")
        except (OSError, UnicodeDecodeError, subprocess.TimeoutExpired):
            return None
        return text if done.returncode == 0 and sum_of(text) == entry.sha256 else None


def _text(root: Path, path: str) -> str | None:
    disk = look(root, path)
    return disk.text if isinstance(disk, File) else None


def _stored(root: Path) -> Iterator[str]:
    """Every text in `base.json`; one that is damaged has none."""
    for side in _sides(_text(root, BASE) or ""):
        values = _object(side)
        yield from (value for value in values.values() if isinstance(value, str))


def _sides(text: str) -> list[str]:
    """The text, or its two sides where it holds conflicts of version control."""
    if not _SIDES.search(text):
        return [text]
    return [_SIDES.sub(lambda found, side=side: found[side], text) for side in (1, 2)]  # type: ignore[misc]


def _object(text: str) -> dict[str, Any]:
    """The JSON object in this text; where two branches met, commas between its entries may be missing or too many."""
    for attempt in (text, _LAST_COMMA.sub(r"\1", _BETWEEN_ENTRIES.sub(r"\1,\n\2", text))):
        try:
            value = json.loads(attempt)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) else {}
    return {}


def _lock(text: str) -> Lock | None:
    """The lock in this text, None where it is none."""
    value = _object(text)
    files, version = value.get("files"), value.get("failwell")
    if not isinstance(files, dict) or not isinstance(version, str):
        return None
    if value.get("format") != FORMAT:
        raise RefusedError(f"{LOCK} has another format than failwell {__version__} knows: {_upgrade(version)}")
    entries = {path: _entry(each) for path, each in files.items()}
    if any(each is None or not is_inside(path) for path, each in entries.items()):
        return None
    return Lock(version, {path: (each,) for path, each in entries.items() if each is not None})


def _entry(value: Any) -> Entry | None:
    wanted = ("owner", "sha256", "blob")
    if not isinstance(value, dict) or not all(isinstance(value.get(key), str) for key in wanted):
        return None
    return Entry(*(value[key] for key in wanted))


def _together(sides: list[Lock]) -> Lock:
    paths = dict.fromkeys(path for side in sides for path in side.entries)
    entries = {
        path: tuple(dict.fromkeys(each for side in sides for each in side.entries.get(path, ()))) for path in paths
    }
    return Lock(max((side.version for side in sides), key=_version), entries)


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:
        raise RefusedError(f"{LOCK} is damaged: {text!r} is no version; bring it back from version control") from None


def _refuse_newer(version: str) -> None:
    if _version(version) > Version(__version__):
        raise RefusedError(
            f"the project was rendered by failwell {version}, this is {__version__}: {_upgrade(version)}"
        )


def _upgrade(version: str) -> str:
    return f"install failwell {version} or later"
