"""How an operation is done: exactly one way, and only keys that mean something beside it."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import structure as rules
from ..spec import BODIES
from .survey import Subject

ONLY_HTTP = ("in", "as", "style", "explode")


def one_body(subject: Subject) -> Iterator[Finding]:
    """A finding where an operation does not say how it is done, or says it in several ways."""
    bodies = subject.written_bodies
    if not bodies:
        message = f"`{subject.name}` does not say how it is done"
        help_ = f"add one of {', '.join(f'`{key}`' for key in BODIES)}"
        yield rules.BODY.finding(message, subject.place.key_span, help_)
    for extra in bodies[1:]:
        message = f"`{subject.name}` says how it is done twice: `{bodies[0]}` and `{extra}`"
        yield rules.BODY.finding(message, (subject.place / extra).key_span, "keep one of them")
    handler = subject.place / "handler"
    if handler.raw is False:
        yield rules.BODY.finding("`handler: false` says nothing", handler.span, "write `handler: true`, or drop it")


def without_effect(subject: Subject) -> Iterator[Finding]:
    """Findings about keys that mean nothing where they stand."""
    if subject.body is None or subject.lost("returns"):
        return
    for key, reason in _idle_keys(subject):
        if subject.place.has(key):
            yield rules.NO_EFFECT.finding(f"`{key}` has no effect: {reason}", (subject.place / key).key_span)
    returns = subject.place / "returns"
    if returns.has("fields") and subject.operation.returns.kind != "list":
        message = "`fields` has no effect: they stand beside the items of a list"
        yield rules.NO_EFFECT.finding(message, (returns / "fields").key_span)
    yield from _idle_parameter_keys(subject)


def _idle_keys(subject: Subject) -> Iterator[tuple[str, str]]:
    kind = subject.operation.returns.kind
    if kind != "nothing":
        yield "done", "it is the sentence of `returns: nothing`"
    if kind == "nothing":
        yield "empty", "there is no result that could be empty"
        yield "result", "nothing is returned"
    if kind == "content":
        yield "result", "the content is passed on as it is"
    if subject.body not in ("run", "steps"):
        yield "parse", "it says how the output of `run` is read"
    if subject.body == "handler":
        yield "result", "the handler returns the result itself"


def _idle_parameter_keys(subject: Subject) -> Iterator[Finding]:
    for _, place in (subject.place / "input").entries():
        idle = ONLY_HTTP if subject.body in ("query", "execute", "run", "handler") else ()
        for key in (*idle, *(() if subject.body in ("run", "steps") else ("allow_dash",))):
            if place.has(key):
                message = f"`{key}` has no effect: it is for {'commands' if key == 'allow_dash' else '`request`'}"
                yield rules.NO_EFFECT.finding(message, (place / key).key_span)
