"""How everything here is measured, and told: in turn, again and again, as the median and the least.

CPU time is that of whole processes. It moves less than time on the clock when other programs run, but it moves too; the
least is nearest to what the work itself costs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Figure:
    """The seconds of several rounds."""

    seconds: Sequence[float]

    @property
    def middle(self) -> float:
        """Their median."""
        return median(self.seconds)

    @property
    def least(self) -> float:
        """The quickest."""
        return min(self.seconds)


@dataclass(frozen=True)
class Cost:
    """What a process took, in seconds."""

    cpu: float
    clock: float


def cost_of(command: Sequence[str]) -> Cost:
    """The cost of a whole process. Raises CalledProcessError where it fails."""
    cpu, clock = cpu_of_children(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=surroundings())
    return Cost(cpu_of_children() - cpu, time.perf_counter() - clock)


def cpu_of_children() -> float:
    """CPU seconds of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def surroundings(source: Path = ROOT / "generator", **more: str) -> dict[str, str]:
    """The environment of a process that imports from `source`."""
    return {**os.environ, "PYTHONPATH": str(source), **more}


def failwell(*arguments: str) -> list[str]:
    """The command line of failwell in this checkout."""
    return [sys.executable, "-m", "failwell", *arguments]


def heading(text: str, *notes: str) -> None:
    """Print what the lines below it are about."""
    print(f"\n{text}", *(f"  ({note})" for note in notes), sep="\n", flush=True)


def line(name: str, seconds: Iterable[float], compared_with: Iterable[float] | None = None) -> None:
    """Print the figure of several rounds, and how many times as much it is as another."""
    figure = Figure(list(seconds))
    text = f"  {name:<34}median {_shown(figure.middle)}   least {_shown(figure.least)}"
    if compared_with is not None:
        other = Figure(list(compared_with))
        text += f"   times {figure.middle / other.middle:5.2f}, by the least {figure.least / other.least:5.2f}"
    print(text, flush=True)


def _shown(seconds: float) -> str:
    if seconds < 0.01:
        return f"{seconds * 1_000_000:6.0f} us"
    return f"{seconds * 1000:6.0f} ms" if seconds < 1 else f"{seconds:6.2f} s "
