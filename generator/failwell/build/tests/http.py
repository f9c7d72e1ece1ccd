"""Operations on HTTP sources in the tests: what an answer of the source comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...runtime import runtime
from ...spec import HttpSource
from ...texts import parse_text
from ..http import MATCHERS, fits_success
from .http_answer import HttpAnswer
from .http_failures import broken, facts_of, failed, refused, seconds_in, source_failure, upstream_of
from .matching import Facts, is_about, match
from .outcome import Met
from .request import has_path
from .results import NotThereError, result
from .subject import Subject
from .values import found

_REDIRECTS = (301, 302, 303, 307, 308)


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

    @cached_property
    def upstream(self) -> Any:
        """Where the vendor's code and message stand."""
        return upstream_of(self.source.upstream.code, self.source.upstream.message)

    def facts(self, answer: HttpAnswer) -> Facts:
        """What is known of an answer."""
        return facts_of(answer, self.upstream)

    def perform(self, answer: HttpAnswer, arguments: Mapping[str, Any], failures: list[Any]) -> Met:
        """What one attempt comes to that gets this answer."""
        if self._may_lack_path and not has_path(self.subject, arguments):
            raise ValueError("the path cannot be made from these arguments")
        facts = self.facts(answer)
        if answer.error is not None:
            return self._classified(facts, broken(self.subject.source_name, answer), arguments, failures)
        if answer.status in _REDIRECTS and facts.headers.get("location"):
            return self._classified(replace(facts, name="redirected"), self._redirected(facts), arguments, failures)
        if not 200 <= answer.status < 300:
            return self._classified(facts, failed(self.subject.source_name, facts), arguments, failures)
        if self.upstream.refuses(facts.body):
            return self._classified(facts, refused(self.subject.source_name, facts), arguments, failures)
        if (met := self._seeming(facts, arguments)) is not None:
            return met
        try:
            return result(self.subject.name, self.subject.operation, answer, arguments)
        except NotThereError as missing:
            name, source = "unexpected_reply", self.subject.source_name
            failure = source_failure(source, "business", name, missing.sentence(source, answer), facts, sent=True)
            known = Facts(name, facts.code, facts.message, facts.status, facts.headers, facts.body)
            return self._classified(known, failure, arguments, failures)

    @cached_property
    def _may_lack_path(self) -> bool:
        """Whether a value of the path is worked out, so that there may be none."""
        request = self.subject.operation.request
        placeholders = parse_text(request.path).placeholders if request is not None else ()
        return any(each.expression not in self.subject.operation.input for each in placeholders)

    def _seeming(self, facts: Facts, arguments: Mapping[str, Any]) -> Met:
        """An empty result or a failure mode that looks like a success; None where it is neither."""
        empty = self.subject.operation.empty
        for matcher in empty.when if empty else ():
            if fits_success(matcher) and match(matcher, facts, arguments) is not None:
                return result(self.subject.name, self.subject.operation, None, arguments)
        if met := self.subject.first_mode(facts, arguments, fits_success):
            mode, groups = met
            return self._mode(mode, facts, refused(self.subject.source_name, facts), arguments, groups)
        return None

    def _classified(self, facts: Facts, failure: Any, arguments: Mapping[str, Any], failures: list[Any]) -> Met:
        operation = self.subject.operation
        deletes = operation.request is not None and operation.request.method == "DELETE"
        if deletes and facts.status in (404, 410) and any(each.sent for each in failures):
            return {"description": "It is deleted: an earlier attempt, whose answer was lost, had carried it out."}
        for matcher in operation.empty.when if operation.empty else ():
            if is_about(matcher, MATCHERS) and match(matcher, facts, arguments) is not None:
                return result(self.subject.name, operation, None, arguments)
        if met := self.subject.first_mode(facts, arguments, lambda matcher: is_about(matcher, MATCHERS)):
            mode, groups = met
            return self._mode(mode, facts, failure, arguments, groups)
        return failure

    def _mode(
        self, mode: Any, facts: Facts, failure: Any, arguments: Mapping[str, Any], groups: dict[str, str | None]
    ) -> Any:
        wait = mode.how.mode.retry_after
        seconds = None
        if wait is not None and wait.header is not None:
            seconds = seconds_in(facts.headers, wait.header)
        elif wait is not None and wait.expression is not None:
            names = {**arguments, **groups, "error": vars(facts)}
            seconds = runtime("values").seconds(found(wait.expression, names))
        return self.subject.failure(mode, facts, failure, arguments, groups, seconds)

    def _redirected(self, facts: Facts) -> Any:
        if self.source.follow_redirects:
            raise ValueError("what becomes of a redirect depends on where it leads")
        assert facts.status is not None, "there was an answer"
        sent = runtime("http.status").may_be_done(facts.status, retry_after=False)
        sentence = f"The source '{self.subject.source_name}' answered {facts.status}, a redirect that is not followed."
        return source_failure(self.subject.source_name, "business", "redirected", sentence, facts, sent=sent)
