"""Operations that are one HTTP request."""

from __future__ import annotations

from typing import Any

from ..mentions import mentioned_names
from ..names import attribute_name
from ..spec import FilePart, Matcher, Request
from ..spec.requests import WITHOUT_BODY
from ..texts import parse_text
from ..wrapping import flat
from .answers import answer, empty_answer
from .conditions import captured, failure_conditions
from .scope import keyword_arguments, mapping, structure
from .tool import Draft, empty_branches, failure_branches, raising
from .tool_code import Branch, RequestBody, Statement

MATCHERS = frozenset({"error", "code", "message", "status", "header", "body"})
FAILURE_CLASS = "HttpFailure"
FAILURE_MODULE = "http"
ATTRIBUTES = frozenset({"status", "reason", "code", "message", "body"})


def request_body(draft: Draft, name: str, timeout: float) -> RequestBody:
    """The function body of an operation that is done by `request`."""
    scope = draft.scope
    made = answer(draft, scope, _value(draft), fields=_fields(draft, "reply.json()"))
    empty = empty_answer(draft, scope, _fields(draft, "error.body"))
    handled = (
        *_lost_deletion(draft),
        *empty_branches(draft, MATCHERS, empty, "error"),
        *failure_branches(draft, MATCHERS),
    )
    refused = _refused(draft, empty_answer(draft, scope, _fields(draft, "reply.body")))
    if handled:
        draft.runtime("http", FAILURE_CLASS)
    return RequestBody(
        source=attribute_name(name),
        arguments=_arguments(draft, timeout),
        uses_reply=bool(refused or made.mentions("reply")),
        refused=refused,
        handled=handled,
        answer=made,
    )


def _fields(draft: Draft, body: str) -> tuple[str, ...]:
    """The values that stand beside the items of a list, taken from the body of the reply."""
    fields = draft.operation.returns.fields
    function = draft.runtime("expressions", "taken") if fields else ""
    return tuple(keyword_arguments({key: f"{function}({flat(each)}, {body})" for key, each in fields.items()}))


def in_path(draft: Draft) -> frozenset[str]:
    """The parameters that are a segment of the path as they are."""
    request = draft.operation.request
    return frozenset() if request is None else parse_text(request.path).names


def _refused(draft: Draft, empty: Statement | None) -> tuple[Branch, ...]:
    """The branches for a reply that looks like a success but is an empty result or a failure mode."""
    branches = list(empty_branches(draft, MATCHERS, empty, "reply", fits_success))
    for mode in draft.modes:
        for matcher in filter(fits_success, mode.matchers):
            conditions, groups = captured(failure_conditions(matcher, draft.scope, "reply", mode.name), mode.how.groups)
            branches.append(Branch(conditions, raising(draft, mode, groups, "reply.refused()")))
    return tuple(branches)


def fits_success(matcher: Matcher) -> bool:
    """Whether a reply with a status of success could be meant."""
    keys = matcher.keys()
    if matcher.error or not keys & {"status", "header", "body"} or not keys <= MATCHERS | {"input"}:
        return False
    if matcher.status:
        return any(low <= 299 and high >= 200 for low, high in matcher.status)
    return bool(matcher.body)


def _lost_deletion(draft: Draft) -> tuple[Branch, ...]:
    """A deletion whose answer got lost, and which the next attempt finds done."""
    request = draft.operation.request
    if request is None or request.method != "DELETE":
        return ()
    draft.runtime("results", "done")
    sentence = "It is deleted: an earlier attempt, whose answer was lost, had carried it out."
    conditions = ("error.status in (404, 410)", "context.call.unanswered")
    return (Branch(conditions, Statement("return", "done", (flat(sentence),))),)


def _value(draft: Draft) -> str:
    """Code that takes the declared result out of the reply, or raises where the reply has no such thing."""
    operation = draft.operation
    whole = "reply.json()"
    if operation.result is not None:
        whole = f"{draft.runtime('expressions', 'taken')}({flat(operation.result)}, reply.json())"
    optional = ", optional=True" if operation.empty is not None else ""
    match operation.returns.kind:
        case "list":
            return f"reply.items({whole})"
        case "object":
            return f"reply.mapping({whole}{optional})"
        case "text" if operation.result is not None:
            return f'{draft.runtime("values", "text")}({whole}, absent="")'
        case "text":
            return "reply.text()"
        case "content":
            return f"reply.binary({flat(operation.returns.media_type)}{optional})"
        case _:
            return whole


def _arguments(draft: Draft, timeout: float) -> tuple[str, ...]:
    """The arguments of the call of the source."""
    request = draft.operation.request
    assert request is not None
    placed = _Placement(draft, request)
    arguments = [flat(request.method), placed.path()]
    for keyword, code in placed.parts():
        arguments.append(f"{keyword}={code}")
    if draft.operation.timeout is not None:
        arguments.append(f"timeout={timeout!r}")
    return tuple(arguments)


class _Placement:
    """Where each value of a request goes: what the spec places, and then every parameter that it does not mention."""

    def __init__(self, draft: Draft, request: Request) -> None:
        self.draft, self.request, self.scope = draft, request, draft.scope
        mentioned = mentioned_names(request)
        self.loose = [name for name in draft.operation.input if name not in mentioned]

    def path(self) -> str:
        parsed = parse_text(self.request.path)
        if parsed.plain is not None:
            return flat(parsed.plain)
        template = ""
        values: dict[str, str] = {}
        for part in parsed.parts:
            if isinstance(part, str):
                template += part
                continue
            key = part.expression if part.parsed.is_name else f"value_{len(values) + 1}"
            template += f"{{{key}}}"
            values[key] = self.scope.value(part.expression)
        function = self.draft.runtime("http.encoding", "encoded_path")
        return f"{function}({', '.join([flat(template), *keyword_arguments(values)])})"

    def parts(self) -> list[tuple[str, str]]:
        """Keyword to code for all that is not the path."""
        default = "query" if self.request.method in WITHOUT_BODY else self._body_keyword()
        found = [
            ("query", self._entries("query", self.request.query, default)),
            ("headers", self._headers(default)),
            ("cookies", self._entries("cookie", self.request.cookies, default)),
            ("parameters", self._names()),
            *self._content(default),
        ]
        return [(keyword, code) for keyword, code in found if code is not None]

    def _names(self) -> str | None:
        """The parameters behind headers and cookies of another name, for the problems that these may have."""
        inputs = self.draft.operation.input
        placed = {inputs[name].wire_name: name for name in self.loose if inputs[name].place in ("header", "cookie")}
        for wire, value in (*self.request.headers.items(), *self.request.cookies.items()):
            sole = parse_text(value).sole if isinstance(value, str) else None
            if sole is not None and sole.parsed.is_name:
                placed[wire] = sole.expression
        named = {wire: flat(name) for wire, name in placed.items() if wire is not None and wire != name}
        return mapping(named) if named else None

    def _body_keyword(self) -> str:
        if self.request.form is not None:
            return "form"
        return "multipart" if self.request.multipart is not None else "body"

    def _placed(self, place: str, default: str) -> list[str]:
        return [name for name in self.loose if (self.draft.operation.input[name].place or default) == place]

    def _entries(self, place: str, written: dict[str, Any], default: str) -> str | None:
        items = {name: structure(value, self.scope) for name, value in written.items()}
        names = self._placed(place, default)
        items |= {self.draft.operation.input[name].wire_name or name: self.scope.value(name) for name in names}
        if place == "query" and any(self._options(name) for name in names):
            return self._styled(written, names)
        return mapping(items) if items else None

    def _styled(self, written: dict[str, Any], names: list[str]) -> str:
        """A query in which some parameter has a style of its own."""
        query_items = self.draft.runtime("http.encoding", "query_items")
        calls = [[flat(name), structure(value, self.scope)] for name, value in written.items()]
        for name in names:
            wire = flat(self.draft.operation.input[name].wire_name or name)
            calls.append([wire, self.scope.value(name), *self._options(name)])
        items = [f"*{query_items}({', '.join(each)})" for each in calls]
        return f"[{', '.join(items)}]"

    def _options(self, name: str) -> list[str]:
        parameter = self.draft.operation.input[name]
        options = [f"style={flat(parameter.style)}"] if parameter.style not in (None, "simple") else []
        return options + ([f"explode={parameter.explode}"] if parameter.explode is not None else [])

    def _headers(self, default: str) -> str | None:
        idempotency = self.request.idempotency
        written = dict(self.request.headers)
        code = self._entries("header", written, default)
        if idempotency is None:
            return code
        entry = f"{flat(idempotency.header)}: context.call.key"
        return f"{{{entry}}}" if code is None else f"{{**{code}, {entry}}}"

    def _content(self, default: str) -> list[tuple[str, str | None]]:
        request = self.request
        if request.form is not None:
            return [("form", self._entries("form", request.form, default))]
        if request.multipart is not None:
            return [("multipart", self._multipart(default))]
        loose = self._placed("body", default)
        if request.has_body and not loose:
            return [("json", structure(request.body, self.scope))]
        if request.has_body and isinstance(request.body, dict):
            return [("json", structure({**request.body, **self._loose_body(loose)}, self.scope))]
        return [("json", structure(self._loose_body(loose), self.scope))] if loose else []

    def _loose_body(self, names: list[str]) -> dict[str, str]:
        return {self.draft.operation.input[name].wire_name or name: f"{{{name}}}" for name in names}

    def _multipart(self, default: str) -> str:
        items = []
        for name, part in (self.request.multipart or {}).items():
            code = self._file(part) if isinstance(part, FilePart) else structure(part, self.scope)
            items.append(f"{flat(name)}: {code}")
        for name in self._placed("multipart", default):
            items.append(f"{flat(self.draft.operation.input[name].wire_name or name)}: {self.scope.value(name)}")
        return f"{{{', '.join(items)}}}"

    def _file(self, part: FilePart) -> str:
        parsed = parse_text(part.base64)
        parameter = next(iter(sorted(parsed.names)), "file")
        options = [self.scope.whole(part.base64)]
        options += [f"filename={self.scope.whole(part.filename)}"] if part.filename is not None else []
        options += [f"content_type={self.scope.whole(part.type)}"] if part.type is not None else []
        options.append(f"parameter={flat(parameter)}")
        return f"{self.draft.runtime('http.body', 'File')}({', '.join(options)})"
