"""Sources that are reached over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Discriminator, Field, Tag

from ..part import OneOrMore, Part
from ..settings import Size
from .kind import Kind
from .source import CommonSource

HTTP = Kind(
    name="http",
    bodies=frozenset({"request"}),
    matchers=frozenset({"code", "status", "header", "body"}),
    error_names=frozenset({"status", "reason", "headers", "body", "code", "message"}),
    failures=frozenset(
        {"unreachable", "timeout", "reply_too_large", "redirected", "tls_failed", "unexpected_reply", "token_refused"}
    ),
    reply_keys=frozenset({"status", "headers", "json", "text", "base64", "error"}),
)


class Bearer(Part):
    """A token in the Authorization header."""

    bearer: str


class Credentials(Part):
    """A user's name and password."""

    user: str
    password: str


class Basic(Part):
    """Basic authentication."""

    basic: Credentials


class KeyInHeader(Part):
    """Credentials in headers of any name."""

    header: dict[str, str]


class KeyInQuery(Part):
    """Credentials in the query of every request."""

    query: dict[str, str]


class ClientCredentials(Part):
    """Where and with what the client-credentials grant of OAuth 2 asks for a token."""

    token_url: str
    client_id: str
    client_secret: str
    scopes: OneOrMore[str] = ()


class OAuth2(Part):
    """Tokens of the client-credentials grant."""

    oauth2: ClientCredentials


WAYS = ("bearer", "basic", "header", "query", "oauth2")


def _way(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((f"<{way}>" for way in WAYS if way in value), None)
    found = next((way for way in WAYS if hasattr(value, way)), None)
    return found and f"<{found}>"


Auth: TypeAlias = Annotated[
    Annotated[Bearer, Tag("<bearer>")]
    | Annotated[Basic, Tag("<basic>")]
    | Annotated[KeyInHeader, Tag("<header>")]
    | Annotated[KeyInQuery, Tag("<query>")]
    | Annotated[OAuth2, Tag("<oauth2>")],
    Discriminator(
        _way,
        custom_error_type="auth",
        custom_error_message="expected one of `bearer`, `basic`, `header`, `query` and `oauth2`",
    ),
]


class Tls(Part):
    """The certificates to trust, and whether they are verified at all."""

    ca: str | None = None
    verify: bool = True


class Upstream(Part):
    """Expressions that find the vendor's own code and message in a JSON reply."""

    code: str | None = None
    message: str | None = None


class HttpSource(CommonSource):
    """An HTTP API; `http` is its URL, `max_reply` bytes."""

    kind: ClassVar[Kind] = HTTP

    http: str
    auth: Auth | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    follow_redirects: bool = False
    max_reply: Size = 5_000_000
    tls: Tls = Tls.model_construct()
    upstream: Upstream = Upstream.model_construct()
