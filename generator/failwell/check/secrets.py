"""Secrets: none in a spec, and none that passes through the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Finding
from ..rules import sources as rules
from .environment import REFERENCE, settings
from .place import Place, texts_below
from .survey import Subject, Survey

TOKEN = re.compile(
    r"\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{8,}|[sr]k_(?:live|test)_\w{8,}"
    r"|sk-[A-Za-z0-9_-]{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
# Without one of these no text holds a token, and to look for them takes a tenth of the time.
BEGINNINGS = (
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "k_live_",
    "k_test_",
    "sk-",
    "AKIA",
    "AIza",
    "eyJ",
    "PRIVATE KEY",
)
PASSWORD_IN_URL = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/:@]*:([^\s/@$]+)@")
SECRET_IN_QUERY = re.compile(r"[?&](?:access_token|api_?key|key|token|secret|password|sig|signature)=([^\s&${]+)", re.I)
SECRET_HEADERS = re.compile(r"(?i)authorization|proxy-authorization|cookie|.*(?:api-?key|token|secret|password).*")
CREDENTIALS = frozenset(
    {"accesskey", "accesstoken", "apikey", "apisecret", "apitoken", "auth", "authorization", "authtoken", "bearer"}
    | {"bearertoken", "clientsecret", "credential", "credentials", "passphrase", "passwd", "password", "privatekey"}
    | {"pwd", "refreshtoken", "secret", "secretkey", "sessiontoken", "token", "xapikey"}
)


def literal_secrets(survey: Survey) -> Iterator[Finding]:
    """Findings about literals that look like a secret."""
    for _, source in (survey.place / "sources").entries():
        for place in _secret_settings(source):
            yield from _literal(place)
        for text, place in settings(source):
            yield from _inside(text, place, PASSWORD_IN_URL, "a password")
            yield from _inside(text, place, SECRET_IN_QUERY, "a secret")
    for text, place in texts_below(survey.place / "server" / "http" / "auth" / "tokens"):
        if "$" not in text.replace("$$", ""):
            yield _finding("a token", "tokens", place)
    if any(beginning in survey.place.document.text for beginning in BEGINNINGS):
        for text, place in texts_below(survey.place):
            yield from _inside(text, place, TOKEN, "a secret")


def _secret_settings(source: Place) -> Iterator[Place]:
    """The settings of a source that are secret by what they are."""
    auth = source / "auth"
    yield from (auth / "bearer", auth / "basic" / "password", auth / "oauth2" / "client_secret")
    for way in ("header", "query"):
        yield from (place for _, place in (auth / way).entries())
    yield from (place for name, place in (source / "headers").entries() if SECRET_HEADERS.fullmatch(name))


def _literal(place: Place) -> Iterator[Finding]:
    if not isinstance(place.raw, str) or TOKEN.search(place.raw):
        return
    fallbacks = "".join(match[3] or "" for match in REFERENCE.finditer(place.raw))
    if fallbacks or (place.raw and "$" not in place.raw.replace("$$", "")):
        yield _finding("a secret", place.path[-1], place)


def _inside(text: str, place: Place, pattern: re.Pattern[str], what: str) -> Iterator[Finding]:
    for match in pattern.finditer(text):
        group = 1 if pattern.groups else 0
        span = place.text_span(match.start(group), len(match[group]))
        yield rules.LITERAL_SECRET.finding(f"this looks like {what}, and a spec is read by many", span, HELP)


HELP = "take it from the environment: `$NAME`"


def _finding(what: str, name: object, place: Place) -> Finding:
    variable = re.sub(r"\W+", "_", str(name)).upper().strip("_")
    message = f"this looks like {what}, and a spec is read by many"
    return rules.LITERAL_SECRET.finding(message, place.span, f"take it from the environment: `${variable}`")


def secrets_in_requests(subject: Subject) -> Iterator[Finding]:
    """Findings about literal secrets in the headers and the path of an operation's request."""
    request = subject.place / "request"
    for name, place in (request / "headers").entries():
        if SECRET_HEADERS.fullmatch(name) and isinstance(place.raw, str) and "{" not in place.raw:
            yield from _literal(place)
    for place in (request, request / "path"):
        if isinstance(place.raw, str):
            yield from _inside(place.raw, place, SECRET_IN_QUERY, "a secret")


def credentials_as_parameters(subject: Subject) -> Iterator[Finding]:
    """Findings about parameters that are named like a credential: it would pass through the model."""
    for name, place in (subject.place / "input").entries():
        wire = (place / "as").raw
        named = {re.sub(r"[\W_]", "", text).lower() for text in (name, wire if isinstance(wire, str) else "")}
        if named & CREDENTIALS:
            message = f"`{name}` is named like a credential, which an agent must never see"
            help_ = "put credentials into the settings of the source; rename the parameter if it is something else"
            yield rules.CREDENTIAL_PARAMETER.finding(message, place.key_span, help_)
