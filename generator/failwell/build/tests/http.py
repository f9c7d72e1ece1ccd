"""Operations on HTTP sources in the tests: what a source is sent, what it answers, and what that comes to."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from math import ceil
from typing import Any

from jmespath.exceptions import JMESPathError

from ...runtime import runtime
from ...spec import HttpSource, Matcher, Reply
from ...wrapping import flat
from ..http import MATCHERS, fits_success
from .matching import Facts, match
from .outcome import Met
from .results import NotThereError, result
from .subject import Subject
from .values import Headers, found

ERRORS = {
    "timeout": ("ReadTimeout", True, "did not answer in time"),
    "unreachable": ("ConnectError", False, "could not be reached"),
}
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,300})", re.IGNORECASE)
_HEADINGS = {
    401: "did not accept the credentials of this server: it ",
    403: "denied access: it ",
    407: "cannot be reached without credentials for the proxy: it ",
    429: "limits the rate of requests: it ",
    511: "cannot be reached before somebody logs in to the network: it ",
    529: "is overloaded: it ",
}
_REDIRECTS = (301, 302, 303, 307, 308)
NOW = "Sun, 30 Nov 2025 23:59:30 GMT"


@dataclass(frozen=True)
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

    @property
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
            return self.content is None
        try:
            json.loads(self.text)
        except ValueError:
            return False
        return True

    @property
    def parsed(self) -> Any:
        """The content as JSON; only where it is such."""
        return json.loads(self.text) if self.text is not None else self.json


@dataclass(frozen=True)
class HttpSubject:
    """An operation that is one HTTP request."""

    subject: Subject

    @property
    def source(self) -> HttpSource:
        """Its source."""
        source = self.subject.source
        assert isinstance(source, HttpSource)
        return source

    @property
    def name(self) -> str:
        """The name of its source."""
        return self.subject.sources[0]

    @cached_property
    def upstream(self) -> Any:
        """Where the vendor's code and message stand."""
        places = {"code": self.source.upstream.code, "message": self.source.upstream.message}
        given = {key: _finder(expression) for key, expression in places.items() if expression is not None}
        return runtime("http.upstream").Upstream(**given)

    def facts(self, answer: HttpAnswer) -> Facts:
        """What is known of an answer."""
        if answer.error is not None:
            return Facts(name=answer.error)
        body = answer.parsed if answer.is_json else None
        return Facts(
            name=f"http_{answer.status}",
            code=self.upstream.code_in(body, answer.status),
            message=self.upstream.message_in(body) or _title(answer) or _line(answer),
            status=answer.status,
            headers=Headers(answer.headers),
            body=body,
        )

    def perform(self, answer: HttpAnswer, arguments: Mapping[str, Any], failures: list[Any]) -> Met:
        """What one attempt comes to that gets this answer."""
        facts = self.facts(answer)
        if answer.error is not None:
            return self._classified(facts, self._broken(answer), arguments, failures)
        if answer.status in _REDIRECTS and facts.headers.get("location"):
            return self._classified(replace(facts, name="redirected"), self._redirected(facts), arguments, failures)
        if not 200 <= answer.status < 300:
            return self._classified(facts, self._failed(facts), arguments, failures)
        if self.upstream.refuses(facts.body):
            return self._classified(facts, self._refused(facts), arguments, failures)
        if (met := self._seeming(answer, facts, arguments)) is not None:
            return met
        try:
            return result(self.subject.name, self.subject.operation, answer, arguments)
        except NotThereError as missing:
            name = "unexpected_reply"
            failure = self._failure("business", name, missing.sentence(self.name, answer), facts, sent=True)
            known = Facts(name, facts.code, facts.message, facts.status, facts.headers, facts.body)
            return self._classified(known, failure, arguments, failures)

    def _seeming(self, answer: HttpAnswer, facts: Facts, arguments: Mapping[str, Any]) -> Met:
        """An empty result or a failure mode that looks like a success; None where it is neither."""
        empty = self.subject.operation.empty
        for matcher in empty.when if empty else ():
            if fits_success(matcher) and match(matcher, facts, arguments) is not None:
                return result(self.subject.name, self.subject.operation, None, arguments)
        for mode in self.subject.modes:
            for matcher in mode.matchers:
                if fits_success(matcher) and (groups := match(matcher, facts, arguments)) is not None:
                    return self._mode(mode, facts, self._refused(facts), arguments, groups)
        return None

    def _classified(self, facts: Facts, failure: Any, arguments: Mapping[str, Any], failures: list[Any]) -> Met:
        operation = self.subject.operation
        deletes = operation.request is not None and operation.request.method == "DELETE"
        if deletes and facts.status in (404, 410) and any(each.sent for each in failures):
            return {"description": "It is deleted: an earlier attempt, whose answer was lost, had carried it out."}
        for matcher in operation.empty.when if operation.empty else ():
            if _is_about_failures(matcher) and match(matcher, facts, arguments) is not None:
                return result(self.subject.name, operation, None, arguments)
        for mode in self.subject.modes:
            for matcher in mode.matchers:
                if _is_about_failures(matcher) and (groups := match(matcher, facts, arguments)) is not None:
                    return self._mode(mode, facts, failure, arguments, groups)
        return failure

    def _mode(
        self, mode: Any, facts: Facts, failure: Any, arguments: Mapping[str, Any], groups: dict[str, str | None]
    ) -> Any:
        wait = mode.how.mode.retry_after
        seconds = None
        if wait is not None and wait.header is not None:
            seconds = _seconds(facts.headers, wait.header)
        elif wait is not None and wait.expression is not None:
            names = {**arguments, **groups, "error": vars(facts)}
            seconds = runtime("values").seconds(found(wait.expression, names))
        return self.subject.failure(mode, facts, failure, arguments, groups, seconds)

    def _broken(self, answer: HttpAnswer) -> Any:
        _, sent, happened = ERRORS[str(answer.error)]
        sentence = f"The source '{self.name}' {happened}."
        return self._failure("transient", str(answer.error), sentence, None, sent=sent)

    def _redirected(self, facts: Facts) -> Any:
        if self.source.follow_redirects:
            raise ValueError("what becomes of a redirect depends on where it leads")
        assert facts.status is not None, "there was an answer"
        sent = runtime("http.status").may_be_done(facts.status, retry_after=False)
        sentence = f"The source '{self.name}' answered {facts.status}, a redirect that is not followed."
        return self._failure("business", "redirected", sentence, facts, sent=sent)

    def _failed(self, facts: Facts) -> Any:
        status = runtime("http.status")
        assert facts.status is not None, "there was an answer"
        wait = _seconds(facts.headers, "Retry-After")
        sent = status.may_be_done(facts.status, retry_after=wait is not None)
        sentence = self._says(facts, _HEADINGS.get(facts.status, ""))
        return self._failure(status.category_of(facts.status), str(facts.name), sentence, facts, sent=sent)

    def _refused(self, facts: Facts) -> Any:
        sentence = self._says(facts, "refused although it ")
        return self._failure("business", f"http_{facts.status}", sentence, facts, sent=True)

    def _says(self, facts: Facts, heading: str) -> str:
        reason = runtime("http.status").reason_phrase(facts.status)
        sentence = f"The source '{self.name}' {heading}answered {facts.status} {reason}".rstrip()
        if (wait := _seconds(facts.headers, "Retry-After")) is not None:
            sentence += f", to be tried again in {ceil(wait)} s"
        if facts.message:
            sentence += f": {facts.message}"
        return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."

    def _failure(self, category: str, name: str, sentence: str, facts: Facts | None, *, sent: bool) -> Any:
        known = {} if facts is None else {"status": facts.status, "code": facts.code, "message": facts.message}
        upstream = {key: value for key, value in known.items() if value is not None}
        failure = runtime("failure").SourceFailure(
            category,
            name,
            sentence,
            source=self.name,
            sent=sent,
            retry_after=_seconds(facts.headers, "Retry-After") if facts else None,
            details={"upstream": upstream or None},
        )
        failure.overloaded = facts is not None and facts.status in runtime("http.status").OVERLOADED
        return failure


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


def _seconds(headers: Headers, name: str) -> float | None:
    status = runtime("http.status")
    value = headers.get(name)
    if value is None:
        return None
    seconds: float | None = status.seconds_until(value.strip(), status.moment_of(headers.get("Date", NOW)))
    return seconds


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


def _is_about_failures(matcher: Matcher) -> bool:
    own = matcher.keys() - {"input"}
    return bool(own) and own <= MATCHERS
