"""References to the environment: well formed where they are read, and not written where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Finding
from ..rules import sources as rules
from .place import Place, texts_below
from .survey import Subject, Survey

REFERENCE = re.compile(r"\$(?:([A-Z][A-Z0-9_]*)|\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\})")
DOLLAR = re.compile(r"\$(?:\$|[A-Z][A-Z0-9_]*|\{[A-Z][A-Z0-9_]*(?::-[^}]*)?\}|(\{[^}]*\}?|[A-Za-z_][A-Za-z0-9_]*|))")
# A name in capitals and so long that it is hardly anything else.
INTENDED = re.compile(r"\$(?:\{[A-Z][A-Z0-9_]*(?::-[^}]*)?\}|[A-Z][A-Z0-9_]{2,})")
REQUEST_PARTS = ("headers", "cookies", "query", "form", "multipart")
# Settings of a source that are no texts of the environment.
NOT_READ = ("failures", "description", "upstream", "timeout", "retry")


def with_fallbacks(text: str) -> str | None:
    """The text where nothing of the environment is set; None where a variable has no fallback."""
    found = list(REFERENCE.finditer(text))
    if any(match[3] is None for match in found):
        return None
    return REFERENCE.sub(lambda match: match[3] or "", text).replace("$$", "$")


def settings(source: Place) -> Iterator[tuple[str, Place]]:
    """Every text among the settings of a source that may come from the environment."""
    for key, place in source.entries():
        if key not in NOT_READ:
            yield from texts_below(place)


def references(survey: Survey) -> Iterator[Finding]:
    """Findings about malformed references in the settings of sources."""
    for text, place in texts_below(survey.place / "server" / "http"):
        yield from _malformed(text, place)
    for _, source in (survey.place / "sources").entries():
        for text, place in settings(source):
            yield from _malformed(text, place)
        read_only = source / "read_only"
        if isinstance(read_only.raw, str) and not REFERENCE.fullmatch(read_only.raw):
            message = "`read_only` is `true`, `false` or one variable such as `$READ_ONLY`"
            yield rules.ENVIRONMENT.finding(message, read_only.span)


def _malformed(text: str, place: Place) -> Iterator[Finding]:
    for match in DOLLAR.finditer(text):
        if match[1] is None:
            continue
        span = place.text_span(match.start(), len(match[0]))
        name = re.sub(r"\W.*|^\{", "", match[1].lstrip("{"))
        message = f"`{match[0]}` is no reference to the environment: names are in capitals, and braces are closed"
        meant = f"write `${{{name.upper()}}}`, or `$$` for a dollar" if name else "write `$$` for a dollar"
        yield rules.ENVIRONMENT.finding(message, span, meant)


def unread_references(subject: Subject) -> Iterator[Finding]:
    """Findings about references in a request, where a dollar is a dollar."""
    request = subject.place / "request"
    for key in REQUEST_PARTS if isinstance(request.raw, dict) else ():
        for text, place in texts_below(request / key):
            if (match := INTENDED.search(text)) is not None:
                message = f"`{match[0]}` is sent as it stands: the environment is read in the settings of sources only"
                span = place.text_span(match.start(), len(match[0]))
                yield rules.UNREAD_REFERENCE.finding(message, span, "move it to `headers` or `auth` of the source")
