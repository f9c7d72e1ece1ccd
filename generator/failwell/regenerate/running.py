"""One run at a time for each project."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..record import FOLDER
from .fates import RefusedError


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Keep other runs away from the project meanwhile; the system lets go of it when the process ends, however.

    Raises RefusedError where another run has it. Nothing is written for that on POSIX.
    """
    try:
        handle = _take(root / FOLDER)
    except BlockingIOError:
        raise RefusedError(f"another run of failwell is at work in {root}; try again when it has ended") from None
    try:
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":

    def _take(folder: Path) -> int:
        """A file that exists as long as it is open."""
        try:
            return os.open(folder / "running", os.O_CREAT | os.O_EXCL | os.O_TEMPORARY)
        except FileExistsError as error:
            raise BlockingIOError from error

else:
    import fcntl

    def _take(folder: Path) -> int:
        """The folder itself, locked."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(handle)
            raise
        return handle
