"""What an HTTP source answers in a test."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from ...runtime import runtime
from ...spec import Reply
from ...wrapping import flat
from .values import Headers

ERRORS = {
    "timeout": ("ReadTimeout", True, "did not answer in time"),
    "unreachable": ("ConnectError", False, "could not be reached"),
}


@dataclass(frozen=True, eq=False)  # a key, since the same few answers come to many operations
class HttpAnswer:
    """One answer of an HTTP source, or the name of the failure in its place."""

    status: int = 200
    json: Any = None
    has_json: bool = False
    text: str | None = None
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str | None = None

    @classmethod
    def by(cls, reply: Reply) -> HttpAnswer | None:
        """The answer that a spec writes down, None where there is no such answer in a test."""
        if reply.error is not None:
            return cls(error=reply.error) if reply.error in ERRORS else None
        content = None if reply.base64 is None else base64.b64decode(reply.base64)
        return cls(reply.status or 200, reply.json_body, reply.has_json, reply.text, content, dict(reply.headers))

    @cached_property
    def code(self) -> str:
        """The answer in a table of cases."""
        if self.error is not None:
            return f'httpx2.{ERRORS[self.error][0]}("")'
        arguments = [str(self.status)] if self.status != 200 else []
        if self.has_json:
            arguments.append(f"json={flat(self.json)}")
        if self.text is not None:
            arguments.append(f"text={flat(self.text)}")
        if self.content is not None:
            arguments.append(f"content=base64.b64decode({flat(base64.b64encode(self.content).decode())})")
        if self.headers:
            arguments.append(f"headers={flat(dict(self.headers))}")
        return f"Reply({', '.join(arguments)})"

    @cached_property
    def is_json(self) -> bool:
        """Whether the content is JSON."""
        if self.text is None:
            return self.has_json
        try:
            json.loads(self.text)
        except ValueError:
            return False
        return True

    @property
    def parsed(self) -> Any:
        """The content as JSON; only where it is such."""
        return json.loads(self.text) if self.text is not None else self.json


def dated(answer: HttpAnswer) -> HttpAnswer:
    """The answer with a date, where one of its headers is a moment and not a number of seconds."""
    status = runtime("http.status")
    moments = [status.moment_of(value) for value in answer.headers.values()]
    known = [each for each in moments if each is not None and each.year > 1990]
    epochs = [float(value) for value in answer.headers.values() if re.fullmatch(r"\d{10}", value)]
    if "date" in Headers(answer.headers) or not (known or epochs):
        return answer
    moment = known[0] if known else datetime.fromtimestamp(epochs[0], UTC)
    date = (moment - timedelta(seconds=30)).astimezone(UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")
    return replace(answer, headers={**answer.headers, "Date": date})
