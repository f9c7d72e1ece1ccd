"""One run, from the rendered files of a project to the project on disk."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ..project import Rendered
from .fates import Plan, RefusedError
from .journal import carry_out, complete, is_interrupted
from .known import Bases, read_lock
from .plan import plan_run
from .running import alone


@dataclass(frozen=True)
class Outcome:
    """What was done. `completed` says that an interrupted run was completed first.

    `beside` are files next to those that had been edited after the interruption.
    """

    plan: Plan
    completed: bool = False
    beside: tuple[str, ...] = ()


def preview(root: Path, rendered: Rendered, restore: Collection[str] = ()) -> Outcome:
    """What a run would do, without doing it. Raises RefusedError where nothing can be done, OSError."""
    lock = read_lock(root)
    if is_interrupted(root):
        raise RefusedError(f"an earlier run in {root} was interrupted; failwell regenerate completes it")
    return Outcome(plan_run(root, rendered, lock, Bases(root), restore))


def regenerate(root: Path, rendered: Rendered, restore: Collection[str] = ()) -> Outcome:
    """Bring the project up to its spec: all of it, or nothing of it where an error is raised.

    Raises RefusedError where nothing can be done, OSError where the disk fails.
    """
    read_lock(root)  # nothing is done in a folder that is no project
    with alone(root):
        was_interrupted = is_interrupted(root)
        beside = complete(root)
        plan = plan_run(root, rendered, read_lock(root), Bases(root), restore)
        carry_out(root, plan.steps)
    return Outcome(plan, was_interrupted, beside)
