"""Changes that no test can notice, or that are not for the generated tests to notice, each with the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatch

from .mutant import Mutant


@dataclass(frozen=True)
class Equivalent:
    """Mutants of files with such a path whose change matches a regular expression, and why they do not count."""

    path: str
    change: str
    reason: str

    def covers(self, mutant: Mutant) -> bool:
        """Whether the mutant is one of these."""
        told = f"{mutant.kind}: {' '.join(mutant.before.split())} -> {mutant.after}"
        return fnmatch(mutant.path, self.path) and re.search(self.change, told) is not None


EQUIVALENTS: tuple[Equivalent, ...] = (
    Equivalent("__main__.py", "", "starts the server as a process; tests/end_to_end does that"),
    Equivalent("runtime/serve.py", "", "starts the server as a process; tests/runtime and tests/end_to_end do that"),
    Equivalent("runtime/stdio.py", "", "serves a process; tests/runtime and tests/end_to_end do that"),
    Equivalent("runtime/sql/postgresql*.py", "", "needs a PostgreSQL server, which generated tests must not"),
    Equivalent(
        "server.py", r"clock or Clock\(\)", "the tests bring a clock of their own; tests/end_to_end waits for real"
    ),
    Equivalent(
        "runtime/schemas.py", r'text: "(missing|unexpected)"', "the message of a jsonschema error, which nobody reads"
    ),
    Equivalent("runtime/sql/sqlite_setup.py", "fsync", "only a loss of power would show it"),
    Equivalent("runtime/command/process.py", "are pipes|is not None and", "a pipe that was asked for is always there"),
    Equivalent("runtime/command/process.py", "boolean: True -> False", "`strict` of a zip of two and two"),
    Equivalent("runtime/plain.py", "in _NOTES", "a quick look that is never quick costs time and changes no answer"),
    Equivalent("tools/*", "removed: Failure -> ", "no branch below it catches a failure of this server"),
    Equivalent("*__init__.py", "", "the version, and re-exports"),
)


def is_equivalent(mutant: Mutant) -> bool:
    """Whether the mutant does not count."""
    return any(each.covers(mutant) for each in EQUIVALENTS)
