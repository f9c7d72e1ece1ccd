"""Names: their patterns, names that come out the same in Python, and former names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ..findings import Finding, Span
from ..names import class_name, package_name
from ..rules import references as rules
from .place import Place
from .survey import Mode, Subject, Survey

SERVER = re.compile(r"[a-z][a-z0-9-]{0,63}")
OPERATION = re.compile(r"[a-z][a-z0-9_]{0,47}")
PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
PACKAGE = re.compile(r"[a-z][a-z0-9_]{0,63}")


def spec_names(survey: Survey) -> Iterator[Finding]:
    """Findings about the names of the server, of operations, sources, types and shared failure modes."""
    yield from _server(survey)
    for section, what, pattern in (
        ("operations", "an operation", OPERATION),
        ("sources", "a source", OPERATION),
        ("types", "a type", PARAMETER),
        ("failures", "a failure mode", OPERATION),
        ("resources", "a resource", OPERATION),
        ("prompts", "a prompt", OPERATION),
    ):
        yield from _section(survey.place / section, what, pattern)
    for _, place in (survey.place / "sources").entries():
        yield from _section(place / "failures", "a failure mode", OPERATION)
    for _, place in (survey.place / "prompts").entries():
        yield from _section(place / "arguments", "an argument", PARAMETER, str)


def operation_names(subject: Subject) -> Iterator[Finding]:
    """Findings about the names inside one operation."""
    yield from _section(subject.place / "input", "a parameter", PARAMETER, str)
    if "error" in subject.parameters:
        message = "`error` stands for what the source answered, so no parameter has this name"
        at = (subject.place / "input" / "error").key_span
        yield rules.COLLIDING_NAMES.finding(message, at, "choose another name; `as` sets the one on the wire")
    yield from _section(subject.place / "failures", "a failure mode", OPERATION, but=("use",))
    for mode in subject.own_modes:
        yield from _section(mode.place / "details", "a detail", PARAMETER, str)
        yield from _reserved_details(mode)


def former_names(survey: Survey) -> Iterator[Finding]:
    """Findings about `was` where it names something that still exists."""
    operations = survey.place / "operations"
    yield from _former(operations)
    for subject in survey.subjects:
        yield from _former(subject.place / "input")
        yield from _former(subject.place / "failures")
    yield from _former(survey.place / "failures")


def _server(survey: Survey) -> Iterator[Finding]:
    place, server = survey.place / "server", survey.spec.server
    if place.has("name"):
        yield from _pattern(server.name, "a server", SERVER, (place / "name").span)
    if server.package is not None:
        yield from _package(place / "package", server.package)


def _package(place: Place, package: str) -> Iterator[Finding]:
    if not PACKAGE.fullmatch(package):
        message = f"`{package}` cannot be the name of the package: it must match {PACKAGE.pattern}"
        yield rules.PACKAGE.finding(message, place.span)
    elif (free := package_name(package)) != package:
        message = f"a package named `{package}` would hide the module of that name"
        yield rules.PACKAGE.finding(message, place.span, f"did you mean `{free}`?")


def _section(
    place: Place, what: str, pattern: re.Pattern[str], fold: Callable[[str], str] = class_name, but: Iterable[str] = ()
) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for name, inner in place.entries():
        if name in but:
            continue
        yield from _pattern(name, what, pattern, inner.key_span)
        other = seen.setdefault(fold(name), name)
        if other != name:
            message = f"`{name}` and `{other}` come out as the same name in Python"
            yield rules.COLLIDING_NAMES.finding(message, inner.key_span, "give one of them a name that differs more")


def _pattern(name: str, what: str, pattern: re.Pattern[str], span: Span) -> Iterator[Finding]:
    if not pattern.fullmatch(name):
        yield rules.NAME.finding(f"`{name}` is no name for {what}: it must match {pattern.pattern}", span)


def _reserved_details(mode: Mode) -> Iterator[Finding]:
    for name in sorted(mode.mode.details.keys() & {"upstream", "problems", "outcome"}):
        message = f"the detail `{name}` is one that every failure may have"
        yield rules.COLLIDING_NAMES.finding(message, (mode.place / "details" / name).key_span, "choose another name")


def _former(section: Place) -> Iterator[Finding]:
    entries = dict(section.entries())
    for name, place in entries.items():
        was = place / "was"
        if isinstance(was.raw, str) and was.raw in entries:
            told = "its own name" if was.raw == name else f"`{was.raw}`, which still exists"
            yield rules.FORMER_NAME.finding(f"`was` names {told}", was.span, "give the name it had before, or drop it")
