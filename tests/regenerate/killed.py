"""Kills a process at one of the instants at which it is about to change the disk."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from itertools import count
from typing import Any

# What the interpreter tells of before it does it; `open` only where it opens for writing.
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.chmod", "os.symlink", "os.truncate"}
WRITING = os.O_WRONLY | os.O_RDWR


def killed_at(instant: int, work: Callable[[], object]) -> bool:
    """Whether the work, done in a process of its own, was killed with SIGKILL at this change of the disk.

    False where it had ended before. Raises AssertionError where it failed.
    """
    process = os.fork()
    if process == 0:
        _work(instant, work)
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def _work(instant: int, work: Callable[[], object]) -> None:
    """Never returns: the process ends here, without what a test runner does at its end."""
    instants = count()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        changes = event in CHANGES or (event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING)
        if changes and next(instants) == instant:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(hook)
        work()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
