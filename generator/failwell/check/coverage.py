"""Failure modes that can never match, because one that is tried before takes everything they would.

Only plain cases: a matcher covers another where each of its keys stands there too and allows at least as much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..findings import Finding
from ..rules import failures as rules
from ..spec import Matcher
from .place import Place
from .scope import matchers
from .survey import Mode, Subject, Survey, modes_of

RANGES = ("status", "rows", "exit_code")
CHOICES = ("error", "code", "message", "constraint", "stdout", "exception")


def in_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about the modes of an operation and those it takes up, in the order in which they are tried."""
    earlier: list[tuple[str, Matcher]] = []
    if subject.operation.empty is not None:
        earlier = [("empty", matcher) for matcher in subject.operation.empty.when]
    yield from _hidden(subject.own_modes, earlier)
    places = {str(item.raw): item for item in (subject.place / "failures" / "use").members()}
    for mode in subject.used_modes:
        for finding in _hidden((mode,), earlier):
            yield rules.NEVER_MATCHES.finding(finding.message, places[mode.name].span, finding.help)


def elsewhere(survey: Survey) -> Iterator[Finding]:
    """Findings about the modes of each source."""
    for name, source in survey.spec.sources.items():
        yield from _hidden(tuple(modes_of(survey.place, name, source)), [])


def _hidden(modes: Sequence[Mode], earlier: list[tuple[str, Matcher]]) -> Iterator[Finding]:
    """Findings about those of `modes` that `earlier` ones cover; adds their matchers to `earlier`."""
    for mode in modes:
        when = [matcher for matcher, place in matchers(mode.place / "when", mode.mode.when) if _whole(matcher, place)]
        coverers = [_coverer(matcher, earlier) for matcher in when]
        if len(coverers) == len(mode.mode.when) > 0 and all(coverer is not None for coverer in coverers):
            first, same = coverers[0] or ("", False)
            yield _finding(mode, first, same)
        earlier += [(mode.name, matcher) for matcher in when]


def _whole(matcher: Matcher, place: Place) -> bool:
    """Whether everything that the file says in a matcher is sound."""
    return isinstance(place.raw, dict) and place.raw.keys() == matcher.keys()


def _finding(mode: Mode, coverer: str, same: bool) -> Finding:
    place = mode.place / "when"
    if same:
        message = f"`{mode.name}` can never match: `{coverer}` is tried before and has the same matcher"
        return rules.SAME_MATCHER.finding(message, _place(place, mode).key_span, "make one of the two of them")
    message = f"`{mode.name}` can never match: `{coverer}` is tried before and is wider"
    return rules.NEVER_MATCHES.finding(message, _place(place, mode).key_span, f"put it above `{coverer}`")


def _place(place: Place, mode: Mode) -> Place:
    return place if place.exists else mode.place


def _coverer(matcher: Matcher, earlier: list[tuple[str, Matcher]]) -> tuple[str, bool] | None:
    """The first of the earlier matchers that covers this one, and whether they are the same."""
    return next(((name, other == matcher) for name, other in earlier if covers(other, matcher)), None)


def covers(wide: Matcher, narrow: Matcher) -> bool:
    """Whether everything that `narrow` matches is certainly matched by `wide`."""
    keys = wide.keys()
    return bool(keys) and keys <= narrow.keys() and all(_covers(key, wide, narrow) for key in keys)


def _covers(key: str, wide: Matcher, narrow: Matcher) -> bool:
    outer, inner = getattr(wide, key), getattr(narrow, key)
    if key in RANGES:
        return all(any(low <= start and end <= high for low, high in outer) for start, end in inner)
    if key == "code":
        return all(any(_code_covers(one, other) for one in outer) for other in inner)
    if key in CHOICES:
        return set(inner) <= set(outer)
    return _items(outer) <= _items(inner) if key in ("header", "body") else bool(outer == inner)


def _code_covers(wide: str | int, narrow: str | int) -> bool:
    if isinstance(wide, str) and isinstance(narrow, str) and wide.endswith("*"):
        return narrow.startswith(wide[:-1])
    return wide == narrow


def _items(tests: dict[str, Any]) -> set[str]:
    return {f"{key}: {test!r}" for key, test in tests.items()}
