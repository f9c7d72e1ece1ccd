"""Approves one expense, which pays it out."""

from __future__ import annotations

from typing import Any

from expense_approval.failures import (  # type: ignore[import-not-found]  # exists only in the generated project
    ApproveExpenseAlreadyApproved,
    ApproveExpenseOverLimit,
    ApproveExpenseOwnExpense,
    ApproveExpenseUnknownExpense,
    UnknownEmployee,
)

from .ledger import LEDGER


async def approve_expense(arguments: Any, _context: Any) -> dict[str, Any]:
    """What was approved, and by whom."""
    with LEDGER.locked(arguments.employee) as ledger:
        approver = ledger.employees.get(arguments.employee)
        if approver is None:
            raise UnknownEmployee(employee=arguments.employee)
        expense = ledger.expenses.get(arguments.expense_id)
        if expense is None:
            raise ApproveExpenseUnknownExpense(expense_id=arguments.expense_id)
        if expense.approved_by is not None:
            raise ApproveExpenseAlreadyApproved(expense_id=expense.expense_id, approved_by=expense.approved_by)
        if expense.employee == approver.id:
            raise ApproveExpenseOwnExpense(
                expense_id=expense.expense_id, employee=approver.id, approvers=list(approver.approvers)
            )
        limit = approver.limit or 0
        if expense.amount > limit:
            raise ApproveExpenseOverLimit(
                expense_id=expense.expense_id,
                employee=approver.id,
                amount=expense.amount,
                limit=limit,
                approvers=[each.id for each in ledger.employees.values() if (each.limit or 0) >= expense.amount],
            )
        expense.approved_by = approver.id
        return {"expense_id": expense.expense_id, "amount": expense.amount, "approved_by": approver.id}
