"""FW1xx: keys, types and values of a spec, and the JSON Schemas in it."""

from __future__ import annotations

from ..findings import Severity
from .frames import HANDLER, HTTP, SQL, changed
from .rule import Rule

VERSION = Rule(
    code="FW101",
    name="unknown-version",
    severity=Severity.ERROR,
    summary="The spec is written in a version of the language that this failwell does not know.",
    why="The version decides what every other key means, so a spec of another version is not guessed at.",
    example=changed(HTTP, ("failwell: 1", "failwell: 2")),
    repair=HTTP,
)

MISSING_KEY = Rule(
    code="FW102",
    name="missing-key",
    severity=Severity.ERROR,
    summary="A key that is required is missing.",
    why=(
        "An agent chooses a tool by its description, and a failure without a category or a description tells it "
        "nothing to act on; nothing sensible can be assumed for them."
    ),
    example=changed(HTTP, ("        category: validation\n", "")),
    repair=HTTP,
)

UNKNOWN_KEY = Rule(
    code="FW103",
    name="unknown-key",
    severity=Severity.ERROR,
    summary="A mapping has a key that the language does not know.",
    why=(
        "A misspelt key would otherwise be dropped in silence, and with it a failure mode or a limit that the "
        "author relies on."
    ),
    example=changed(HTTP, ("    description: Read where", "    descripton: Read where")),
    repair=HTTP,
)

WRONG_TYPE = Rule(
    code="FW104",
    name="wrong-type",
    severity=Severity.ERROR,
    summary="A value has another type than the language expects.",
    why=(
        "Values are never converted: `description: true` is more likely a slip than a text. Scalars are those of "
        "YAML 1.2, so `no`, `on` and `01000` are texts, while `true` and `1000` are not and need quotes to become "
        "texts."
    ),
    example=changed(HTTP, ("description: Look up parcels.", "description: true")),
    repair=HTTP,
)

UNKNOWN_VALUE = Rule(
    code="FW105",
    name="unknown-value",
    severity=Severity.ERROR,
    summary="A value is not one of those that may stand here, or is not written as one.",
    why=(
        "Categories, methods, durations (`10s`), sizes (`200KB`), ranges (`400-404`) and results (`returns: "
        "text`) have a fixed notation."
    ),
    example=changed(HTTP, ("category: validation", "category: invalid")),
    repair=HTTP,
)

IMPOSSIBLE_NUMBER = Rule(
    code="FW106",
    name="impossible-number",
    severity=Severity.ERROR,
    summary="A number or a time is outside of what makes sense.",
    why="With no attempt nothing is ever called, and a time-out of nothing fails every call.",
    example=changed(HTTP, ("sources:\n", "defaults: {retry: {attempts: 0}}\n\nsources:\n")),
    repair=changed(HTTP, ("sources:\n", "defaults: {retry: {attempts: 1}}\n\nsources:\n")),
)

TIMEOUT_OVER_BUDGET = Rule(
    code="FW114",
    name="timeout-over-budget",
    severity=Severity.WARNING,
    summary="One attempt may take longer than the whole call.",
    why=(
        "The budget of `retry` bounds the whole call, so it ends the attempt before its `timeout` does, and no failure "
        "mode for `error: timeout` is asked."
    ),
    example=changed(HTTP, ("    request: GET", "    timeout: 60s\n    request: GET")),
    repair=changed(HTTP, ("    request: GET", "    timeout: 60s\n    retry: {budget: 90s}\n    request: GET")),
)

NO_OPERATIONS = Rule(
    code="FW107",
    name="no-operations",
    severity=Severity.ERROR,
    summary="The spec has no operations.",
    why="A server without a tool offers an agent nothing.",
    example=changed(
        HANDLER,
        (
            (
                "operations:\n"
                "  write_letter:\n"
                "    description: Write a letter and put it into the post.\n"
                "    input:\n"
                "      recipient: {type: string, description: Name of the recipient}\n"
                "    handler: true\n"
                "    returns: {object: {pages: {type: integer}}}\n"
                "    failures:\n"
                "      no_address:\n"
                "        category: validation\n"
                "        description: There is no address for '{recipient}'.\n"
                "    examples:\n"
                "      - {input: {recipient: Ada}, expect: {pages: 1}}\n"
            ),
            "operations: {}\n",
        ),
    ),
    repair=HANDLER,
)

SOURCE_KIND = Rule(
    code="FW108",
    name="source-kind",
    severity=Severity.ERROR,
    summary="A source says nothing of its kind, or is of two kinds at once.",
    why=(
        "What a source can do, how it fails and which matchers it has all follow from its one key `http`, `sql` "
        "or `command`."
    ),
    example=changed(
        HTTP,
        (
            "    http: https://api.carrier.example/v1\n    auth: {bearer: $CARRIER_TOKEN}\n",
            "    description: The carrier's API\n",
        ),
        ("    request: GET /parcels/{id}\n", "    source: carrier\n    request: GET /parcels/{id}\n"),
    ),
    repair=changed(HTTP, ("    request: GET /parcels/{id}\n", "    source: carrier\n    request: GET /parcels/{id}\n")),
)

BODY = Rule(
    code="FW109",
    name="how-it-is-done",
    severity=Severity.ERROR,
    summary="An operation does not say how it is done, or says it in several ways.",
    why=("Exactly one of `request`, `query`, `execute`, `run`, `handler` and `steps` stands in an operation."),
    example=changed(HANDLER, ("    handler: true\n", "")),
    repair=HANDLER,
)

NO_EFFECT = Rule(
    code="FW110",
    name="no-effect",
    severity=Severity.ERROR,
    summary="A key means nothing where it stands.",
    why=(
        "The author of `done` beside `returns: {list: ...}`, or of `in: query` in an operation that runs SQL, "
        "expects something that will not happen."
    ),
    example=changed(HTTP, ("    failures:\n", "    done: Read it.\n    failures:\n")),
    repair=HTTP,
)

UNKNOWN_KEYWORD = Rule(
    code="FW111",
    name="unknown-keyword",
    severity=Severity.ERROR,
    summary="A schema has a keyword that JSON Schema 2020-12 does not have.",
    why=(
        "JSON Schema ignores what it does not know, so a misspelt limit would limit nothing. Keywords of OpenAPI "
        "and of earlier drafts are named with what to write instead; `x-` begins one of your own."
    ),
    example=changed(SQL, ("customer: {type: integer,", "customer: {type: integer, minimun: 1,")),
    repair=changed(SQL, ("customer: {type: integer,", "customer: {type: integer, minimum: 1,")),
)

INVALID_SCHEMA = Rule(
    code="FW112",
    name="invalid-schema",
    severity=Severity.ERROR,
    summary="A schema is not valid JSON Schema 2020-12.",
    why=(
        "The schema of a parameter is advertised to clients and decides what arguments pass. An invalid one makes "
        "some clients refuse the whole server."
    ),
    example=changed(SQL, ("customer: {type: integer,", "customer: {type: int,")),
    repair=SQL,
)

UNFIT_VALUE = Rule(
    code="FW113",
    name="unfit-value",
    severity=Severity.ERROR,
    summary="A default, an example or an enumerated value breaks the schema that it stands in.",
    why="A call that leaves the parameter out would take a value that no call may pass.",
    example=changed(SQL, ("customer: {type: integer,", "customer: {type: integer, minimum: 1, default: 0,")),
    repair=changed(SQL, ("customer: {type: integer,", "customer: {type: integer, minimum: 1, default: 1,")),
)
