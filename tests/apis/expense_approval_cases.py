"""What expense approval must answer with the handlers of `expense_handlers`, which begin with the same ledger."""

from __future__ import annotations

from typing import Any

from .case import Case, business, empty, permission, success, transient, validation

_LUNCH: dict[str, Any] = {
    "employee": "emp_ada",
    "amount": 18.5,
    "purpose": "Lunch with a customer",
    "spent_on": "2026-11-20",
}

CASES: tuple[Case, ...] = (
    success("submit_expense", _LUNCH, "exp_", "emp_grace"),
    success("submit_expense", _LUNCH | {"amount": 90, "receipt": "R-90"}, "exp_"),
    validation("submit_expense", _LUNCH | {"amount": 80}, "receipt_missing", "$80", "Nothing was submitted"),
    business(
        "submit_expense",
        _LUNCH | {"amount": 5000, "receipt": "R-5000"},
        "over_budget",
        "$5000",
        "2026 budget",
        '"year": 2026',
        "userMessage",
    ),
    business(
        "submit_expense",
        _LUNCH | {"amount": 120, "receipt": "R-1"},
        "already_submitted",
        "'R-1'",
        '"submitted_as": "exp_1"',
        '"status": "pending"',
    ),
    validation("submit_expense", _LUNCH | {"employee": "emp_nobody"}, "unknown_employee", "emp_nobody"),
    success("list_pending", {"employee": "emp_grace"}, "exp_1", "Train to Boston"),
    empty("list_pending", {"employee": "emp_mary"}, "emp_mary", "ledger was read"),
    permission("list_pending", {"employee": "emp_ada"}, "not_an_approver", "emp_ada", "not an approver"),
    validation("list_pending", {"employee": "emp_nobody"}, "unknown_employee", "emp_nobody"),
    validation("approve_expense", {"expense_id": "exp_404", "employee": "emp_grace"}, "unknown_expense", "exp_404"),
    permission("approve_expense", {"expense_id": "exp_2", "employee": "emp_grace"}, "own_expense", "emp_alan"),
    permission(
        "approve_expense",
        {"expense_id": "exp_3", "employee": "emp_grace"},
        "over_limit",
        "$900 exceeds the $500",
        '"limit": 500',
        "emp_alan",
    ),
    business(
        "approve_expense",
        {"expense_id": "exp_4", "employee": "emp_grace"},
        "already_approved",
        '"approved_by": "emp_alan"',
    ),
    validation("approve_expense", {"expense_id": "exp_1", "employee": "emp_nobody"}, "unknown_employee", "emp_nobody"),
    success("approve_expense", {"expense_id": "exp_1", "employee": "emp_grace"}, '"amount": 120', "emp_grace"),
    business("approve_expense", {"expense_id": "exp_1", "employee": "emp_grace"}, "already_approved", "emp_grace"),
    # Whatever concerns this employee finds the ledger locked.
    transient("submit_expense", _LUNCH | {"employee": "emp_busy"}, "ledger_busy", "attemptHistory", retryable=False),
    transient("list_pending", {"employee": "emp_busy"}, "ledger_busy", '"retryAfterSeconds": 1', retryable=False),
    transient(
        "approve_expense", {"expense_id": "exp_1", "employee": "emp_busy"}, "ledger_busy", "locked", retryable=False
    ),
)

CRASH = Case("list_pending", {"employee": "emp_crash"}, "failure", "crash", "business", False)
"""A handler that fails in a way that nobody foresaw. The text of its exception holds SECRET."""
