"""HTTP requests: where every parameter goes, and that nothing illegal is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..findings import Finding
from ..mentions import mentioned_names
from ..rules import requests as rules
from ..spec import Parameter, Request
from ..texts import Placeholder, parse_text
from .place import Place
from .survey import Subject

WITHOUT_BODY = ("GET", "HEAD")
CONTENTS = ("body", "form", "multipart")
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# Headers that the client or the source's `auth` writes.
RESERVED = frozenset(
    {"authorization", "connection", "content-length", "cookie", "host", "proxy-authorization", "te", "trailer"}
    | {"transfer-encoding", "upgrade", "expect", "keep-alive"}
)
STYLES = {
    "path": ("simple",),
    "header": ("simple",),
    "cookie": ("form",),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "body": (),
}


def request(subject: Subject) -> Iterator[Finding]:
    """Findings about the request of an operation."""
    made = subject.operation.request
    if made is None or subject.body != "request":
        return
    place = subject.place / "request"
    yield from _path(made, place if isinstance(place.raw, str) else place / "path")
    yield from _absent(made, subject)
    yield from _contents(made, place, subject)
    yield from _dropped(made, subject)
    yield from _headers(place / "headers")
    yield from _idempotency(made, place / "idempotency", subject)
    for name, parameter in subject.operation.input.items():
        yield from _parameter(made, name, parameter, subject.place / "input" / name)


def _path(made: Request, place: Place) -> Iterator[Finding]:
    literal = [part for part in parse_text(made.path).parts if isinstance(part, str)]
    text = "".join(part if isinstance(part, str) else "x" for part in parse_text(made.path).parts)
    if not text.startswith("/"):
        yield rules.PATH.finding("a path begins with `/`; the source's URL goes before it", place.span)
    elif re.search(r"[\s#\\\x00-\x1f]", "".join(literal)):
        yield rules.PATH.finding("a path has no space, `#` or backslash", place.span, "encode it, as in `%20`")
    elif {".", ".."} & set(text.split("/")):
        yield rules.PATH.finding("a path has no segment `.` or `..`", place.span)


def _absent(made: Request, subject: Subject) -> Iterator[Finding]:
    """Parameters of the path that a call may leave out."""
    for part in parse_text(made.path).parts:
        name = part.expression if isinstance(part, Placeholder) else ""
        parameter = subject.operation.input.get(name)
        if parameter is not None and not parameter.required and parameter.default is None:
            at = (subject.place / "input" / name).key_span
            message = f"`{name}` may be left out, and the path `{made.path}` cannot be made without it"
            yield rules.ABSENT_IN_PATH.finding(message, at, "make it required, or give it a default")


def _dropped(made: Request, subject: Subject) -> Iterator[Finding]:
    """Parameters that should join a body that has no properties."""
    if not made.has_body or isinstance(made.body, Mapping):
        return
    mentioned = mentioned_names(made)
    for name, parameter in subject.operation.input.items():
        if name not in mentioned and parameter.place in (None, "body") and made.method not in (*WITHOUT_BODY, "DELETE"):
            message = f"`{name}` is sent nowhere: the body is no object that it could join"
            help_ = f"mention `{{{name}}}` in the request, give it a place with `in`, or make the body an object"
            yield rules.SENT_NOWHERE.finding(message, (subject.place / "input" / name).key_span, help_)


def _contents(made: Request, place: Place, subject: Subject) -> Iterator[Finding]:
    given = [key for key in CONTENTS if place.has(key)]
    for extra in given[1:]:
        message = f"a request has one content: `{given[0]}` or `{extra}`"
        yield rules.CONTENTS.finding(message, (place / extra).key_span, "keep one of them")
    if made.method not in WITHOUT_BODY:
        return
    for key in given:
        message = f"a {made.method} request has no body"
        yield rules.BODY_WITHOUT_PLACE.finding(message, (place / key).key_span, "use `query`, or another method")
    for name, parameter in subject.operation.input.items():
        if parameter.place == "body":
            at = (subject.place / "input" / name / "in").span
            message = f"`{name}` cannot go to the body: a {made.method} request has none"
            yield rules.BODY_WITHOUT_PLACE.finding(message, at, "use `in: query`, or another method")


def _headers(place: Place) -> Iterator[Finding]:
    for name, inner in place.entries():
        yield from header(name, inner)
        if name.lower() in RESERVED:
            message = f"the header `{name}` is written by the connection, or by `auth` of the source"
            yield rules.RESERVED_HEADER.finding(message, inner.key_span, "take it out of the request")


def header(name: str, place: Place) -> Iterator[Finding]:
    """Findings about one header that is sent."""
    if not TOKEN.fullmatch(name):
        yield rules.HEADER.finding(f"`{name}` is no name of a header", place.key_span)
    if isinstance(place.raw, str) and CONTROL.search(place.raw):
        yield rules.HEADER.finding(f"the value of `{name}` has a control character or a line break", place.span)


def _idempotency(made: Request, place: Place, subject: Subject) -> Iterator[Finding]:
    if made.idempotency is None:
        return
    if not TOKEN.fullmatch(made.idempotency.header):
        yield rules.HEADER.finding(f"`{made.idempotency.header}` is no name of a header", (place / "header").span)
    parameter = made.idempotency.parameter
    if parameter is not None and parameter not in subject.parameters:
        message = f"there is no parameter `{parameter}`"
        yield rules.IDEMPOTENCY.finding(message, (place / "parameter").span, f"add `{parameter}` to `input`")


def _parameter(made: Request, name: str, parameter: Parameter, place: Place) -> Iterator[Finding]:
    in_path = name in parse_text(made.path).names
    if parameter.place == "path" and not in_path:
        message = f"`{name}` has no place in the path `{made.path}`"
        yield rules.NOT_IN_PATH.finding(message, (place / "in").span, f"write `{{{name}}}` where it belongs")
    elif in_path and parameter.place not in (None, "path"):
        message = f"`{name}` stands in the path and is sent in the {parameter.place} too"
        yield rules.SENT_TWICE.finding(message, (place / "in").span, "drop `in`, or take it out of the path")
    yield from _wire(name, parameter, place, in_path)
    if parameter.style is not None:
        yield from _style(made, parameter, place, in_path)


def _wire(name: str, parameter: Parameter, place: Place, in_path: bool) -> Iterator[Finding]:
    wire = parameter.wire_name or name
    if parameter.wire_name is not None and in_path:
        message = f"`as` has no effect: `{name}` is named by the path alone"
        yield rules.SENT_TWICE.finding(message, (place / "as").key_span)
    elif parameter.place == "header" and wire.lower() in RESERVED:
        at = (place / "as").span if parameter.wire_name else place.key_span
        message = f"the header `{wire}` is written by the connection, or by `auth` of the source"
        yield rules.RESERVED_HEADER.finding(message, at, "an agent must not set it: choose another header")
    elif parameter.place in ("header", "cookie") and not TOKEN.fullmatch(wire):
        yield rules.HEADER.finding(f"`{wire}` is no name of a {parameter.place}", (place / "as").span)


def _style(made: Request, parameter: Parameter, place: Place, in_path: bool) -> Iterator[Finding]:
    default = "query" if made.method in (*WITHOUT_BODY, "DELETE") else "body"
    where = parameter.place or ("path" if in_path else default)
    if parameter.style not in STYLES[where]:
        fitting = ", ".join(f"`{style}`" for style in STYLES[where]) or "none"
        message = f"the style `{parameter.style}` does not exist in the {where}"
        yield rules.STYLE.finding(message, (place / "style").span, f"possible: {fitting}")
