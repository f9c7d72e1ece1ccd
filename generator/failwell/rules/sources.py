"""FW4xx: statements, the environment, secrets and addresses."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, SQL, changed
from .rule import Rule

STATEMENTS = Rule(
    code="FW410",
    name="statements",
    severity=Severity.ERROR,
    summary="`query` or `execute` has no statement, or several.",
    why=("Each runs exactly one statement. Several changes that belong together are one transaction in a handler."),
    example=changed(
        SQL, ("WHERE id = :id AND NOT sent", "WHERE id = :id AND NOT sent; DELETE FROM parcels WHERE id = :id")
    ),
    repair=SQL,
)

WRITING_QUERY = Rule(
    code="FW411",
    name="writing-query",
    severity=Severity.ERROR,
    summary="A `query` is a statement that changes data.",
    why=("A query runs on a connection that cannot change anything, so the statement would fail at every call."),
    example=changed(SQL, ("    execute: UPDATE", "    query: UPDATE")),
    repair=SQL,
)

READING_EXECUTE = Rule(
    code="FW412",
    name="reading-execute",
    severity=Severity.WARNING,
    summary="An `execute` is a statement that only reads.",
    why=(
        "Under `query` it could change nothing, is tried again after a failure, and is announced to the agent as "
        "read-only."
    ),
    example=changed(
        SQL,
        (
            "    execute: UPDATE orders SET cancelled = true WHERE id = :id AND NOT sent",
            "    execute: SELECT id FROM orders WHERE id = :id",
        ),
    ),
    repair=SQL,
)

UNKNOWN_SQL_PARAMETER = Rule(
    code="FW413",
    name="unknown-sql-parameter",
    severity=Severity.ERROR,
    summary="A statement has a parameter that the operation does not have.",
    why="Every `:name` outside of literals and comments is bound to the parameter of that name.",
    example=changed(SQL, ("customer = :customer", "customer = :custmer")),
    repair=SQL,
)

UNUSED_PARAMETER = Rule(
    code="FW414",
    name="unused-parameter",
    severity=Severity.WARNING,
    summary="A statement does not use a parameter of its operation.",
    why="The agent believes that the parameter narrows the result or is stored, and it does nothing.",
    example=changed(
        SQL,
        (
            "      customer: {type: integer, description: Number of the customer}\n",
            (
                "      customer: {type: integer, description: Number of the customer}\n"
                "      year: {type: integer, description: Year of the orders}\n"
            ),
        ),
    ),
    repair=SQL,
)

CALLER_STATEMENT = Rule(
    code="FW415",
    name="caller-statement",
    severity=Severity.ERROR,
    summary="The parameter for a caller's own statement is missing or is no text, or a limit has no effect.",
    why=(
        "`query: {parameter: sql}` runs the statement that the caller passes in the parameter `sql`, which is a text."
    ),
    example=changed(
        SQL,
        (
            "  cancel_order:",
            (
                "  ask:\n"
                "    description: Run one SELECT statement of your own.\n"
                "    input:\n"
                "      sql: {type: string, description: The statement}\n"
                "    query: {parameter: statement, max_rows: 200}\n"
                "    returns: {list: {type: object}}\n"
                "    empty: The statement gave no rows.\n"
                "\n"
                "  cancel_order:"
            ),
        ),
    ),
    repair=changed(
        SQL,
        (
            "  cancel_order:",
            (
                "  ask:\n"
                "    description: Run one SELECT statement of your own.\n"
                "    input:\n"
                "      sql: {type: string, description: The statement}\n"
                "    query: {parameter: sql, max_rows: 200}\n"
                "    returns: {list: {type: object}}\n"
                "    empty: The statement gave no rows.\n"
                "\n"
                "  cancel_order:"
            ),
        ),
    ),
)

ENVIRONMENT = Rule(
    code="FW416",
    name="environment",
    severity=Severity.ERROR,
    summary="A reference to the environment is malformed.",
    why=(
        "`$NAME`, `${NAME}` and `${NAME:-fallback}` are read when the server starts, with names in capitals; `$$` "
        "is a dollar. In `{...}` on one line a reference with braces needs quotes."
    ),
    example=changed(HTTP, ("{bearer: $CARRIER_TOKEN}", "{bearer: $carrier_token}")),
    repair=HTTP,
)

UNREAD_REFERENCE = Rule(
    code="FW417",
    name="unread-reference",
    severity=Severity.WARNING,
    summary="A reference to the environment stands where the environment is not read.",
    why=(
        "Only the settings of sources read it. In a request a dollar is a dollar, so the name of the variable "
        "would be sent."
    ),
    example=changed(
        HTTP,
        (
            "    request: GET /parcels/{id}",
            "    request: {method: GET, path: '/parcels/{id}', headers: {X-Site: $SITE_NAME}}",
        ),
    ),
    repair=HTTP,
)

LITERAL_SECRET = Rule(
    code="FW418",
    name="literal-secret",
    severity=Severity.WARNING,
    summary="A literal looks like a secret.",
    why=(
        "A spec is committed, copied into the generated project and read by many. Credentials come from the "
        "environment."
    ),
    example=changed(HTTP, ("$CARRIER_TOKEN", "swordfish")),
    repair=HTTP,
)

CREDENTIAL_PARAMETER = Rule(
    code="FW419",
    name="credential-parameter",
    severity=Severity.WARNING,
    summary="A parameter is named like a credential.",
    why=(
        "What is a parameter passes through the model, its provider and its logs. Credentials belong in the "
        "settings of a source. Where the name means something else, rename the parameter or allow this finding."
    ),
    example=changed(
        SQL,
        ("customer: {type", "password: {type"),
        ("customer = :customer", "customer = :password"),
        ("Customer {customer}", "Customer {password}"),
    ),
    repair=SQL,
)

ADDRESS = Rule(
    code="FW420",
    name="address",
    severity=Severity.ERROR,
    summary="The URL of a source is not one that a generated server can use.",
    why=(
        "An HTTP source has an absolute `http` or `https` URL, to which paths are appended. Databases are SQLite "
        "and PostgreSQL."
    ),
    example=changed(HTTP, ("https://api.carrier.example/v1", "api.carrier.example/v1")),
    repair=HTTP,
)

SETUP = Rule(
    code="FW421",
    name="setup",
    severity=Severity.ERROR,
    summary="`setup`, or the `file` of a resource, is no file below the folder of the spec.",
    why="The file is copied into the generated project and shipped with it.",
    example=changed(SQL, ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n    setup: ../orders.sql\n")),
    repair=changed(SQL, ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n    setup: orders.sql\n")),
)

SETUP_FILE = Rule(
    code="FW422",
    name="setup-file",
    severity=Severity.ERROR,
    summary="A file that `setup`, or `file` of a resource, names cannot be shipped.",
    why=(
        "It is looked for beside the spec (in a generated project in the package's `data` folder), is a UTF-8 text "
        "unless the media type of a resource says otherwise, and no other file has its name, because all are shipped "
        "in one folder."
    ),
    example="# where there is only orders.sql\n"
    + changed(SQL, ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n    setup: order.sql\n")),
    repair=changed(SQL, ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n    setup: orders.sql\n")),
)
