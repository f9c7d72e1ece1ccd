"""Lists the expenses that wait for the approval of one employee."""

from __future__ import annotations

from typing import Any

from expense_approval.failures import (  # type: ignore[import-not-found]  # exists only in the generated project
    ListPendingNotAnApprover,
    UnknownEmployee,
)

from .ledger import LEDGER


async def list_pending(arguments: Any, _context: Any) -> list[dict[str, Any]]:
    """The waiting expenses, the oldest first."""
    if arguments.employee == "emp_crash":
        raise RuntimeError("secretive-stack-trace: a bug in the handler")
    with LEDGER.locked(arguments.employee) as ledger:
        employee = ledger.employees.get(arguments.employee)
        if employee is None:
            raise UnknownEmployee(employee=arguments.employee)
        if employee.limit is None:
            raise ListPendingNotAnApprover(employee=employee.id)
        return [
            {
                "expense_id": each.expense_id,
                "employee": each.employee,
                "amount": each.amount,
                "purpose": each.purpose,
                "spent_on": each.spent_on,
            }
            for each in ledger.pending_for(employee.id)
        ]
