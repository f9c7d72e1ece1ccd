"""FW2xx: names, and references between the parts of a spec."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, READABLE, SQL, changed
from .rule import Rule

NAME = Rule(
    code="FW201",
    name="name",
    severity=Severity.ERROR,
    summary="A name has characters that names of its sort cannot have, or too many.",
    why=(
        "Names of operations are the names of tools: model providers take letters, digits, underscores and "
        "hyphens, 64 in all, of which hosts use some for a prefix. The names of failure modes and sources become "
        "names in Python."
    ),
    example=changed(SQL, ("  list_orders:", "  list-orders:")),
    repair=SQL,
)

COLLIDING_NAMES = Rule(
    code="FW202",
    name="colliding-names",
    severity=Severity.ERROR,
    summary="Two names come out as the same one in Python, or a name is one that every failure has.",
    why=(
        "The types `parcel` and `Parcel` would both be the class `Parcel`. Among the details of a failure, "
        "`upstream`, `problems` and `outcome` are filled by the server itself."
    ),
    example=changed(HTTP, ("        recovery: Ask", "        details: {upstream: error.code}\n        recovery: Ask")),
    repair=changed(
        HTTP, ("        recovery: Ask", "        details: {carrier_code: error.code}\n        recovery: Ask")
    ),
)

UNKNOWN_TYPE = Rule(
    code="FW203",
    name="unknown-type",
    severity=Severity.ERROR,
    summary="A `$ref` names a type that is not declared.",
    why="A schema that leads nowhere can check nothing.",
    example=changed(SQL, ("{list: {type: object}}", '{list: {$ref: "#/types/Order"}}')),
    repair=changed(
        SQL,
        ("{list: {type: object}}", '{list: {$ref: "#/types/Order"}}'),
        (
            "sources:\n",
            ("types:\n  Order: {type: object, properties: {id: {type: integer}, total: {type: number}}}\n\nsources:\n"),
        ),
    ),
)

FOREIGN_REFERENCE = Rule(
    code="FW204",
    name="foreign-reference",
    severity=Severity.ERROR,
    summary="A `$ref` leads elsewhere than to a type of this spec.",
    why=(
        "Types are the one place for schemas that several parts share; a reference to another file or into "
        "another schema would have to be fetched or could be circular."
    ),
    example=changed(SQL, ("{list: {type: object}}", '{list: {$ref: "orders.json"}}')),
    repair=changed(
        SQL,
        ("{list: {type: object}}", '{list: {$ref: "#/types/Order"}}'),
        (
            "sources:\n",
            ("types:\n  Order: {type: object, properties: {id: {type: integer}, total: {type: number}}}\n\nsources:\n"),
        ),
    ),
)

CIRCULAR_TYPE = Rule(
    code="FW205",
    name="circular-type",
    severity=Severity.ERROR,
    summary="A type is nothing but a reference to itself.",
    why=("A type may contain itself, as a comment contains its answers. One that only is itself describes no value."),
    example=changed(
        SQL,
        ("{list: {type: object}}", '{list: {$ref: "#/types/Order"}}'),
        ("sources:\n", 'types:\n  Order: {$ref: "#/types/Order"}\n\nsources:\n'),
    ),
    repair=changed(
        SQL,
        ("{list: {type: object}}", '{list: {$ref: "#/types/Order"}}'),
        (
            "sources:\n",
            (
                "types:\n"
                '  Order: {type: object, properties: {parts: {type: array, items: {$ref: "#/types/Order"}}}}\n'
                "\n"
                "sources:\n"
            ),
        ),
    ),
)

UNKNOWN_SOURCE = Rule(
    code="FW206",
    name="unknown-source",
    severity=Severity.ERROR,
    summary="An operation needs a source that is not declared.",
    why="Without a source there is nothing to send the request or the statement to.",
    example=changed(HTTP, ("    request: GET", "    source: carier\n    request: GET")),
    repair=changed(HTTP, ("    request: GET", "    source: carrier\n    request: GET")),
)

AMBIGUOUS_SOURCE = Rule(
    code="FW207",
    name="ambiguous-source",
    severity=Severity.ERROR,
    summary="Several sources could carry out an operation, and it does not say which.",
    why=("`source` may be left out where only one fits. Which of two databases a change goes to is never guessed."),
    example=changed(
        HTTP,
        (
            "    auth: {bearer: $CARRIER_TOKEN}\n",
            ("    auth: {bearer: $CARRIER_TOKEN}\n  archive: {http: https://archive.carrier.example}\n"),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "    auth: {bearer: $CARRIER_TOKEN}\n",
            ("    auth: {bearer: $CARRIER_TOKEN}\n  archive: {http: https://archive.carrier.example}\n"),
        ),
        ("    request: GET /parcels/{id}\n", "    source: carrier\n    request: GET /parcels/{id}\n"),
        (
            "        recovery: Ask for the number on the label and call again.\n",
            (
                "        recovery: Ask for the number on the label and call again.\n"
                "\n"
                "  find_archived:\n"
                "    description: Find the parcels that were delivered on one day.\n"
                "    source: archive\n"
                "    input:\n"
                "      day: {type: string, format: date, description: Day of the delivery}\n"
                "    request: GET /parcels\n"
                "    returns: {list: {type: object}}\n"
                "    empty: No parcel was delivered on {day}. The archive was read successfully.\n"
                "    failures:\n"
                "      too_old:\n"
                "        category: business\n"
                "        when: {status: 410}\n"
                "        description: The archive no longer has the parcels of {day}.\n"
                "        user_message: We keep our records for two years only.\n"
            ),
        ),
    ),
)

UNFIT_SOURCE = Rule(
    code="FW208",
    name="unfit-source",
    severity=Severity.ERROR,
    summary="An operation names a source of another kind than its body needs, or several where one is used.",
    why=("`request` goes to an HTTP API, `query` and `execute` to a database; only a handler can use several sources."),
    example=changed(
        SQL,
        ("    query: SELECT", "    source: carrier\n    query: SELECT"),
        ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n  carrier: {http: https://api.carrier.example}\n"),
    ),
    repair=changed(SQL, ("    query: SELECT", "    source: shop\n    query: SELECT")),
)

UNKNOWN_FAILURE = Rule(
    code="FW209",
    name="unknown-failure",
    severity=Severity.ERROR,
    summary=("`use` names a shared failure mode that is not declared, or one whose name is taken in the operation."),
    why="A failure that is not taken up is told in the general words of the built-in classification.",
    example=changed(HTTP, ("    failures:\n", "    failures:\n      use: [rate_limited]\n")),
    repair=changed(
        HTTP,
        ("    failures:\n      unknown_parcel", "    failures:\n      use: [rate_limited]\n      unknown_parcel"),
        (
            "operations:\n",
            (
                "failures:\n"
                "  rate_limited:\n"
                "    category: transient\n"
                "    when: {status: 429}\n"
                "    description: The carrier answers 60 requests a minute, and these are used up.\n"
                "\n"
                "operations:\n"
            ),
        ),
    ),
)

FORMER_NAME = Rule(
    code="FW210",
    name="former-name",
    severity=Severity.ERROR,
    summary="`was` gives a former name that something still has.",
    why=(
        "`was` tells which generated code belongs to which part of the spec after a rename. With two parts "
        "claiming the same code, an edit of yours could go to the wrong one."
    ),
    example=changed(SQL, ("    description: Cancel one", "    was: list_orders\n    description: Cancel one")),
    repair=changed(SQL, ("    description: Cancel one", "    was: delete_order\n    description: Cancel one")),
)

PACKAGE = Rule(
    code="FW211",
    name="package",
    severity=Severity.ERROR,
    summary="`server.package` cannot be the name of a Python package, or hides a module that is needed.",
    why=(
        "The package is imported by this name. One called `json` would replace Python's own module for everything "
        "that the server imports."
    ),
    example=changed(HTTP, ("  name: parcels\n", "  name: parcels\n  package: json\n")),
    repair=changed(HTTP, ("  name: parcels\n", "  name: parcels\n  package: parcel_server\n")),
)

UNUSED = Rule(
    code="FW212",
    name="unused",
    severity=Severity.WARNING,
    summary="Nothing uses a type, a source or a shared failure mode.",
    why="It may be a leftover, or the reference to it is missing where it was meant to stand.",
    example=changed(HTTP, ("sources:\n", "types:\n  Parcel: {type: object}\n\nsources:\n")),
    repair=HTTP,
)

ALLOWED_RULE = Rule(
    code="FW213",
    name="allowed-rule",
    severity=Severity.WARNING,
    summary="`lint.allow` names a code that no rule has, or the code of an error.",
    why="Only warnings can be allowed: with an error no server can be made.",
    example=changed(HTTP, ("sources:\n", "lint: {allow: [FW999]}\n\nsources:\n")),
    repair=HTTP,
)

UNKNOWN_OPERATION = Rule(
    code="FW214",
    name="unknown-operation",
    severity=Severity.ERROR,
    summary="A resource is read from an operation that does not exist.",
    why="The name is that of an entry under `operations`.",
    example=changed(READABLE, ("    operation: list_orders", "    operation: list_order")),
    repair=READABLE,
)
