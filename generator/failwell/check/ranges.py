"""Durations and retries that cannot work: a time of nothing, waits that exceed the budget."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import structure as rules
from ..spec import STANDARD_RETRY, Retry
from .place import Place
from .survey import Survey


def settings(survey: Survey) -> Iterator[Finding]:
    """Findings about the times of the defaults, of sources and of operations."""
    defaults = survey.spec.defaults
    usual = defaults.retry.over(STANDARD_RETRY)
    yield from _part(survey.place / "defaults", defaults.retry)
    yield from _budget(survey.place / "defaults", defaults.timeout, usual)
    for name, source in survey.spec.sources.items():
        place = survey.place / "sources" / name
        yield from _part(place, source.retry)
        yield from _budget(place, source.timeout, (source.retry or Retry()).over(usual))
    for subject in survey.subjects:
        yield from _part(subject.place, subject.operation.retry)
        wider = next((each.retry for each in subject.sources.values() if each.retry is not None), Retry())
        retry = (subject.operation.retry or Retry()).over(wider.over(usual))
        yield from _budget(subject.place, subject.operation.timeout, retry)


def _budget(place: Place, timeout: float | None, retry: Retry) -> Iterator[Finding]:
    """A time-out, written here, that the budget of the call does not leave."""
    at = place / "timeout"
    if isinstance(at.raw, str) and timeout is not None and retry.budget is not None and timeout > retry.budget:
        message = f"the budget of the whole call, {retry.budget:g} s, ends before this time-out of one attempt"
        yield rules.TIMEOUT_OVER_BUDGET.finding(message, at.span, "set `retry: {budget: ...}` above it")


def _part(place: Place, retry: Retry | None) -> Iterator[Finding]:
    for time in (place / "timeout", place / "retry" / "budget"):
        if isinstance(time.raw, str) and time.raw.rstrip("hms").strip("0.") == "" and time.raw[:1] == "0":
            yield rules.IMPOSSIBLE_NUMBER.finding(f"`{time.name}` is no time at all", time.span, "write at least `1ms`")
    if retry is not None and retry.initial is not None and retry.max is not None and retry.initial > retry.max:
        at = place / "retry" / "initial"
        yield rules.IMPOSSIBLE_NUMBER.finding("the first wait is longer than `max`, the longest", at.span)
