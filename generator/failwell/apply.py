"""apply: the only stage that writes. Either everything of a plan is on disk afterwards, or nothing of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from .plan import Plan


def apply(plan: Plan) -> None:
    """Carry out the plan. Raises OSError after it has taken back what it had done.

    The files are written to a folder beside the project and renamed into it, so that a crash leaves no half file; where
    the project's folder does not exist yet, the whole folder is renamed into place at once.
    """
    parent = _existing_parent(plan.root)
    made = _missing_folders(plan.root.parent, parent)
    plan.root.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{plan.root.name}-", dir=plan.root.parent))
    try:
        _stage(plan, staging)
        _move(plan, staging)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        for folder in reversed(made):
            folder.rmdir()
        raise
    shutil.rmtree(staging, ignore_errors=True)


def _stage(plan: Plan, staging: Path) -> None:
    for action in plan.actions:
        target = staging / action.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(action.data)


def _move(plan: Plan, staging: Path) -> None:
    if not plan.root.exists():
        staging.chmod(0o777 & ~_umask())
        staging.rename(plan.root)
        return
    done: list[Path] = []
    try:
        for action in plan.actions:
            target = plan.root / action.path
            done += _missing_folders(target.parent, plan.root)
            target.parent.mkdir(parents=True, exist_ok=True)
            (staging / action.path).rename(target)
            done.append(target)
    except BaseException:
        for path in reversed(done):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink(missing_ok=True)
        raise


def _existing_parent(path: Path) -> Path:
    return next(parent for parent in path.absolute().parents if parent.exists())


def _missing_folders(folder: Path, above: Path) -> list[Path]:
    """The folders that do not exist yet, from the outermost to `folder`."""
    missing = []
    while folder != above and not folder.exists():
        missing.append(folder)
        folder = folder.parent
    return missing[::-1]


def _umask() -> int:
    """The mask of new files, which mkdtemp does not ask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
