"""FW6xx: examples, which are documentation and tests."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, SQL, changed
from .rule import Rule

NO_EXAMPLE = Rule(
    code="FW601",
    name="no-example",
    severity=Severity.WARNING,
    summary="An operation has no example, and none can be made from its schemas.",
    why=(
        "The generated tests call every operation once with success. What a change needs to find, what a handler "
        "does and what a pattern means, they cannot make up."
    ),
    example=changed(SQL, ("    examples:\n      - {input: {id: 7}, reply: {rows: 1}}\n", "")),
    repair=SQL,
)

EXAMPLE_INPUT = Rule(
    code="FW602",
    name="example-input",
    severity=Severity.ERROR,
    summary="An example has arguments that the operation refuses.",
    why="An example is a call that an agent may copy and that the tests make.",
    example=changed(SQL, ("{input: {id: 7}", "{input: {id: seven}")),
    repair=SQL,
)

REPLY = Rule(
    code="FW603",
    name="reply",
    severity=Severity.ERROR,
    summary="The reply of an example is not one that this kind of source gives.",
    why=(
        "An HTTP API replies `{status, headers, json or text or base64}`, a database `{rows}`, a command "
        "`{exit_code, stdout, stderr}`, and each can fail with `{error: timeout}`."
    ),
    example=changed(SQL, ("reply: {rows: 1}", "reply: {status: 200}")),
    repair=SQL,
)

NO_FAILURE_EXAMPLE = Rule(
    code="FW604",
    name="no-failure-example",
    severity=Severity.WARNING,
    summary="A failure mode has no example, and none follows from its matchers.",
    why=(
        "The generated tests provoke every failure mode at its source. A reply can be made up for a status or a "
        "code, but not for a regular expression or an expression over the arguments."
    ),
    example=changed(HTTP, ("when: {status: 404}", 'when: {message: "(no|unknown) parcel"}')),
    repair=changed(
        HTTP,
        (
            "        when: {status: 404}\n",
            (
                '        when: {status: 404, message: "(no|unknown) parcel"}\n'
                "        example: {input: {id: A1}, reply: {status: 404, json: {message: unknown parcel}}}\n"
            ),
        ),
    ),
)

EXAMPLE_MISSES = Rule(
    code="FW605",
    name="example-misses",
    severity=Severity.ERROR,
    summary="The example of a failure mode does not provoke it.",
    why=(
        "With these arguments the expression in `when` is not true, so the test would see a success or another failure."
    ),
    example=changed(
        HTTP,
        ("        when: {status: 404}\n", "        when: [{status: 404}]\n"),
        (
            "      unknown_parcel:",
            (
                "      too_short:\n"
                "        category: validation\n"
                '        when: {input: "length(id) < `4`"}\n'
                "        description: A parcel number has four characters at least, and '{id}' has fewer.\n"
                "        example: {input: {id: A1234}}\n"
                "      unknown_parcel:"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "      unknown_parcel:",
            (
                "      too_short:\n"
                "        category: validation\n"
                '        when: {input: "length(id) < `4`"}\n'
                "        description: A parcel number has four characters at least, and '{id}' has fewer.\n"
                "        example: {input: {id: A1}}\n"
                "      unknown_parcel:"
            ),
        ),
    ),
)
