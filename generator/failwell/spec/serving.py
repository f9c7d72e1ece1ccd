"""Who may call the server over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Discriminator, Tag

from .part import OneOrMore, Part


class TokenCallers(Part):
    """Callers who know one of these tokens."""

    tokens: OneOrMore[str]


class Issuer(Part):
    """The authorization server whose tokens are accepted, the URL they must be issued for, and the scopes they need."""

    issuer: str
    resource: str
    scopes: OneOrMore[str] = ()


class OAuthCallers(Part):
    """Callers with a token of an authorization server."""

    oauth: Issuer


WAYS = ("tokens", "oauth")


def _way(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((f"<{way}>" for way in WAYS if way in value), None)
    return next((f"<{way}>" for way in WAYS if hasattr(value, way)), None)


Callers: TypeAlias = Annotated[
    Annotated[TokenCallers, Tag("<tokens>")] | Annotated[OAuthCallers, Tag("<oauth>")],
    Discriminator(_way, custom_error_type="auth", custom_error_message="expected `tokens` or `oauth`"),
]


class Serving(Part):
    """How the server is reached over HTTP; `allowed_hosts` are the host names that clients may use for it."""

    auth: Callers | None = None
    allowed_hosts: OneOrMore[str] = ()
