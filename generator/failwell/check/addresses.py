"""The addresses of sources: URLs that a generated server can use, and files that it ships."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from ..findings import Finding
from ..rules import sources as rules
from .environment import with_fallbacks
from .place import Place
from .requests import header
from .survey import Survey

DATABASES = ("sqlite", "postgres", "postgresql")


def addresses(survey: Survey) -> Iterator[Finding]:
    """Findings about the URL, the headers and the setup of every source."""
    for _, source in (survey.place / "sources").entries():
        yield from _http(source / "http")
        yield from _sql(source / "sql")
        yield from _setup(source / "setup")
        for place in (source / "headers", source / "auth" / "header"):
            for name, inner in place.entries():
                yield from header(name, inner)


def _http(place: Place) -> Iterator[Finding]:
    address = with_fallbacks(place.raw) if isinstance(place.raw, str) else None
    if address is None:
        return
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        message = f"`{address}` is no URL of an HTTP API"
        yield rules.ADDRESS.finding(message, place.span, "write it as `https://api.example.com/v1`")
    elif parts.query or parts.fragment:
        message = "the URL of a source has no query and no fragment"
        yield rules.ADDRESS.finding(message, place.span, "put keys into `auth: {query: ...}`, the rest into `request`")


def _sql(place: Place) -> Iterator[Finding]:
    address = with_fallbacks(place.raw) if isinstance(place.raw, str) else None
    if address is None:
        return
    scheme, colon, _ = address.partition(":")
    if not colon or scheme.partition("+")[0] not in DATABASES:
        message = f"`{scheme if colon else address}` is no database that a generated server can use"
        yield rules.ADDRESS.finding(message, place.span, "write `sqlite:///file.db` or `postgresql://host/database`")


def is_beside_the_spec(name: str) -> bool:
    """Whether this is the path of a file in the folder of the spec or below, on every system."""
    path = PurePosixPath(name)
    return bool(path.name) and not (path.is_absolute() or ".." in path.parts or set(name) & set('\\:*?"<>|\0\n'))


def _setup(place: Place) -> Iterator[Finding]:
    if isinstance(place.raw, str) and not is_beside_the_spec(place.raw):
        message = f"`{place.raw}` is no file beside the spec"
        yield rules.SETUP.finding(message, place.span, "give a path relative to the spec, below its folder")
