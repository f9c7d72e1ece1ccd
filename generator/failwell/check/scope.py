"""Which names the texts and expressions of a spec may use, by the place they stand at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..spec import Kind, Matcher
from . import regexes
from .place import Place
from .survey import Mode, Subject


@dataclass(frozen=True)
class Scope:
    """The names that stand for something, and what `error` holds; None where there is no `error`."""

    names: frozenset[str]
    error: frozenset[str] | None = None


def matchers(place: Place, when: tuple[Matcher, ...]) -> Iterator[tuple[Matcher, Place]]:
    """Each matcher of a `when` at the place, with its own place."""
    return zip(when, place.one_or_more(), strict=False)


def of_call(subject: Subject) -> Scope:
    """The scope of what is sent: the parameters."""
    return Scope(subject.parameters)


def of_done(subject: Subject) -> Scope:
    """The scope of the sentence of `returns: nothing`, where the number of rows is known too."""
    counted = frozenset({"rows"}) if subject.body in ("query", "execute") else frozenset()
    return Scope(subject.parameters | counted)


def of_mode(parameters: frozenset[str], kinds: tuple[Kind, ...], mode: Mode) -> Scope:
    """The scope of a failure mode: the parameters, `error` where something answered, named groups and details."""
    details = frozenset(name for name, _ in (mode.place / "details").entries())
    names = parameters | groups_of(mode) | details | frozenset(mode.mode.details)
    return Scope(names, error_names(kinds) if has_error(mode) else None)


def has_error(mode: Mode) -> bool:
    """Whether the mode is about an answer, not only about the arguments."""
    when = mode.mode.when
    return not when or any(matcher.keys() != {"input"} for matcher in when)


def error_names(kinds: tuple[Kind, ...]) -> frozenset[str]:
    """What `error` holds for any of the kinds."""
    return frozenset().union(*(kind.error_names for kind in kinds))


def groups_of(mode: Mode) -> frozenset[str]:
    """The named groups of all regular expressions in the `when` of the mode."""
    patterns = (pattern for matcher in mode.mode.when for pattern in patterns_of(matcher))
    return frozenset().union(*map(regexes.groups, patterns))


def patterns_of(matcher: Matcher) -> Iterator[str]:
    """Every regular expression of the matcher."""
    yield from (*matcher.message, *matcher.stdout)
    if matcher.input is not None:
        yield from (pattern for patterns in matcher.input.patterns.values() for pattern in patterns)
    yield from (pattern for patterns in matcher.header.values() for pattern in patterns)
    yield from (pattern for test in matcher.body.values() for pattern in test.patterns)
