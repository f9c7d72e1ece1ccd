"""FW4xx: HTTP requests."""

from __future__ import annotations

from ..findings import Severity
from .frames import HTTP, changed
from .rule import Rule

PATH = Rule(
    code="FW401",
    name="path",
    severity=Severity.ERROR,
    summary="The path of a request is not one that can be sent.",
    why="A path begins with `/`, follows the source's URL, and is encoded where it needs to be.",
    example=changed(HTTP, ("GET /parcels/{id}", "GET parcels/{id}")),
    repair=HTTP,
)

NOT_IN_PATH = Rule(
    code="FW402",
    name="not-in-path",
    severity=Severity.ERROR,
    summary="A parameter is said to stand in the path, and the path has no place for it.",
    why="The value would be sent nowhere.",
    example=changed(
        HTTP,
        (
            "      id: {type: string,",
            ("      depot: {type: string, in: path, description: Where it is kept}\n      id: {type: string,"),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "      id: {type: string,",
            ("      depot: {type: string, in: path, description: Where it is kept}\n      id: {type: string,"),
        ),
        ("GET /parcels/{id}", "GET /depots/{depot}/parcels/{id}"),
    ),
)

SENT_TWICE = Rule(
    code="FW403",
    name="sent-twice",
    severity=Severity.ERROR,
    summary="A parameter stands in the path and is given another place or name as well.",
    why="Where a value goes is said once: by the placeholder in the path, or by `in` and `as`.",
    example=changed(HTTP, ("id: {type: string,", "id: {type: string, in: query,")),
    repair=HTTP,
)

BODY_WITHOUT_PLACE = Rule(
    code="FW404",
    name="body-without-place",
    severity=Severity.ERROR,
    summary="A GET or HEAD request is given a body.",
    why="Servers and proxies drop the body of such requests or refuse them.",
    example=changed(
        HTTP, ("    request: GET /parcels/{id}", "    request: {method: GET, path: '/parcels/{id}', body: {}}")
    ),
    repair=HTTP,
)

CONTENTS = Rule(
    code="FW405",
    name="contents",
    severity=Severity.ERROR,
    summary="A request has more than one of `body`, `form` and `multipart`.",
    why="A request carries one content.",
    example=changed(
        HTTP,
        ("    request: GET /parcels/{id}", "    request: {method: POST, path: '/parcels/{id}', body: {}, form: {}}"),
    ),
    repair=changed(
        HTTP, ("    request: GET /parcels/{id}", "    request: {method: POST, path: '/parcels/{id}', body: {}}")
    ),
)

HEADER = Rule(
    code="FW406",
    name="header",
    severity=Severity.ERROR,
    summary="The name or the value of a header or cookie cannot be sent.",
    why=("Names of headers are letters, digits and a few signs; a line break in a value would begin another header."),
    example=changed(HTTP, ("    auth:", "    headers: {Client Name: parcels}\n    auth:")),
    repair=changed(HTTP, ("    auth:", "    headers: {Client-Name: parcels}\n    auth:")),
)

RESERVED_HEADER = Rule(
    code="FW407",
    name="reserved-header",
    severity=Severity.ERROR,
    summary="An operation sends a header that the connection or the credentials need.",
    why=("An agent that sets `Authorization`, `Host` or `Content-Length` chooses who it is, or breaks the connection."),
    example=changed(
        HTTP,
        (
            "      id: {type: string,",
            (
                "      site: {type: string, in: header, as: Host, description: Name of the site}\n"
                "      id: {type: string,"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "      id: {type: string,",
            (
                "      site: {type: string, in: header, as: X-Site, description: Name of the site}\n"
                "      id: {type: string,"
            ),
        ),
    ),
)

STYLE = Rule(
    code="FW408",
    name="style",
    severity=Severity.ERROR,
    summary="A parameter has a style that does not exist where it is sent.",
    why=(
        "Styles are those of OpenAPI: `simple` in paths and headers; `form`, `spaceDelimited`, `pipeDelimited` "
        "and `deepObject` in a query; `form` in a cookie; none in a body."
    ),
    example=changed(HTTP, ("id: {type: string,", "id: {type: string, style: form,")),
    repair=changed(HTTP, ("id: {type: string,", "id: {type: string, style: simple,")),
)

IDEMPOTENCY = Rule(
    code="FW409",
    name="idempotency-parameter",
    severity=Severity.ERROR,
    summary="`idempotency` names a parameter that the operation does not have.",
    why=(
        "With `parameter` the agent may give the key of a call whose outcome it does not know, so it has to be "
        "able to pass it."
    ),
    example=changed(
        HTTP,
        (
            "    request: GET /parcels/{id}",
            (
                "    request: {method: POST, path: '/parcels/{id}', idempotency: {header: Idempotency-Key, "
                "parameter: key}}"
            ),
        ),
    ),
    repair=changed(
        HTTP,
        (
            "    request: GET /parcels/{id}",
            (
                "    request: {method: POST, path: '/parcels/{id}', idempotency: {header: Idempotency-Key, "
                "parameter: key}}"
            ),
        ),
        (
            "      id: {type: string,",
            (
                "      key: {type: string, optional: true, description: Key of an earlier attempt}\n"
                "      id: {type: string,"
            ),
        ),
    ),
)

ABSENT_IN_PATH = Rule(
    code="FW423",
    name="absent-in-path",
    severity=Severity.ERROR,
    summary="A parameter of the path may be left out.",
    why="Without it there is no path. An agent is told that the parameter is optional, and then that it is missing.",
    example=changed(HTTP, ("id: {type: string,", "id: {type: string, optional: true,")),
    repair=HTTP,
)

SENT_NOWHERE = Rule(
    code="FW424",
    name="sent-nowhere",
    severity=Severity.ERROR,
    summary="A parameter that the request does not mention has no place in its body.",
    why="Parameters that are not mentioned join the JSON body, which takes them only where it is an object.",
    example=changed(
        HTTP,
        ("    request: GET /parcels/{id}", "    request: {method: POST, path: '/parcels/{id}', body: [1]}"),
        (
            "      id: {type: string,",
            "      note: {type: string, description: What to write on the label}\n      id: {type: string,",
        ),
    ),
    repair=changed(
        HTTP,
        ("    request: GET /parcels/{id}", "    request: {method: POST, path: '/parcels/{id}', body: ['{note}']}"),
        (
            "      id: {type: string,",
            "      note: {type: string, description: What to write on the label}\n      id: {type: string,",
        ),
    ),
)
