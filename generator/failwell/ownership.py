"""Who owns a file of a generated project, and with that what a second run may do to it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath


class Owner(StrEnum):
    """Yours: created once. Generated: rewritten, and merged where it was edited. Merged: the same, for editing."""

    YOURS = "yours"
    GENERATED = "generated"
    MERGED = "merged"


HANDLERS = "src/*/handlers/*.py"
# In the dialect of copier's `_skip_if_exists`, where a star stays within one part of a path.
YOURS = ("failwell.yaml", "src/*/data/*", HANDLERS, "tests/test_handlers/*")


def owner_of(path: str) -> Owner:
    """The owner of the file that is rendered to this path."""
    if matches(path, *YOURS):
        return Owner.YOURS
    return Owner.GENERATED if path.startswith(("src/", "tests/")) else Owner.MERGED


def matches(path: str, *patterns: str) -> bool:
    """Whether the whole path is of one of these forms."""
    parts = PurePosixPath(path)
    return any(len(parts.parts) == len(PurePosixPath(pattern).parts) and parts.match(pattern) for pattern in patterns)
