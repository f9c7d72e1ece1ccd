"""The command line: try mutants, and tell which of them survived."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from .mutant import Mutant
from .projects import EXAMPLES, Project, made
from .running import Trial
from .sampling import sample


def main() -> int:
    """Print what was caught and what survived. The exit code is 1 where something survived."""
    options = _options()
    print(f"seed {options.seed}")
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        for name in options.example or EXAMPLES:
            project = made(name, Path(folder, name))
            mutants = _chosen(project, options)
            if options.list:
                print(*mutants, f"{name}: {len(mutants)} mutants", sep="\n")
            else:
                survivors += _try(project, mutants)
    return 1 if survivors else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--example", choices=EXAMPLES, action="append", help="only this one (may be repeated)")
    parser.add_argument("--count", type=int, default=20, help="mutants of each example (0: all; default: 20)")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="which ones (default: by chance)")
    parser.add_argument("--path", default="", help="only of files whose path holds this text")
    parser.add_argument("--kind", default="", help="only of kinds that hold this text")
    parser.add_argument("--list", action="store_true", help="list the mutants instead of trying them")
    return parser.parse_args()


def _chosen(project: Project, options: argparse.Namespace) -> list[Mutant]:
    mutants = [each for each in project.mutants if options.path in each.path and options.kind in each.kind]
    return sample(mutants, options.count, options.seed) if options.count else mutants


def _try(project: Project, mutants: list[Mutant]) -> int:
    """The number of survivors, each of which is printed as soon as it is known."""
    survived: Counter[str] = Counter()
    for outcome in Trial(project).outcomes(mutants):
        if outcome.verdict == "survived":
            survived[outcome.mutant.kind] += 1
            print(f"  survived {outcome.mutant}", flush=True)
    kinds = ", ".join(f"{kind} {count}" for kind, count in survived.most_common())
    print(f"{project.name}: {len(mutants) - survived.total()} of {len(mutants)} caught{kinds and f' ({kinds})'}")
    return survived.total()


if __name__ == "__main__":
    sys.exit(main())
