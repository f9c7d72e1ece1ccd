"""FW3xx: placeholders, JMESPath expressions and regular expressions."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, SQL, changed
from .rule import Rule

EXPRESSION = Rule(
    code="FW301",
    name="expression",
    severity=Severity.ERROR,
    summary="A JMESPath expression cannot be read.",
    why="It would fail at the first call, in the server that was generated from it.",
    example=changed(HTTP, ("    returns:", "    result: data.[\n    returns:")),
    repair=changed(HTTP, ("    returns:", "    result: data[0]\n    returns:")),
)

PLACEHOLDER = Rule(
    code="FW302",
    name="placeholder",
    severity=Severity.ERROR,
    summary="A placeholder cannot be read, or stands where parameters are written otherwise.",
    why=(
        "A brace directly before a letter begins a placeholder, whose inside is a JMESPath expression; two braces "
        "there are one literal brace. In SQL a parameter is bound as `:name` and never pasted into the statement."
    ),
    example=changed(HTTP, ("no parcel '{id}'", "no parcel '{id'")),
    repair=HTTP,
)

UNKNOWN_NAME = Rule(
    code="FW303",
    name="unknown-name",
    severity=Severity.ERROR,
    summary="A placeholder or an expression uses a name that stands for nothing here.",
    why=(
        "Names are the parameters; in failure modes also `error`, the named groups of the regular expressions in "
        "`when`, and the details. A shared failure mode can only use what all operations that take it up have."
    ),
    example=changed(HTTP, ("no parcel '{id}'", "no parcel '{parcel}'")),
    repair=HTTP,
)

NO_ERROR = Rule(
    code="FW304",
    name="no-error",
    severity=Severity.ERROR,
    summary="`error` is used where nothing has answered.",
    why=(
        "`error` is what the source answered. There is none in a request, in the sentence of an empty result, and "
        "in a failure mode that only tests the arguments, before anything is called."
    ),
    example=changed(SQL, ("has no orders. The", "has no orders ({error.message}). The")),
    repair=SQL,
)

UNKNOWN_ERROR_FIELD = Rule(
    code="FW305",
    name="unknown-error-field",
    severity=Severity.ERROR,
    summary="`error` does not hold what an expression takes out of it.",
    why=(
        "An HTTP reply has `status`, `reason`, `headers`, `body`, `code` and `message`; a database error `code`, "
        "`message`, `constraint` and `rows`; a command `exit_code`, `stdout`, `stderr` and `message`."
    ),
    example=changed(HTTP, ("no parcel '{id}'", "no parcel '{id}' ({error.constraint})")),
    repair=changed(HTTP, ("no parcel '{id}'", "no parcel '{id}' ({error.message})")),
)

REGEX = Rule(
    code="FW306",
    name="regex",
    severity=Severity.ERROR,
    summary="A regular expression does not compile.",
    why="Matchers and patterns are regular expressions as Python reads them.",
    example=changed(
        HTTP,
        ("when: {status: 404}", 'when: {status: 404, message: "parcel ("}'),
        (
            "        recovery:",
            (
                '        example: {input: {id: A1}, reply: {status: 404, json: {message: "no parcel (A1)"}}}\n'
                "        recovery:"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        ("when: {status: 404}", 'when: {status: 404, message: "parcel \\\\("}'),
        (
            "        recovery:",
            (
                '        example: {input: {id: A1}, reply: {status: 404, json: {message: "no parcel (A1)"}}}\n'
                "        recovery:"
            ),
        ),
    ),
)

UNPORTABLE_PATTERN = Rule(
    code="FW307",
    name="unportable-pattern",
    severity=Severity.ERROR,
    summary="A `pattern` uses what the regular expressions of JSON Schema do not have.",
    why=(
        "A pattern is advertised to clients, which read it as ECMAScript does: without `(?P<name>...)`, `(?i)`, "
        "`\\A`, `\\Z` and possessive quantifiers."
    ),
    example=changed(HTTP, ("id: {type: string,", 'id: {type: string, default: A1, pattern: "(?i)^[A-Z][0-9]+$",')),
    repair=changed(HTTP, ("id: {type: string,", 'id: {type: string, default: A1, pattern: "^[A-Za-z][0-9]+$",')),
)
