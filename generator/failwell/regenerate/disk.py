"""What stands at a path of a project now."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path


@dataclass(frozen=True)
class Absent:
    """Nothing is there."""


@dataclass(frozen=True)
class Other:
    """Something that failwell never replaces: a link, a folder, a device, or a file behind a link to a folder."""

    what: str
    is_behind_link: bool = False


@dataclass(frozen=True)
class File:
    """A regular file, with its permission bits."""

    data: bytes
    mode: int = 0o644

    @property
    def is_read_only(self) -> bool:
        """Whether its owner may not write it, as far as the file itself says."""
        return not self.mode & stat.S_IWUSR

    @property
    def text(self) -> str:
        """The text with LF at the end of every line; bytes that are no UTF-8 are escaped as surrogates."""
        return plain(self.data)

    @property
    def has_crlf(self) -> bool:
        """Whether its lines end with CR LF, as in a checkout with `core.autocrlf`."""
        crlf = self.data.count(b"\r\n")
        return crlf > 0 and 2 * crlf > self.data.count(b"\n")

    @property
    def sum(self) -> str:
        """The SHA-256 of the bytes as they are."""
        return sha256(self.data).hexdigest()


OnDisk = Absent | Other | File


def plain(data: bytes) -> str:
    """The text of these bytes with LF at the end of every line."""
    return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def as_bytes(text: str, *, crlf: bool = False) -> bytes:
    """The bytes of a text of `plain`, with the line ends that the file had."""
    return (text.replace("\n", "\r\n") if crlf else text).encode("utf-8", "surrogateescape")


def look(root: Path, path: str) -> OnDisk:
    """What stands at the path below the root. Raises OSError where it cannot be read."""
    place = root
    for part in path.split("/"):
        place = place / part
        try:
            mode = place.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return Absent()
        if stat.S_ISLNK(mode):
            is_behind = place != root / path
            return Other("behind a symbolic link" if is_behind else "a symbolic link", is_behind)
    if not stat.S_ISREG(mode):
        return Other("a folder" if stat.S_ISDIR(mode) else "no regular file")
    return File(place.read_bytes(), stat.S_IMODE(mode))


def is_inside(path: str) -> bool:
    """Whether the path is one of the project's own files: not outside, and not git's.

    The record of a project comes with its repository, and what it says is data like any other.
    """
    return not any(part.lower() in ("", ".", "..", ".git") or {"\\", ":"} & {*part} for part in path.split("/"))


def names_beside(path: str, ending: str) -> Iterator[str]:
    """The names for a file next to the path, from which the first free one is taken."""
    yield f"{path}.{ending}"
    yield from (f"{path}.{ending}{number}" for number in count(2))
