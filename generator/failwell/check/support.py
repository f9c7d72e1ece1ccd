"""What the language has and this version does not carry out: refused by name."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import support as rules
from .survey import Subject

LATER = "it is part of the language; a later version will carry it out"


def of_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about what an operation asks for and cannot have yet."""
    place = subject.place
    if place.has("steps"):
        yield rules.STEPS.finding("`steps` is not supported yet", (place / "steps").key_span, LATER)
    paginate = place / "request" / "paginate"
    if paginate.exists:
        yield rules.PAGINATE.finding("`paginate` is not supported yet", paginate.key_span, LATER)
