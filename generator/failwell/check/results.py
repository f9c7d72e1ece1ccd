"""Results: an empty one has its sentence, and what may be absent is told apart from what could not be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Finding
from ..rules import results as rules
from ..spec import Matcher, Statement
from ..statements import parse_statement
from ..texts import parse_text
from .place import Place
from .survey import Subject

ONE_ROW = re.compile(r"\b(?:count|sum|total|avg|min|max)\s*\(", re.IGNORECASE)
SEVERAL_GROUPS = re.compile(r"\b(?:group\s+by|having)\b", re.IGNORECASE)
MAY_INSERT_NOTHING = re.compile(r"\b(?:select|do\s+nothing|or\s+ignore)\b", re.IGNORECASE)
FROM = re.compile(r"\bfrom\b", re.IGNORECASE)


def empty_sentence(subject: Subject) -> Iterator[Finding]:
    """A finding where a result can be empty and nothing says what the agent is told then."""
    place = subject.place
    if subject.operation.empty is not None or place.has("empty") or subject.lost("returns") or subject.body is None:
        return
    kind = subject.operation.returns.kind
    at = place / "returns" if place.has("returns") else place
    if kind in ("list", "text"):
        message = f"a {kind} may be empty, and `{subject.name}` does not say what the agent is told then"
        help_ = "add `empty`: what was looked for, and that it was not found"
        yield rules.NO_EMPTY.finding(message, at.key_span, help_)
    elif kind == "object" and _may_be_absent(subject):
        message = f"the object may be absent, and `{subject.name}` does not say what that means"
        help_ = "add `empty` where that is an answer, or a failure mode with `when: {rows: 0}` where it is a mistake"
        yield rules.NO_ABSENCE.finding(message, at.key_span, help_)


def _may_be_absent(subject: Subject) -> bool:
    statement = subject.operation.statement
    if not isinstance(statement, Statement) or subject.body not in ("query", "execute"):
        return False
    if any((0, 0) in matcher.rows for mode in subject.modes for matcher in mode.mode.when) or subject.lost("failures"):
        return False
    return not _always_one_row(statement.sql)


def _always_one_row(sql: str) -> bool:
    """Whether the statement plainly gives a row whatever the data: an aggregate, or values of its own."""
    verb = parse_statement(sql).main_verb
    if verb == "SELECT":
        return not FROM.search(sql) or (ONE_ROW.search(sql) is not None and not SEVERAL_GROUPS.search(sql))
    return verb in ("INSERT", "REPLACE") and not MAY_INSERT_NOTHING.search(sql)


def absent_object(subject: Subject) -> Iterator[Finding]:
    """A finding where one thing is fetched over HTTP by a value and a 404 has only its built-in meaning."""
    made = subject.operation.request
    if made is None or made.method != "GET" or subject.operation.returns.kind != "object" or subject.lost("failures"):
        return
    told = subject.operation.empty is not None or any(
        not mode.mode.when or any(_may_be_404(matcher) for matcher in mode.mode.when) for mode in subject.modes
    )
    if parse_text(made.path).names and not told and subject.modes:
        message = f"`{subject.name}` fetches one thing, and nothing says what a 404 means"
        help_ = "add a failure mode with `when: {status: 404}`, or `empty` with that matcher"
        yield rules.NO_404.finding(message, subject.place.key_span, help_)


def _may_be_404(matcher: Matcher) -> bool:
    return not matcher.status or any(low <= 404 <= high for low, high in matcher.status)


def silent_source(subject: Subject) -> Iterator[Finding]:
    """A finding where an HTTP API can fail and no failure mode says what that means."""
    silent = not subject.modes and not any(place.has("failures") for place in _speakers(subject))
    if subject.body == "request" and subject.sources and silent:
        message = f"`{subject.name}` has no failure mode: its failures are told in general words only"
        help_ = "add `failures` to the operation or its source: a 404, a rate limit, a missing right"
        yield rules.NO_FAILURES.finding(message, subject.place.key_span, help_)


def _speakers(subject: Subject) -> Iterator[Place]:
    """The places that may say how the operation fails."""
    yield subject.place
    yield from (subject.place.top / "sources" / name for name in subject.sources)


def empty_list_as_failure(subject: Subject) -> Iterator[Finding]:
    """A finding where the empty list of a query is a failure, although it has a sentence of its own."""
    operation = subject.operation
    if subject.body != "query" or operation.returns.kind != "list" or operation.empty is None:
        return
    if operation.result is not None or subject.place.has("result"):
        return
    for mode in subject.own_modes:
        if any(matcher.keys() == {"rows"} and (0, 0) in matcher.rows for matcher in mode.mode.when):
            message = f"`{mode.name}` makes every empty list a failure, so the sentence of `empty` is never told"
            yield rules.EMPTY_AS_FAILURE.finding(message, (mode.place / "when").key_span, "drop the failure mode")


def hints(subject: Subject) -> Iterator[Finding]:
    """Findings about hints that contradict each other or what is done."""
    given, place = subject.operation.hints, subject.place / "hints"
    if given.read_only and given.destructive:
        message = "nothing is both read-only and destructive"
        yield rules.HINTS.finding(message, (place / "destructive").key_span, "drop one of them")
    elif given.read_only and (subject.body == "execute" or _changes(subject)):
        message = "this changes something, so it is not read-only"
        yield rules.HINTS.finding(message, (place / "read_only").key_span, "drop the hint")
    elif (given.destructive or given.read_only is False) and subject.body == "query":
        key = "destructive" if given.destructive else "read_only"
        yield rules.HINTS.finding("a `query` cannot change anything", (place / key).key_span, "drop the hint")


def _changes(subject: Subject) -> bool:
    made = subject.operation.request
    return made is not None and made.method in ("PUT", "PATCH", "DELETE")
