"""apply: the only stage that writes. Either everything of a plan is on disk afterwards, or nothing of it."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from .plan import Plan


def apply(plan: Plan) -> None:
    """Carry out the plan. Raises OSError after it has taken back what it had done.

    All files are written in a folder aside and then renamed: a whole new project at once, files of a folder that exists
    one by one. So a process that is killed leaves no half file, and no half project where there was none.
    """
    root, exists = plan.root, plan.root.exists()
    with ExitStack() as undo:
        if not exists:
            _make_folders(root.parent, undo)
        with tempfile.TemporaryDirectory(
            prefix=".failwell-", dir=root if exists else root.parent, ignore_cleanup_errors=True
        ) as aside:
            staged = Path(aside) / "project"
            _write(plan, staged)
            if exists:
                _move(plan, staged, undo)
            else:
                staged.rename(root)
        undo.pop_all()


def _write(plan: Plan, folder: Path) -> None:
    folder.mkdir()
    for action in plan.actions:
        target = folder / action.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(action.data)


def _move(plan: Plan, staged: Path, undo: ExitStack) -> None:
    for action in plan.actions:
        target = plan.root / action.path
        _make_folders(target.parent, undo)
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        (staged / action.path).rename(target)
        undo.callback(_quietly, target.unlink)


def _make_folders(folder: Path, undo: ExitStack) -> None:
    """Make the folder and those above it; what is undone is only what was made here."""
    if folder.is_dir():
        return
    _make_folders(folder.parent, undo)
    folder.mkdir()
    undo.callback(_quietly, folder.rmdir)


def _quietly(step: Callable[[], None]) -> None:
    """Take one step back; where that fails too, the first error is the one to tell."""
    with suppress(OSError):
        step()
