"""Icons: URLs that clients can load, and sizes that they can read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Finding
from ..rules import content as rules
from .place import Place
from .survey import Survey

SOURCE = re.compile(r"https?://[^\s/]+\S*|data:image/[A-Za-z0-9.+-]+[;,]\S*")
SIZE = re.compile(r"[1-9][0-9]*x[1-9][0-9]*|any")


def icons(survey: Survey) -> Iterator[Finding]:
    """Findings about the icons of the server, of operations, resources and prompts."""
    for owner in _owners(survey.place):
        for place in (owner / "icons").one_or_more():
            yield from _icon(place)


def _owners(top: Place) -> Iterator[Place]:
    yield top / "server"
    for section in ("operations", "resources", "prompts"):
        yield from (place for _, place in (top / section).entries())


def _icon(place: Place) -> Iterator[Finding]:
    source = place if isinstance(place.raw, str) else place / "src"
    if isinstance(source.raw, str) and not SOURCE.fullmatch(source.raw):
        help_ = "write `https://...`, or the image itself as `data:image/png;base64,...`"
        yield rules.ICON.finding("the source of an icon is no URL that a client can load", source.span, help_)
    for size in (place / "sizes").one_or_more():
        if isinstance(size.raw, str) and not SIZE.fullmatch(size.raw):
            yield rules.ICON.finding(f"`{size.raw}` is no size", size.span, "write `48x48`, or `any`")
