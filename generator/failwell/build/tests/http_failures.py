"""What the HTTP client tells of answers, whatever the operation: facts, and the failures of the built-in table.

It is kept, since the same few answers come to every operation of a source.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from math import ceil
from typing import Any

from jmespath.exceptions import JMESPathError

from ...runtime import runtime
from .http_answer import ERRORS, HttpAnswer
from .matching import Facts
from .values import Headers, found

_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,300})", re.IGNORECASE)
_HEADINGS = {
    401: "did not accept the credentials of this server: it ",
    403: "denied access: it ",
    407: "cannot be reached without credentials for the proxy: it ",
    429: "limits the rate of requests: it ",
    511: "cannot be reached before somebody logs in to the network: it ",
    529: "is overloaded: it ",
}
NOW = "Sun, 30 Nov 2025 23:59:30 GMT"


@lru_cache(maxsize=256)
def upstream_of(code: str | None, message: str | None) -> Any:
    """Where the vendor's code and message stand, by the expressions of a source."""
    expressions = {"code": code, "message": message}
    given = {key: _finder(expression) for key, expression in expressions.items() if expression is not None}
    return runtime("http.upstream").Upstream(**given)


@lru_cache(maxsize=1024)
def facts_of(answer: HttpAnswer, places: Any) -> Facts:
    """What is known of an answer; `places` says where the vendor's code and message stand."""
    if answer.error is not None:
        return Facts(name=answer.error)
    body = answer.parsed if answer.is_json else None
    return Facts(
        name=f"http_{answer.status}",
        code=places.code_in(body, answer.status),
        message=places.message_in(body) or _title(answer) or _line(answer),
        status=answer.status,
        headers=Headers(answer.headers),
        body=body,
    )


@lru_cache(maxsize=1024)
def broken(source: str, answer: HttpAnswer) -> Any:
    """The failure in which no answer comes."""
    _, sent, happened = ERRORS[str(answer.error)]
    sentence = f"The source '{source}' {happened}."
    return source_failure(source, "transient", str(answer.error), sentence, None, sent=sent)


@lru_cache(maxsize=1024)
def failed(source: str, facts: Facts) -> Any:
    """The failure that the status of an answer is."""
    status = runtime("http.status")
    assert facts.status is not None, "there was an answer"
    wait = seconds_in(facts.headers, "Retry-After")
    sent = status.may_be_done(facts.status, retry_after=wait is not None)
    sentence = _says(source, facts, _HEADINGS.get(facts.status, ""))
    return source_failure(source, status.category_of(facts.status), str(facts.name), sentence, facts, sent=sent)


@lru_cache(maxsize=1024)
def refused(source: str, facts: Facts) -> Any:
    """The failure that an answer is which looks like a success and says that it is none."""
    sentence = _says(source, facts, "refused although it ")
    return source_failure(source, "business", f"http_{facts.status}", sentence, facts, sent=True)


def _says(source: str, facts: Facts, heading: str) -> str:
    reason = runtime("http.status").reason_phrase(facts.status)
    sentence = f"The source '{source}' {heading}answered {facts.status} {reason}".rstrip()
    if (wait := seconds_in(facts.headers, "Retry-After")) is not None:
        sentence += f", to be tried again in {ceil(wait)} s"
    if facts.message:
        sentence += f": {facts.message}"
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def source_failure(source: str, category: str, name: str, sentence: str, facts: Facts | None, *, sent: bool) -> Any:
    """The failure as the client raises it."""
    known = {} if facts is None else {"status": facts.status, "code": facts.code, "message": facts.message}
    upstream = {key: value for key, value in known.items() if value is not None}
    made = runtime("failure").SourceFailure(
        category,
        name,
        sentence,
        source=source,
        sent=sent,
        retry_after=seconds_in(facts.headers, "Retry-After") if facts else None,
        details={"upstream": upstream or None},
    )
    made.overloaded = facts is not None and facts.status in runtime("http.status").OVERLOADED
    return made


def _finder(expression: str) -> Any:
    def find(data: Any) -> Any:
        try:
            return found(expression, data)
        except JMESPathError:
            return None

    return find


def _title(answer: HttpAnswer) -> str | None:
    if "html" not in Headers(answer.headers).get("content-type", "") or answer.text is None:
        return None
    title = _TITLE.search(answer.text)
    return " ".join(html.unescape(title[1]).split()) or None if title else None


def _line(answer: HttpAnswer) -> str | None:
    kind = Headers(answer.headers).get("content-type", "text/plain")
    line = answer.text.strip() if answer.text is not None and kind.startswith("text/plain") else ""
    return line if 0 < len(line) <= 200 and line.isprintable() else None


def seconds_in(headers: Headers, name: str) -> float | None:
    """The seconds to wait that a header asks for."""
    status = runtime("http.status")
    value = headers.get(name)
    if value is None:
        return None
    wait: float | None = status.seconds_until(value.strip(), status.moment_of(headers.get("Date", NOW)))
    return wait
