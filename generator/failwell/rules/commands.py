"""FW44x: programs, their arguments and their output."""

from __future__ import annotations

from ..findings import Severity
from .frames import COMMAND, changed
from .rule import Rule

PROGRAM = Rule(
    code="FW440",
    name="program",
    severity=Severity.ERROR,
    summary="`command` is no program.",
    why=(
        "There is no shell that would take a line apart: `command` is the name or the path of one program, and "
        "arguments stand in `args`."
    ),
    example=changed(COMMAND, ("    command: git\n", "    command: git --no-pager\n")),
    repair=changed(COMMAND, ("    command: git\n", "    command: git\n    args: [--no-pager]\n")),
)

UNKNOWN_ARGUMENT = Rule(
    code="FW441",
    name="argument-parameter",
    severity=Severity.ERROR,
    summary="An argument depends on a parameter that does not exist, or on a value that it cannot have.",
    why="`{staged: --cached}` adds the argument when the parameter `staged` is true: without it, it is never added.",
    example=changed(COMMAND, ("{kind: {remote: --remotes}}", "{sort: {remote: --remotes}}, '{kind}'")),
    repair=changed(COMMAND, ("{kind: {remote: --remotes}}", "{kind: {remote: --remotes}}, '{kind}'")),
)

UNUSED_PARAMETER = Rule(
    code="FW442",
    name="parameter-without-argument",
    severity=Severity.WARNING,
    summary="A parameter is given to the program in no argument.",
    why="An agent fills it in and nothing comes of it.",
    example=changed(COMMAND, (", {kind: {remote: --remotes}}]", "]")),
    repair=COMMAND,
)

NO_GROUPS = Rule(
    code="FW443",
    name="lines-without-groups",
    severity=Severity.ERROR,
    summary="The regular expression of `parse` has no named groups.",
    why="Each line becomes an object of the named groups, as in `(?P<name>[^ ]+)`; without any it would be empty.",
    example=changed(COMMAND, ("    parse: lines\n", "    parse: {lines: '([a-z]+)'}\n")),
    repair=changed(
        COMMAND,
        ("    parse: lines\n", "    parse: {lines: '(?P<name>[a-z]+)'}\n"),
        ("{list: {type: string}}", "{list: {type: object}}"),
    ),
)
