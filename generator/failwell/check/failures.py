"""Failure modes: specific words, a category that keeps its promises, matchers that can hold."""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword

from ..findings import Finding
from ..rules import failures as rules
from ..rules import structure
from ..spec import COMMON_MATCHERS, KINDS, Kind, Matcher
from . import schemas
from .generic import is_generic
from .nearest import suggestion
from .place import Place
from .scope import matchers
from .survey import Mode, Subject, Survey

MATCHER_KINDS = {key: kind.name for kind in KINDS.values() for key in kind.matchers}


def of_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about the failure modes that are written in an operation."""
    for mode in subject.own_modes:
        yield from _mode(mode, subject.kinds, raised=subject.body == "handler")
    if subject.operation.empty is not None:
        for matcher, place in matchers(subject.place / "empty" / "when", subject.operation.empty.when):
            yield from matcher_findings(matcher, place, subject.kinds)


def elsewhere(survey: Survey) -> Iterator[Finding]:
    """Findings about the failure modes of sources and about shared ones."""
    for kind, mode in survey.source_modes:
        yield from _mode(mode, (kind,), raised=False)
    for mode in survey.shared_modes:
        users = [subject for subject in survey.subjects if mode.name in subject.operation.failures.use]
        kinds = tuple(dict.fromkeys(kind for subject in users for kind in subject.kinds))
        yield from _mode(mode, kinds, raised=bool(users) and all(user.body == "handler" for user in users))


def _mode(mode: Mode, kinds: tuple[Kind, ...], raised: bool) -> Iterator[Finding]:
    yield from _description(mode)
    yield from _category(mode)
    yield from _details(mode, raised)
    when = mode.place / "when"
    if not mode.mode.when and not raised and not when.exists and kinds:
        message = f"`{mode.name}` does not say when it happens"
        yield rules.NO_MATCHER.finding(message, mode.place.key_span, "add `when`; only handlers raise failures by name")
    for matcher, place in matchers(when, mode.mode.when):
        if not matcher.keys() and isinstance(place.raw, dict) and not place.raw:
            yield rules.NO_MATCHER.finding("an empty matcher says nothing", place.key_span, "say what must hold")
        yield from matcher_findings(matcher, place, kinds)


def _description(mode: Mode) -> Iterator[Finding]:
    place = mode.place / "description"
    if place.exists and is_generic(mode.mode.description):
        message = f"`{mode.name}` is described in words that fit any failure"
        help_ = "say what happened, with the values at hand: `Refund of ${{amount}} exceeds the $500 ceiling.`"
        yield rules.GENERIC_DESCRIPTION.finding(message, place.span, help_.replace("{{", "{").replace("}}", "}"))


def _category(mode: Mode) -> Iterator[Finding]:
    one, place = mode.mode, mode.place
    if not place.has("category"):
        return
    if one.category == "business" and one.user_message is None and not place.has("user_message"):
        message = f"`{mode.name}` is a business failure without a `user_message`"
        yield rules.NO_USER_MESSAGE.finding(message, place.key_span, "add a sentence that is fit for the end user")
    if one.retryable and one.category != "transient":
        message = f"a {one.category} failure cannot be retryable: the same call fails again"
        yield rules.RETRYABLE.finding(message, (place / "retryable").key_span, "make it transient, or drop `retryable`")
    if one.retry_after is not None and one.category != "transient":
        message = f"`retry_after` on a {one.category} failure invites a retry that cannot succeed"
        yield rules.RETRY_AFTER.finding(
            message, (place / "retry_after").key_span, "make it transient, or drop this key"
        )


def _details(mode: Mode, raised: bool) -> Iterator[Finding]:
    yield from schemas.details(mode.place)
    for name, detail in mode.mode.details.items():
        if detail.json_schema is not None and not raised:
            message = f"the detail `{name}` is a schema, which only handlers give a value to"
            at = (mode.place / "details" / name).key_span
            yield structure.NO_EFFECT.finding(message, at, "write an expression over `error`")


def matcher_findings(matcher: Matcher, place: Place, kinds: tuple[Kind, ...]) -> Iterator[Finding]:
    """Findings about keys that the kinds do not have, and about values that nothing can have."""
    allowed = COMMON_MATCHERS.union(*(kind.matchers for kind in kinds))
    for key in sorted(matcher.keys() - allowed) if kinds else ():
        message = f"`{key}` is a matcher for {MATCHER_KINDS[key]}, not for {' or '.join(kind.name for kind in kinds)}"
        yield rules.UNFIT_MATCHER.finding(message, (place / key).key_span, f"possible here: {_listed(allowed)}")
    yield from _built_in(matcher, place / "error", kinds)
    yield from _ranges(matcher, place)
    for path, inner in zip(matcher.exception, (place / "exception").one_or_more(), strict=False):
        if any(not part.isidentifier() or iskeyword(part) for part in path.split(".")):
            message = f"`{path}` is no path of an exception class"
            yield rules.EXCEPTION.finding(
                message, inner.span, "write it as Python imports it: `decimal.InvalidOperation`"
            )


def _built_in(matcher: Matcher, place: Place, kinds: tuple[Kind, ...]) -> Iterator[Finding]:
    known = frozenset().union(*(kind.failures for kind in kinds))
    for name, inner in zip(matcher.error, place.one_or_more(), strict=False):
        if kinds and name not in known:
            message = f"there is no built-in failure `{name}` here"
            yield rules.UNKNOWN_BUILT_IN.finding(message, inner.span, suggestion(name, known, "known here"))


def _ranges(matcher: Matcher, place: Place) -> Iterator[Finding]:
    for key, ranges, lowest, highest in (
        ("status", matcher.status, 100, 599),
        ("rows", matcher.rows, 0, 2**63 - 1),
        ("exit_code", matcher.exit_code, 1, 255),
    ):
        for (low, high), inner in zip(ranges, (place / key).one_or_more(), strict=False):
            if low > high or low < lowest or high > highest:
                reason = "a range goes upwards" if low > high else f"it lies between {lowest} and {highest}"
                message = f"no {key.replace('_', ' ')} is `{inner.raw}`: {reason}"
                yield rules.IMPOSSIBLE_RANGE.finding(message, inner.span)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
