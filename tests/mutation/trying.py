"""What becomes of mutants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .mutant import Mutant
from .projects import EXAMPLES, made
from .running import Trial
from .sampling import sample
from .subjects import Subject, subjects


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    subject: str
    mutant: Mutant
    caught: bool


def broken(folder: Path, names: Sequence[str] = EXAMPLES) -> list[Subject]:
    """The subjects of these examples, whose projects are made in the folder."""
    return subjects([made(name, folder / name) for name in names])


def sampled(each: Sequence[Subject], count: int, seed: int) -> list[Subject]:
    """The subjects with `count` mutants in all, of each subject as many."""
    shares = [count // len(each) + (place < count % len(each)) for place in range(len(each))]
    return [
        Subject(one.name, sample(one.mutants, share, seed), one.projects)
        for one, share in zip(each, shares, strict=True)
    ]


def outcomes(each: Sequence[Subject], processes: int = 2) -> Iterator[Outcome]:
    """The outcome of each mutant, in their order. Raises TestsFailError where tests fail although nothing is broken."""
    projects = {project.name: project for one in each for project in one.projects}
    with ThreadPoolExecutor(processes) as pool:
        trials = dict(zip(projects, pool.map(Trial, projects.values()), strict=True))
        pairs = [(one, mutant) for one in each for mutant in one.mutants]
        yield from pool.map(lambda pair: _outcome(pair[0], pair[1], trials), pairs)


def _outcome(subject: Subject, mutant: Mutant, trials: Mapping[str, Trial]) -> Outcome:
    caught = any(trials[project.name].catches(mutant) for project in subject.projects)
    return Outcome(subject.name, mutant, caught)
