"""What the README of a project tells of operations and failures."""

from __future__ import annotations

from dataclasses import dataclass

from ..spec import Category


@dataclass(frozen=True)
class FailureRow:
    """A failure mode as the README lists it: `again` says whether the same call may succeed later."""

    name: str
    category: Category
    again: bool
    move: str

    @property
    def retryable(self) -> str:
        """`isRetryable` as a table shows it."""
        return "yes" if self.again else "no"


@dataclass(frozen=True)
class OperationRow:
    """An operation as the README lists it."""

    name: str
    description: str
    read_only: bool
    empty: str | None
    failures: tuple[FailureRow, ...]

    @property
    def kind(self) -> str:
        """Whether it changes anything."""
        return "reads" if self.read_only else "changes"

    @property
    def failure_names(self) -> str:
        """Its failure modes in one cell of a table."""
        return ", ".join(f"`{failure.name}`" for failure in self.failures)
