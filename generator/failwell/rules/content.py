"""FW7xx: resources, prompts and icons."""

from __future__ import annotations

from ..findings import Severity
from .frames import READABLE, changed
from .rule import Rule

_ICON = "  description: Look up and cancel orders.\n"

URI = Rule(
    code="FW701",
    name="resource-uri",
    severity=Severity.ERROR,
    summary="The URI of a resource is none, or is that of another one.",
    why=(
        "Clients read a resource by its URI: a scheme, a colon and a path, without spaces. A variable such as `{id}` "
        "stands for one segment or a part of it, and its value comes encoded."
    ),
    example=changed(READABLE, ("    uri: shop://terms\n", "    uri: terms of sale\n")),
    repair=READABLE,
)

CONTENTS = Rule(
    code="FW702",
    name="resource-contents",
    severity=Severity.ERROR,
    summary="A resource does not say what it holds, says it twice, or has a key that means nothing there.",
    why=(
        "It is a `text` of the spec, a `file` that is shipped with the server, or what an `operation` gives. Only an "
        "operation takes something from the URI, with `with`."
    ),
    example=changed(READABLE, ("    text: Orders", "    file: terms.md\n    text: Orders")),
    repair=READABLE,
)

CHANGES = Rule(
    code="FW703",
    name="resource-that-changes",
    severity=Severity.ERROR,
    summary="A resource is read from an operation that may change something.",
    why=(
        "Clients read resources whenever they like, in advance and without asking anybody. Only an operation that is "
        "read-only by its kind (`query`, GET), or says so in its `hints`, can be one."
    ),
    example=changed(
        READABLE,
        ("    uri: shop://customers/{customer}/orders", "    uri: shop://orders/{id}"),
        ("    operation: list_orders", "    operation: cancel_order"),
    ),
    repair=READABLE,
)

ARGUMENTS = Rule(
    code="FW704",
    name="resource-arguments",
    severity=Severity.ERROR,
    summary="The variables of a URI and the parameters of its operation do not fit together.",
    why=(
        "`with` gives a parameter a constant or one variable of the URI; without it, each variable is the parameter of "
        "its name. Whatever the operation requires has to be given, and every variable has to be used."
    ),
    example=changed(READABLE, ("    operation: list_orders", "    operation: list_orders\n    with: {customer: 7}")),
    repair=changed(
        READABLE, ("    operation: list_orders", '    operation: list_orders\n    with: {customer: "{customer}"}')
    ),
)

MESSAGES = Rule(
    code="FW705",
    name="prompt-messages",
    severity=Severity.ERROR,
    summary="A prompt has no message, has them twice, or gives an argument a default that it cannot have.",
    why="`text` is the only message, from the user; `messages` are several, each with a `role` and a `text`.",
    example=changed(
        READABLE, ("    text: Write a", "    messages: [{role: user, text: 'Order {order}'}]\n    text: Write a")
    ),
    repair=READABLE,
)

UNUSED_ARGUMENT = Rule(
    code="FW706",
    name="unused-prompt-argument",
    severity=Severity.WARNING,
    summary="An argument of a prompt stands in none of its messages.",
    why="A person fills it in and nothing comes of it.",
    example=changed(READABLE, ("the delay of order {order}", "the delay")),
    repair=READABLE,
)

ICON = Rule(
    code="FW707",
    name="icon",
    severity=Severity.ERROR,
    summary="An icon is nothing that a client can load, or has a size that it cannot read.",
    why="Clients take `https:` URLs and images that are written out as `data:` URLs; a size is `48x48` or `any`.",
    example=changed(READABLE, (_ICON, f"{_ICON}  icons: icon.png\n")),
    repair=changed(READABLE, (_ICON, f"{_ICON}  icons: https://shop.example/icon.png\n")),
)
