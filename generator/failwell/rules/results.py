"""FW5xx: results that may be empty or absent, and what an operation says of itself."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, SQL, changed
from .rule import Rule

NO_EMPTY = Rule(
    code="FW511",
    name="no-empty",
    severity=Severity.ERROR,
    summary="A result may be empty, and nothing says what the agent is told then.",
    why=(
        "An empty result is an answer: the call succeeded and found nothing. Without a sentence that says so, "
        "agents take it for a failure and try again."
    ),
    example=changed(SQL, ("    empty: Customer {customer} has no orders. The query executed successfully.\n", "")),
    repair=SQL,
)

NO_ABSENCE = Rule(
    code="FW512",
    name="no-absence",
    severity=Severity.ERROR,
    summary="The one row of an object may be absent, and nothing says what that means.",
    why=(
        "It may be an answer, which `empty` tells, or a mistake of the caller, which a failure mode with `rows: "
        "0` tells. The two call for different next moves."
    ),
    example=changed(
        SQL,
        ("{list: {type: object}}", "{object: {id: {type: integer}}}"),
        ("    empty: Customer {customer} has no orders. The query executed successfully.\n", ""),
    ),
    repair=changed(SQL, ("{list: {type: object}}", "{object: {id: {type: integer}}}")),
)

NO_404 = Rule(
    code="FW513",
    name="no-404",
    severity=Severity.WARNING,
    summary="One thing is fetched over HTTP, and nothing says what a 404 means.",
    why=(
        "A 404 may mean a wrong id, a thing that is gone, or a missing right. The built-in words cannot tell the "
        "agent which."
    ),
    example=changed(HTTP, ("when: {status: 404}", "when: {status: 423}")),
    repair=HTTP,
)

NO_FAILURES = Rule(
    code="FW514",
    name="no-failures",
    severity=Severity.WARNING,
    summary="An operation on an HTTP API has no failure mode at all.",
    why=(
        "Every API fails in ways of its own: a limit, a missing right, a rule of its business. The built-in "
        "classification knows the status only."
    ),
    example=changed(
        HTTP,
        (
            (
                "    failures:\n"
                "      unknown_parcel:\n"
                "        category: validation\n"
                "        when: {status: 404}\n"
                "        description: The carrier knows no parcel '{id}'.\n"
                "        recovery: Ask for the number on the label and call again.\n"
            ),
            "",
        ),
    ),
    repair=HTTP,
)

EMPTY_AS_FAILURE = Rule(
    code="FW515",
    name="empty-as-failure",
    severity=Severity.WARNING,
    summary="A failure mode makes every empty list a failure.",
    why=(
        "A query that ran and found nothing has succeeded. Told as a failure, it makes agents repeat a working "
        "query and then escalate."
    ),
    example=changed(
        SQL,
        (
            "    empty: Customer {customer} has no orders. The query executed successfully.\n",
            (
                "    empty: Customer {customer} has no orders. The query executed successfully.\n"
                "    failures:\n"
                "      nothing_found:\n"
                "        category: validation\n"
                "        when: {rows: 0}\n"
                "        description: No orders were found for customer {customer}.\n"
            ),
        ),
    ),
    repair=SQL,
)

HINTS = Rule(
    code="FW516",
    name="hints",
    severity=Severity.WARNING,
    summary="The hints of an operation contradict each other, or what it does.",
    why=(
        "Hosts ask before a destructive call and not before a reading one, so a wrong hint lets a change pass unasked."
    ),
    example=changed(SQL, ("    execute: UPDATE", "    hints: {read_only: true}\n    execute: UPDATE")),
    repair=changed(SQL, ("    execute: UPDATE", "    hints: {destructive: true}\n    execute: UPDATE")),
)
