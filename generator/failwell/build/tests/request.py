"""What an HTTP source is sent for a call, worked out apart from the code that sends it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from ...mentions import mentioned_names
from ...runtime import runtime
from ...spec import Basic, Bearer, HttpSource, KeyInHeader, KeyInQuery, OAuth2, Request
from ...spec.requests import WITHOUT_BODY
from ...texts import parse_text
from ...wrapping import flat
from .environment import Environment
from .subject import Subject
from .values import found, structure


def sent(subject: Subject, arguments: Mapping[str, Any], environment: Environment) -> str | None:
    """The code of what one attempt sends; None where it is not the same each time, as with the parts of a form."""
    request, source = subject.operation.request, subject.source
    assert request is not None
    assert isinstance(source, HttpSource)
    if request.multipart is not None:
        return None
    placed = _Placed(subject, request, arguments)
    body, content_type = placed.body()
    try:
        url = _url(source, environment, placed.path(), placed.query())
    except runtime("failure").InvalidArguments:
        return None
    if url is None:
        return None
    headers = {"content-type": content_type} if content_type else {}
    headers |= _of_source(source, environment) | placed.headers()
    parts = [flat(request.method), flat(url), flat(headers)]
    return f"Sent({', '.join([*parts, flat(body)] if content_type else parts)})"


def has_path(subject: Subject, arguments: Mapping[str, Any]) -> bool:
    """Whether the arguments give every value that the path needs."""
    request = subject.operation.request
    assert request is not None
    try:
        _Placed(subject, request, arguments).path()
    except runtime("failure").InvalidArguments:
        return False
    return True


class _Placed:
    """Where each value goes: what the spec places, and then every parameter that it does not mention."""

    def __init__(self, subject: Subject, request: Request, arguments: Mapping[str, Any]) -> None:
        self.subject, self.request, self.arguments = subject, request, arguments
        mentioned = mentioned_names(request)
        self.loose = [name for name in subject.operation.input if name not in mentioned]
        self.default = "query" if request.method in WITHOUT_BODY else "body" if request.form is None else "form"

    def path(self) -> str:
        parsed = parse_text(self.request.path)
        template, values = "", dict[str, Any]()
        for part in parsed.parts:
            if isinstance(part, str):
                template += part
                continue
            key = f"value_{len(values)}"
            template += f"{{{key}}}"
            values[key] = found(part.expression, self.arguments)
        return (
            parsed.plain if parsed.plain is not None else str(runtime("http.encoding").encoded_path(template, **values))
        )

    def query(self) -> str:
        items = runtime("http.encoding").query_items
        pairs: list[tuple[str, str]] = []
        for name, value in self.request.query.items():
            pairs += items(name, structure(value, self.arguments))
        for name in self._placed("query"):
            known = self.subject.operation.input[name]
            style = known.style if known.style not in (None, "simple") else "form"
            pairs += items(known.wire_name or name, self.arguments[name], style, known.explode)
        return str(runtime("http.encoding").query_string(pairs))

    def headers(self) -> dict[str, str]:
        simple = runtime("http.headers").simple
        values = {name: structure(value, self.arguments) for name, value in self.request.headers.items()}
        values |= self._values("header")
        made = {name.lower(): simple(value) for name, value in values.items() if value is not None}
        cookies = {name: structure(value, self.arguments) for name, value in self.request.cookies.items()}
        cookies |= self._values("cookie")
        pairs = [f"{name}={simple(value)}" for name, value in cookies.items() if value is not None]
        idempotency = self.request.idempotency
        if idempotency is not None:
            made.pop(idempotency.header.lower(), None)
        return {**made, "cookie": "; ".join(pairs)} if pairs else made

    def body(self) -> tuple[Any, str | None]:
        """The content as a test sees it, and its media type."""
        request, loose = self.request, self._values(self.default) if self.default != "query" else self._values("body")
        if request.form is not None:
            values = {**{name: structure(each, self.arguments) for name, each in request.form.items()}, **loose}
            return urlencode(runtime("http.encoding").query_pairs(values)) or None, "application/x-www-form-urlencoded"
        if request.has_body:
            written = structure(request.body, self.arguments)
            return ({**written, **_present(loose)} if loose and isinstance(written, dict) else written), _JSON
        names = self._placed(self.default) if self.default != "query" else self._placed("body")
        return (_present(loose), _JSON) if names else (None, None)

    def _placed(self, place: str) -> list[str]:
        inputs = self.subject.operation.input
        return [name for name in self.loose if (inputs[name].place or self.default) == place]

    def _values(self, place: str) -> dict[str, Any]:
        inputs = self.subject.operation.input
        return {inputs[name].wire_name or name: self.arguments[name] for name in self._placed(place)}


_JSON = "application/json"


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _url(source: HttpSource, environment: Environment, path: str, query: str) -> str | None:
    base = environment.filled(source.http).rstrip("/")
    if "@" in base:
        return None
    if isinstance(source.auth, KeyInQuery):
        keys = {name: environment.filled(value) for name, value in source.auth.query.items()}
        query = "&".join(filter(None, [query, str(runtime("http.encoding").query_string(keys))]))
    target = path + ("?" + query if query and "?" not in path else f"&{query}" if query else "")
    return base + target


def _of_source(source: HttpSource, environment: Environment) -> dict[str, str]:
    headers = {name.lower(): environment.filled(value) for name, value in source.headers.items()}
    match source.auth:
        case Bearer():
            headers["authorization"] = f"Bearer {environment.filled(source.auth.bearer)}"
        case Basic():
            pair = f"{environment.filled(source.auth.basic.user)}:{environment.filled(source.auth.basic.password)}"
            headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        case KeyInHeader():
            headers |= {name.lower(): environment.filled(value) for name, value in source.auth.header.items()}
        case OAuth2():
            headers["authorization"] = f"Bearer {environment.token}"
    return headers


def as_json(value: Any) -> Any:
    """The value as it comes back from JSON."""
    return json.loads(json.dumps(value))
