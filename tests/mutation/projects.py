"""The generated projects of the example specs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SPECS = Path(__file__).parents[2] / "specs"
EXAMPLES = ("refund_desk", "github_issues", "slack_messages", "exchange_rates", "expense_approval", "git_history")


@dataclass(frozen=True)
class Project:
    """A generated project in `folder`."""

    name: str
    folder: Path

    @property
    def package(self) -> Path:
        """The folder of the package, which is called like the spec in every example."""
        return self.folder / "src" / self.name

    @cached_property
    def files(self) -> dict[str, str]:
        """Path in the package to text of everything that is generated there. Handlers are the user's own."""
        paths = sorted(path for path in self.package.rglob("*.py") if path.parent.name != "handlers")
        return {path.relative_to(self.package).as_posix(): path.read_text() for path in paths}


def made(name: str, folder: Path) -> Project:
    """The project of an example, rendered into the folder."""
    from failwell.project import render_spec  # every process that runs tests imports this module
    from failwell.spec_file import examine_file

    examined = examine_file(SPECS / f"{name}.yaml")
    assert examined.spec is not None, examined.findings
    for path, data in render_spec(examined.spec, examined).files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return Project(name, folder)
