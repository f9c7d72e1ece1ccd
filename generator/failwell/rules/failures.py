"""FW5xx: what a good error response needs, and failure modes that cannot work."""

from __future__ import annotations

from ..findings import Severity
from .frames import HANDLER, HTTP, SQL, changed
from .rule import Rule

GENERIC_DESCRIPTION = Rule(
    code="FW501",
    name="generic-description",
    severity=Severity.WARNING,
    summary="A failure is described in words that fit any failure.",
    why=(
        '"An error occurred" leaves an agent two bad choices: to try blindly again or to give up. A description '
        "says what happened, with the values at hand."
    ),
    example=changed(HTTP, ("The carrier knows no parcel '{id}'.", "An error occurred.")),
    repair=HTTP,
)

NO_USER_MESSAGE = Rule(
    code="FW502",
    name="no-user-message",
    severity=Severity.WARNING,
    summary="A business failure has no message for the end user.",
    why=("A business failure ends at a person: the agent reports it, and does so in your words only if you give them."),
    example=changed(SQL, ("        user_message: We can no longer cancel this order.\n", "")),
    repair=SQL,
)

RETRYABLE = Rule(
    code="FW503",
    name="retryable",
    severity=Severity.ERROR,
    summary="A failure that is not transient is marked as retryable.",
    why=(
        "The same policy, the same missing right and the same wrong argument fail on every attempt. `retryable: "
        "true` is for transient failures of which it is certain that nothing was carried out."
    ),
    example=changed(SQL, ("        when: {rows: 0}\n", "        when: {rows: 0}\n        retryable: true\n")),
    repair=SQL,
)

RETRY_AFTER = Rule(
    code="FW504",
    name="retry-after",
    severity=Severity.WARNING,
    summary="A failure that is not transient says when to try again.",
    why=(
        "`retryAfterSeconds` invites an agent to repeat a call that fails again. If waiting does help, the "
        "failure is transient."
    ),
    example=changed(HTTP, ("        when: {status: 404}\n", "        when: {status: 404}\n        retry_after: 5s\n")),
    repair=HTTP,
)

NO_MATCHER = Rule(
    code="FW505",
    name="no-matcher",
    severity=Severity.ERROR,
    summary="A failure mode does not say when it happens.",
    why=(
        "Only a handler raises a failure by its name. Everywhere else `when` recognises it in what the source answers."
    ),
    example=changed(HTTP, ("        when: {status: 404}\n", "")),
    repair=HTTP,
)

UNFIT_MATCHER = Rule(
    code="FW506",
    name="unfit-matcher",
    severity=Severity.ERROR,
    summary="A matcher tests what this kind of source does not have.",
    why="A database has no status and an HTTP API no constraint, so the failure mode could never match.",
    example=changed(HTTP, ("when: {status: 404}", "when: [{status: 404}, {rows: 0}]")),
    repair=HTTP,
)

UNKNOWN_BUILT_IN = Rule(
    code="FW507",
    name="unknown-built-in",
    severity=Severity.ERROR,
    summary="`error` names a built-in failure that this kind of source does not have.",
    why="The names are those of the built-in classification, such as `timeout` and `unreachable`.",
    example=changed(HTTP, ("when: {status: 404}", "when: [{status: 404}, {error: locked}]")),
    repair=changed(HTTP, ("when: {status: 404}", "when: [{status: 404}, {error: timeout}]")),
)

IMPOSSIBLE_RANGE = Rule(
    code="FW508",
    name="impossible-range",
    severity=Severity.ERROR,
    summary="A matcher tests for a number that never comes.",
    why=(
        "A status lies between 100 and 599, an exit code that tells of a failure between 1 and 255, and a range "
        "goes upwards."
    ),
    example=changed(HTTP, ("when: {status: 404}", "when: {status: [404, 419-410]}")),
    repair=changed(HTTP, ("when: {status: 404}", "when: {status: [404, 410-419]}")),
)

NEVER_MATCHES = Rule(
    code="FW509",
    name="never-matches",
    severity=Severity.ERROR,
    summary="A failure mode can never match: a wider one is tried before.",
    why=(
        "Modes are tried from top to bottom, then those in `use`, then those of the source. The narrower one goes "
        "first. Matchers in `empty` are tried before all of them."
    ),
    example=changed(
        HTTP,
        (
            "    failures:\n      unknown_parcel",
            (
                "    failures:\n"
                "      lost:\n"
                "        category: business\n"
                "        when: {status: 400-499}\n"
                "        description: The carrier has lost the parcel '{id}'.\n"
                "        user_message: Your parcel is lost; we will replace it.\n"
                "      unknown_parcel"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "        recovery: Ask for the number on the label and call again.\n",
            (
                "        recovery: Ask for the number on the label and call again.\n"
                "      lost:\n"
                "        category: business\n"
                "        when: {status: 400-499}\n"
                "        description: The carrier has lost the parcel '{id}'.\n"
                "        user_message: Your parcel is lost; we will replace it.\n"
            ),
        ),
    ),
)

SAME_MATCHER = Rule(
    code="FW510",
    name="same-matcher",
    severity=Severity.ERROR,
    summary="Two failure modes have the same matcher.",
    why="The second can never match, so what it promises is never told.",
    example=changed(
        HTTP,
        (
            "    failures:\n      unknown_parcel",
            (
                "    failures:\n"
                "      lost:\n"
                "        category: business\n"
                "        when: {status: 404}\n"
                "        description: The carrier has lost the parcel '{id}'.\n"
                "        user_message: Your parcel is lost; we will replace it.\n"
                "      unknown_parcel"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "    failures:\n      unknown_parcel",
            (
                "    failures:\n"
                "      lost:\n"
                "        category: business\n"
                "        when: {status: 410}\n"
                "        description: The carrier has lost the parcel '{id}'.\n"
                "        user_message: Your parcel is lost; we will replace it.\n"
                "      unknown_parcel"
            ),
        ),
    ),
)

EXCEPTION = Rule(
    code="FW517",
    name="exception-path",
    severity=Severity.ERROR,
    summary="`exception` is not the dotted path of a class.",
    why=(
        "The path is imported by the generated server, as Python writes it: `TimeoutError`, `decimal.InvalidOperation`."
    ),
    example=changed(
        HANDLER,
        (
            "        category: validation\n",
            "        category: validation\n        when: {exception: address book error}\n",
        ),
    ),
    repair=changed(
        HANDLER,
        ("        category: validation\n", "        category: validation\n        when: {exception: LookupError}\n"),
    ),
)
