"""FW9xx: parts of the language that this version does not carry out yet."""

from __future__ import annotations

from ..findings import Severity
from .frames import HANDLER, HTTP, changed
from .rule import Rule

STEPS = Rule(
    code="FW903",
    name="steps-not-supported",
    severity=Severity.ERROR,
    summary="`steps` is not supported yet.",
    why=(
        "The language describes operations that are made of others; this version does not generate them. A "
        "handler can call several sources."
    ),
    example=changed(
        HANDLER, ("    handler: true\n", '    steps: {address: {call: find_address, with: {name: "{recipient}"}}}\n')
    ),
    repair=HANDLER,
)

PAGINATE = Rule(
    code="FW904",
    name="paginate-not-supported",
    severity=Severity.ERROR,
    summary="`paginate` is not supported yet.",
    why="This version fetches one page per call; give the operation parameters for the page.",
    example=changed(
        HTTP,
        ("    request: GET /parcels/{id}", "    request: {method: GET, path: '/parcels/{id}', paginate: {link: next}}"),
    ),
    repair=HTTP,
)
