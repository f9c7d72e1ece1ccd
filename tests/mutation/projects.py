"""The generated projects of the example specs, and every mutant of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .breaking import mutants_of
from .equivalents import is_equivalent
from .mutant import Mutant
from .reach import unused

SPECS = Path(__file__).parents[2] / "specs"
EXAMPLES = ("refund_desk", "github_issues", "slack_messages", "exchange_rates", "expense_approval")


@dataclass(frozen=True)
class Project:
    """A generated project in `folder`."""

    name: str
    folder: Path

    @cached_property
    def mutants(self) -> list[Mutant]:
        """Every mutant that counts, file by file. What the user writes is not generated, so it is not broken."""
        source = self.folder / "src"
        files = {path.relative_to(source).as_posix(): path.read_text() for path in sorted(source.rglob("*.py"))}
        left_out = unused(files)
        made = (mutants_of(path, text, left_out[path]) for path, text in files.items() if "/handlers/" not in path)
        return [mutant for mutants in made for mutant in mutants if not is_equivalent(mutant)]


def made(name: str, folder: Path) -> Project:
    """The project of an example, rendered into the folder."""
    from failwell.project import examine_file, render_spec  # every process that runs tests imports this module

    examined = examine_file(SPECS / f"{name}.yaml")
    assert examined.spec is not None, examined.findings
    for path, data in render_spec(examined.spec, examined).files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return Project(name, folder)
