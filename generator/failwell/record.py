"""What failwell keeps of a project that it rendered, so that a later run can tell its text from the user's.

`lock.json` has the sums of the texts, `base.json` the texts themselves, for merging. Both are committed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha1, sha256

from . import __version__
from .ownership import Owner, owner_of

FOLDER = ".failwell"
LOCK = f"{FOLDER}/lock.json"
BASE = f"{FOLDER}/base.json"
FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """One file as it was last rendered: its owner, the SHA-256 of its text with LF, and its id as a blob of git."""

    owner: str
    sha256: str
    blob: str


def entry(path: str, text: str, owner: Owner | None = None) -> Entry:
    """The entry of the file that is rendered to `path`."""
    data = text.encode()
    blob = sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return Entry(owner or owner_of(path), sha256(data).hexdigest(), blob)


def sum_of(text: str) -> str:
    """The sum by which a text is compared with an entry. Bytes that are no UTF-8 are escaped as surrogates in it."""
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def record_files(texts: Mapping[str, str], foreign: frozenset[str] = frozenset()) -> dict[str, str]:
    """The two files for a project of these texts. The user's own files of a rendered name are `foreign`."""
    entries = {path: entry(path, texts[path], Owner.YOURS if path in foreign else None) for path in sorted(texts)}
    lock = {
        "format": FORMAT,
        "failwell": __version__,
        "files": {path: asdict(each) for path, each in entries.items()},
    }
    base = {path: texts[path] for path in entries if path not in foreign}
    return {LOCK: _json(lock), BASE: _json(base)}


def _json(value: object) -> str:
    """JSON with one entry on a line, so that version control can merge it."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
