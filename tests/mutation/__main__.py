"""The command line: try mutants, and tell which of them survived."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .projects import EXAMPLES
from .subjects import Subject
from .trying import broken, outcomes, sampled


def main() -> int:
    """Print what was caught and what survived. The exit code is 1 where something survived."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        chosen = _chosen(broken(Path(folder), options.example or EXAMPLES), options)
        if options.list:
            for subject in chosen:
                print(*(f"{subject.name}/{mutant}" for mutant in subject.mutants), sep="\n")
            print(*(f"{subject.name}: {len(subject.mutants)} mutants" for subject in chosen), sep="\n")
            return 0
        print(f"seed {options.seed}", flush=True)
        return 1 if _try(chosen) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--example", choices=EXAMPLES, action="append", help="only this one (may be repeated)")
    parser.add_argument("--count", type=int, default=100, help="mutants to try (0: all; default: 100)")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="which ones (default: by chance)")
    parser.add_argument("--path", default="", help="only in files whose path holds this text")
    parser.add_argument("--kind", default="", help="only of kinds that hold this text")
    parser.add_argument("--list", action="store_true", help="list the mutants instead of trying them")
    return parser.parse_args()


def _chosen(subjects: Sequence[Subject], options: argparse.Namespace) -> list[Subject]:
    named = [
        Subject(
            subject.name,
            [each for each in subject.mutants if options.path in each.path and options.kind in each.kind],
            subject.projects,
        )
        for subject in subjects
    ]
    return sampled(named, options.count, options.seed) if options.count else named


def _try(subjects: Sequence[Subject]) -> int:
    """The number of survivors, each of which is printed as soon as it is known."""
    survived: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for outcome in outcomes(subjects):
        if not outcome.caught:
            survived[outcome.subject] += 1
            kinds[outcome.mutant.kind] += 1
            print(f"  survived {outcome.subject}/{outcome.mutant}", flush=True)
    for subject in subjects:
        total = len(subject.mutants)
        print(f"{subject.name}: {total - survived[subject.name]} of {total} caught")
    print(*(f"survived: {kind} {count}" for kind, count in kinds.most_common()), sep="\n")
    return survived.total()


if __name__ == "__main__":
    sys.exit(main())
