"""Where the texts and expressions of a spec stand, each checked with the names of its place."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import expressions as rules
from ..spec import Kind
from . import regexes, scope, texts
from .nearest import suggestion
from .place import Place
from .survey import Mode, Subject, Survey

MODE_TEXTS = ("description", "recovery", "user_message")
REQUEST_TEXTS = ("path", "query", "headers", "cookies", "body", "form", "multipart")


def of_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about the texts and expressions of an operation itself."""
    if subject.lost("input"):
        return
    call, place = scope.of_call(subject), subject.place
    request = place / "request"
    for part in (request / key for key in REQUEST_TEXTS) if isinstance(request.raw, dict) else (request,):
        yield from texts.texts(part, call)
    yield from texts.texts(place / "run", call)
    empty = place / "empty"
    yield from texts.texts(empty if isinstance(empty.raw, str) else empty / "description", call)
    yield from texts.texts(place / "done", scope.of_done(subject))
    yield from texts.expression(place / "result", None)
    for _, field in (place / "returns" / "fields").entries():
        yield from texts.expression(field, None)
    if subject.operation.empty is not None:
        for matcher, inner in scope.matchers(empty / "when", subject.operation.empty.when):
            yield from _matcher(inner, matcher.keys(), call)


def of_modes(subject: Subject) -> Iterator[Finding]:
    """Findings about the failure modes that are written in an operation."""
    for mode in subject.own_modes if not subject.lost("input") else ():
        yield from _mode(mode, subject.parameters, subject.kinds)


def of_shared_modes(survey: Survey) -> Iterator[Finding]:
    """Findings about shared failure modes: what they name must be known to every operation that takes them up."""
    for mode in survey.shared_modes:
        users = [subject for subject in survey.subjects if mode.name in subject.operation.failures.use]
        kinds = tuple(dict.fromkeys(kind for subject in users for kind in subject.kinds))
        yield from _mode_of(users, mode, kinds)


def of_sources(survey: Survey) -> Iterator[Finding]:
    """Findings about the expressions and the failure modes of sources."""
    for kind, mode in survey.source_modes:
        users = [subject for subject in survey.subjects if mode.place.path[1] in subject.sources]
        yield from _mode_of(users, mode, (kind,))
    for _, source in (survey.place / "sources").entries():
        for _, place in (source / "upstream").entries():
            yield from texts.expression(place, None)


def _mode_of(users: list[Subject], mode: Mode, kinds: tuple[Kind, ...]) -> Iterator[Finding]:
    """Findings about a mode that `users` share; nothing where it is open which parameters they have."""
    if users and not any(user.lost("input") for user in users):
        yield from _mode(mode, frozenset.intersection(*(user.parameters for user in users)), kinds)


def _mode(mode: Mode, parameters: frozenset[str], kinds: tuple[Kind, ...]) -> Iterator[Finding]:
    full = scope.of_mode(parameters, kinds, mode)
    for key in MODE_TEXTS:
        yield from texts.texts(mode.place / key, full)
    bare = scope.Scope(full.names - mode.mode.details.keys(), full.error)
    for name, detail in mode.mode.details.items():
        if detail.expression is not None:
            yield from texts.expression(mode.place / "details" / name, bare)
    if mode.mode.retry_after is not None and mode.mode.retry_after.expression is not None:
        yield from texts.expression(mode.place / "retry_after", full)
    for matcher, place in scope.matchers(mode.place / "when", mode.mode.when):
        yield from _matcher(place, matcher.keys(), scope.Scope(parameters))


def _matcher(place: Place, keys: frozenset[str], arguments: scope.Scope) -> Iterator[Finding]:
    """Findings about the expressions and regular expressions of one matcher."""
    tests = place / "input"
    for name, inner in tests.entries() if isinstance(tests.raw, dict) else ():
        yield from _parameter(name, inner, arguments)
        yield from _regexes(inner / "matches")
    for inner in tests.one_or_more() if isinstance(tests.raw, str | list) else ():
        yield from texts.expression(inner, arguments)
    for key in sorted(keys & {"message", "stdout"}):
        yield from _regexes(place / key)
    for _, inner in (place / "header").entries():
        yield from _regexes(inner)
    for source, inner in (place / "body").entries():
        yield from texts.expression_text(source, lambda *_, at=inner: at.key_span)
        yield from _regexes(inner / "matches")


def _parameter(name: str, place: Place, arguments: scope.Scope) -> Iterator[Finding]:
    if name not in arguments.names:
        help_ = suggestion(name, arguments.names, "the parameters are")
        yield rules.UNKNOWN_NAME.finding(f"there is no parameter `{name}`", place.key_span, help_)


def _regexes(place: Place) -> Iterator[Finding]:
    for inner in place.one_or_more():
        if isinstance(inner.raw, str) and (error := regexes.error_in(inner.raw)) is not None:
            message = f"`{inner.raw}` is no regular expression: {error[0]}"
            yield rules.REGEX.finding(message, inner.text_span(error[1], 1))
