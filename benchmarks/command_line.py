"""The command line: how soon it answers, and what `failwell new` costs for servers of different sizes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .measuring import Cost, cost_of, failwell, heading, line
from .synthetic import spec_of

IMPORT = [sys.executable, "-c", "import typer"]


def measure_help(rounds: int) -> None:
    """Print what `failwell --help` takes beside Python that imports typer and does nothing."""
    heading("failwell --help, beside a Python that imports typer and ends (whole processes)")
    cost_of(failwell("--help"))  # so that there is bytecode
    pairs = [(cost_of(IMPORT), cost_of(failwell("--help"))) for _ in range(rounds)]
    line("import typer, CPU", (one.cpu for one, _ in pairs))
    line("failwell --help, CPU", (other.cpu for _, other in pairs), (one.cpu for one, _ in pairs))
    line("import typer, clock", (one.clock for one, _ in pairs))
    line("failwell --help, clock", (other.clock for _, other in pairs), (one.clock for one, _ in pairs))


def measure_new(sizes: Sequence[int], rounds: int, folder: Path) -> None:
    """Print the CPU time of `failwell new` by the number of operations."""
    heading("failwell new, tests and all, onto the disk (CPU of whole processes)")
    _new(min(sizes), folder / "new")  # so that there is bytecode
    costs = [{size: _new(size, folder / f"new_{size}_{number}") for size in sizes} for number in range(rounds)]
    for size in sizes:
        line(f"{size} operation{'s' * (size != 1)}", (each[size].cpu for each in costs))


def _new(size: int, target: Path) -> Cost:
    spec = target.with_suffix(".yaml")
    spec.write_text(spec_of(size))
    return cost_of(failwell("new", str(spec), str(target)))
