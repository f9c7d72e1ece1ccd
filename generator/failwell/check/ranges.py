"""Durations and retries that cannot work: a time of nothing, waits that exceed the budget."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import structure as rules
from ..spec import Retry
from .place import Place
from .survey import Survey


def settings(survey: Survey) -> Iterator[Finding]:
    """Findings about the times of the defaults, of sources and of operations."""
    yield from _part(survey.place / "defaults", survey.spec.defaults.retry)
    for name, source in survey.spec.sources.items():
        yield from _part(survey.place / "sources" / name, source.retry)
    for subject in survey.subjects:
        yield from _part(subject.place, subject.operation.retry)


def _part(place: Place, retry: Retry | None) -> Iterator[Finding]:
    for time in (place / "timeout", place / "retry" / "budget"):
        if isinstance(time.raw, str) and time.raw.rstrip("hms").strip("0.") == "" and time.raw[:1] == "0":
            yield rules.IMPOSSIBLE_NUMBER.finding(f"`{time.name}` is no time at all", time.span, "write at least `1ms`")
    if retry is not None and retry.initial is not None and retry.max is not None and retry.initial > retry.max:
        at = place / "retry" / "initial"
        yield rules.IMPOSSIBLE_NUMBER.finding("the first wait is longer than `max`, the longest", at.span)
