"""Submits one expense of an employee for approval."""

from __future__ import annotations

from typing import Any

from expense_approval.failures import (  # type: ignore[import-not-found]  # exists only in the generated project
    SubmitExpenseAlreadySubmitted,
    SubmitExpenseOverBudget,
    UnknownEmployee,
)

from .ledger import LEDGER, Expense


async def submit_expense(arguments: Any, _context: Any) -> dict[str, Any]:
    """The id of the new expense, and who may approve it."""
    with LEDGER.locked(arguments.employee) as ledger:
        employee = ledger.employees.get(arguments.employee)
        if employee is None:
            raise UnknownEmployee(employee=arguments.employee)
        if earlier := ledger.with_receipt(arguments.receipt):
            raise SubmitExpenseAlreadySubmitted(
                receipt=arguments.receipt,
                submitted_as=earlier.expense_id,
                status="approved" if earlier.approved_by else "pending",
            )
        expense = Expense(
            expense_id=f"exp_{len(ledger.expenses) + 1}",
            employee=employee.id,
            amount=arguments.amount,
            purpose=arguments.purpose,
            spent_on=str(arguments.spent_on),
            receipt=arguments.receipt,
        )
        left = ledger.budget_left(employee.id, expense.year)
        if expense.amount > left:
            raise SubmitExpenseOverBudget(
                employee=employee.id, amount=expense.amount, budget_left=left, year=expense.year
            )
        ledger.expenses[expense.expense_id] = expense
        return {"expense_id": expense.expense_id, "approvers": list(employee.approvers)}
