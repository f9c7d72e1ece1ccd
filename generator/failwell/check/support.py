"""What the language has and this version does not carry out: refused by name."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import support as rules
from .survey import Subject, Survey

LATER = "it is part of the language; a later version will carry it out"


def of_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about what an operation asks for and cannot have yet."""
    place = subject.place
    for key, rule in (("run", rules.RUN), ("steps", rules.STEPS)):
        if place.has(key):
            yield rule.finding(f"`{key}` is not supported yet", (place / key).key_span, LATER)
    paginate = place / "request" / "paginate"
    if paginate.exists:
        yield rules.PAGINATE.finding("`paginate` is not supported yet", paginate.key_span, LATER)


def elsewhere(survey: Survey) -> Iterator[Finding]:
    """Findings about what the sources ask for and cannot have yet."""
    for _, source in (survey.place / "sources").entries():
        if source.has("command"):
            message = "sources of the kind `command` are not supported yet"
            yield rules.COMMAND.finding(message, (source / "command").key_span, LATER)
