"""The ledger behind the handlers: employees and expenses, in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

YEARLY_BUDGET = 2000.0


@dataclass(frozen=True)
class Employee:
    """An employee; one with a `limit` may approve expenses up to it."""

    id: str
    approvers: tuple[str, ...]
    limit: float | None = None


@dataclass
class Expense:
    """One expense, pending until somebody has approved it."""

    expense_id: str
    employee: str
    amount: float
    purpose: str
    spent_on: str
    receipt: str | None = None
    approved_by: str | None = None

    @property
    def year(self) -> int:
        return int(self.spent_on[:4])


@dataclass
class Ledger:
    """Employees and expenses by id."""

    employees: dict[str, Employee]
    expenses: dict[str, Expense] = field(default_factory=dict)

    @contextmanager
    def locked(self, employee: str) -> Iterator[Ledger]:
        """The ledger while nobody else uses it. Raises BlockingIOError where somebody does: always for emp_busy."""
        if employee == "emp_busy":
            raise BlockingIOError("secretive-stack-trace: the lock is held")
        yield self

    def budget_left(self, employee: str, year: int) -> float:
        """What the employee may still spend in that year."""
        spent = sum(each.amount for each in self.expenses.values() if (each.employee, each.year) == (employee, year))
        return round(YEARLY_BUDGET - spent, 2)

    def with_receipt(self, receipt: str | None) -> Expense | None:
        """The expense that this receipt was submitted for."""
        return next((each for each in self.expenses.values() if receipt and each.receipt == receipt), None)

    def pending_for(self, approver: str) -> list[Expense]:
        """What waits for this approver, the oldest first."""
        waiting = [each for each in self.expenses.values() if each.approved_by is None]
        return [each for each in waiting if approver in self.employees[each.employee].approvers]


def _ledger() -> Ledger:
    employees = [
        Employee("emp_ada", ("emp_grace",)),
        Employee("emp_grace", ("emp_alan",), limit=500),
        Employee("emp_alan", ("emp_mary",), limit=10_000),
        Employee("emp_mary", ("emp_alan",), limit=10_000),
    ]
    expenses = [
        Expense("exp_1", "emp_ada", 120, "Train to Boston", "2026-10-05", "R-1"),
        Expense("exp_2", "emp_grace", 60, "Books", "2026-10-12", "R-2"),
        Expense("exp_3", "emp_ada", 900, "Conference", "2026-10-20", "R-3"),
        Expense("exp_4", "emp_ada", 40, "Dinner", "2026-10-21", "R-4", approved_by="emp_alan"),
    ]
    return Ledger({each.id: each for each in employees}, {each.expense_id: each for each in expenses})


LEDGER = _ledger()
