"""One row of a table of cases."""

from __future__ import annotations

from dataclasses import dataclass

from ...wrapping import wrapped_call

Column = str | tuple[str, ...]
"""The code of a value, or that of each item of a list."""


@dataclass(frozen=True)
class Case:
    """One row of a table of cases: its columns, and the name under which pytest shows it, as a literal."""

    columns: tuple[Column, ...]
    name: str

    def at(self, indent: int) -> str:
        """The row as it stands behind `indent` columns, without these, its comma to follow."""
        columns = [each if isinstance(each, str) else f"[{', '.join(each)}]" for each in self.columns]
        return wrapped_call("pytest.param", [*columns, f"id={self.name}"], indent, 1)
