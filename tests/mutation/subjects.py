"""What is broken: the code that each spec became, and once the runtime that all of them share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .breaking import mutants_of
from .equivalents import is_equivalent
from .mutant import Mutant
from .projects import Project
from .reach import is_runtime, unused


@dataclass(frozen=True)
class Subject:
    """Mutants that are tried in one project after the other until a test of one of them fails."""

    name: str
    mutants: Sequence[Mutant]
    projects: Sequence[Project]


def subjects(projects: Sequence[Project]) -> list[Subject]:
    """One for the own code of each project, and one for the runtime, which is the same text in every project.

    Breaking the runtime breaks all servers, so the tests of any may notice. What no project uses is left out.
    """
    own = [Subject(project.name, _own(project), [project]) for project in projects]
    return [*own, Subject("runtime", _of_runtime(projects), projects)]


def _own(project: Project) -> list[Mutant]:
    files = project.files.items()
    return _counting(mutant for path, text in files if not is_runtime(path) for mutant in mutants_of(path, text))


def _of_runtime(projects: Sequence[Project]) -> list[Mutant]:
    texts: dict[str, str] = {}
    left_out: dict[str, set[str]] = {}
    for project in projects:
        for path, scopes in unused(project.files).items():
            text = project.files[path]
            assert texts.setdefault(path, text) == text, f"{path} is not the same in every project"
            left_out[path] = left_out.get(path, scopes) & scopes
    return _counting(mutant for path, text in texts.items() for mutant in mutants_of(path, text, left_out[path]))


def _counting(mutants: Iterable[Mutant]) -> list[Mutant]:
    return [mutant for mutant in mutants if not is_equivalent(mutant)]
