"""The stages of `failwell new`, each alone, in a process that has imported everything."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from failwell.apply import apply
from failwell.build import build
from failwell.lint import examine
from failwell.load import load
from failwell.plan import plan_new
from failwell.render import render

from .measuring import heading, line
from .synthetic import spec_of

STAGES = ("load", "check", "build", "render", "plan and apply")


def measure_stages(sizes: Iterable[int], rounds: int, folder: Path) -> None:
    """Print the CPU time of each stage by the number of operations."""
    for size in sizes:
        heading(f"The stages of failwell new for {size} operations (CPU; imports are not in it)")
        text = spec_of(size).encode()
        targets = [folder / f"stages_{size}_{number}" for number in range(rounds)]
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as fresh:  # what is kept is not shared
            costs = [fresh.submit(_stages, text, target).result() for target in targets]
        for stage, seconds in zip(STAGES, zip(*costs, strict=True), strict=True):
            line(stage, seconds)


def _stages(text: bytes, target: Path) -> list[float]:
    """The CPU seconds of each stage."""
    gc.disable()  # as the command line does
    clock = [time.process_time()]
    loaded = load(text, "measured.yaml")
    clock.append(time.process_time())
    spec = examine(loaded).spec
    assert spec is not None, "the spec has no errors"
    clock.append(time.process_time())
    project = build(spec)
    clock.append(time.process_time())
    files = render(project)
    clock.append(time.process_time())
    apply(plan_new(target, {path: text.encode() for path, text in files.items()}, {}))
    clock.append(time.process_time())
    return [after - before for before, after in pairwise(clock)]
