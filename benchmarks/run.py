"""Prints what failwell and its servers cost: `python -m benchmarks.run`, from the root of the repository."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from .calls import measure_calls
from .command_line import measure_help, measure_new
from .regenerating import measure_regenerating
from .stages import measure_stages
from .startup import measure_startup
from .throughput import measure_throughput


@dataclass(frozen=True)
class Extent:
    """How much is measured: numbers of operations, calls in a round, and rounds."""

    sizes: tuple[int, ...] = (1, 10, 100, 1_000)
    tools: tuple[int, ...] = (10, 500)
    regenerated: int = 200
    calls: int = 300
    rounds: int = 7
    rounds_of_new: int = 3


QUICK = Extent(sizes=(1, 5), tools=(3,), regenerated=2, calls=2, rounds=1, rounds_of_new=1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print everything, or the parts that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parts = ("help", "new", "regenerate", "stages", "calls", "startup", "throughput")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts)}; all of them by default")
    parser.add_argument("--quick", action="store_true", help="next to nothing, to see that it runs")
    options = parser.parse_args(arguments)
    if unknown := [part for part in options.parts if part not in parts]:
        parser.error(f"there is no part {unknown[0]}")
    print(_machine())
    with TemporaryDirectory() as folder:
        _keep_bytecode(Path(folder) / "bytecode")
        _measure(options.parts or parts, QUICK if options.quick else Extent(), Path(folder))


def _keep_bytecode(folder: Path) -> None:
    """Let the processes that are measured find bytecode, as installed packages have it, whatever is set here."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def _measure(parts: Sequence[str], extent: Extent, folder: Path) -> None:
    if "help" in parts:
        measure_help(extent.rounds)
    if "new" in parts:
        measure_new(extent.sizes, extent.rounds_of_new, folder)
    if "regenerate" in parts:
        measure_regenerating(extent.regenerated, extent.rounds_of_new, folder)
    if "stages" in parts:
        measure_stages(extent.sizes, extent.rounds_of_new, folder)
    if "calls" in parts:
        measure_calls(extent.calls, extent.rounds, folder)
    if "startup" in parts:
        measure_startup(extent.tools, extent.rounds, folder)
    if "throughput" in parts:
        measure_throughput(extent.calls, extent.rounds, folder)


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("mcp", "pydantic", "typer", "jinja2"))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d}: {python}, {os.cpu_count()} cores{load}, {packages}"


if __name__ == "__main__":
    main()
