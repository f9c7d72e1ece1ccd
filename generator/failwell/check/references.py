"""References between the parts of a spec: sources, shared failure modes, types, and rules that are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..findings import Finding, Severity
from ..rules import references as rules
from ..spec import KINDS
from .nearest import suggestion
from .place import Place
from .survey import Subject, Survey

TYPE_PREFIX = "#/types/"


def sources(subject: Subject) -> Iterator[Finding]:
    """Findings about the sources that an operation names, or leaves open."""
    known = subject.place.top / "sources"
    names = [name for name, _ in known.entries()]
    if subject.lost("source"):
        return
    if not subject.operation.source:
        yield from _unnamed(subject, names)
    for place in (subject.place / "source").one_or_more() if subject.operation.source else ():
        if place.raw not in names:
            message = f"there is no source `{place.raw}`"
            yield rules.UNKNOWN_SOURCE.finding(message, place.span, suggestion(str(place.raw), names, "declared"))
        elif place.raw in subject.spec.sources:
            yield from _fitting(subject, place)


def _fitting(subject: Subject, place: Place) -> Iterator[Finding]:
    kind = subject.spec.sources[place.raw].kind
    if subject.body in (None, "handler", "steps"):
        return
    if subject.body not in kind.bodies:
        message = f"`{subject.body}` cannot be carried out by `{place.raw}`, a source of the kind {kind.name}"
        yield rules.UNFIT_SOURCE.finding(message, place.span)
    elif len(subject.operation.source) > 1:
        yield rules.UNFIT_SOURCE.finding("only a handler can use several sources", place.span)


def _unnamed(subject: Subject, names: list[str]) -> Iterator[Finding]:
    if subject.body in (None, "handler", "steps") or set(names) != set(subject.spec.sources):
        return
    fitting = [name for name, source in subject.spec.sources.items() if subject.body in source.kind.bodies]
    place = subject.place / str(subject.body)
    if not fitting:
        kind = next(kind.name for kind in KINDS.values() if subject.body in kind.bodies)
        message = f"`{subject.body}` needs a source of the kind {kind}, and there is none"
        help_ = f"declare one: `sources: {{name: {{{kind}: ...}}}}`"
        yield rules.UNKNOWN_SOURCE.finding(message, place.key_span, help_)
    elif len(fitting) > 1:
        choices = " or ".join(f"`source: {name}`" for name in fitting)
        message = f"`{subject.body}` could be carried out by any of {len(fitting)} sources"
        yield rules.AMBIGUOUS_SOURCE.finding(message, place.key_span, f"say which: {choices}")


def shared_failures(subject: Subject) -> Iterator[Finding]:
    """Findings about `use`: names that no shared failure mode has, and names that stand twice in one operation."""
    place = subject.place / "failures" / "use"
    known = [name for name, _ in (place.top / "failures").entries()]
    own = {mode.name for mode in subject.own_modes}
    for item in (item for item in place.members() if isinstance(item.raw, str)):
        if item.raw not in known:
            message = f"there is no shared failure mode `{item.raw}`"
            help_ = suggestion(item.raw, known, "declared under `failures`")
            yield rules.UNKNOWN_FAILURE.finding(message, item.span, help_)
        elif item.raw in own:
            message = f"the operation has a failure mode `{item.raw}` already"
            yield rules.UNKNOWN_FAILURE.finding(message, item.span, "rename its own, or take the shared one out")
        own.add(item.raw)


def unused(survey: Survey) -> Iterator[Finding]:
    """Findings about types, sources and shared failure modes that nothing uses; only for specs without an error."""
    used_sources = {name for subject in survey.subjects for name in subject.sources}
    used_modes = {name for subject in survey.subjects for name in subject.operation.failures.use}
    used_types = set(_types_below(survey.place.raw))
    for section, used, what in (
        ("types", used_types, "type"),
        ("sources", used_sources, "source"),
        ("failures", used_modes, "shared failure mode"),
    ):
        for name, place in (survey.place / section).entries():
            if name not in used:
                message = f"no operation uses the {what} `{name}`"
                yield rules.UNUSED.finding(message, place.key_span, "use it or take it out")


def _types_below(value: Any) -> Iterator[str]:
    """The names of the types that are referred to anywhere in the values."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str) and reference.startswith(TYPE_PREFIX):
                yield reference.removeprefix(TYPE_PREFIX)
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def allowed_rules(survey: Survey) -> Iterator[Finding]:
    """Findings about `lint.allow`: codes that no rule has, and codes of errors."""
    from ..rules import RULES  # the registry imports every band, which is only worth it where codes are allowed

    for place in (survey.place / "lint" / "allow").members():
        rule = RULES.get(place.raw) if isinstance(place.raw, str) else None
        if rule is None and isinstance(place.raw, str):
            message = f"there is no rule `{place.raw}`"
            yield rules.ALLOWED_RULE.finding(message, place.span, suggestion(place.raw, RULES, "known"))
        elif rule is not None and rule.severity is Severity.ERROR:
            yield rules.ALLOWED_RULE.finding(f"{rule.code} is an error, which cannot be allowed", place.span)
