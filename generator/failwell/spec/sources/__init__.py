"""The kinds of sources, one module each; here they are only listed."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Discriminator, Tag

from .command import COMMAND, CommandSource
from .handler import HANDLER
from .http import (
    HTTP,
    Auth,
    Basic,
    Bearer,
    ClientCredentials,
    Credentials,
    HttpSource,
    KeyInHeader,
    KeyInQuery,
    OAuth2,
    Tls,
    Upstream,
)
from .kind import COMMON_FAILURES, COMMON_MATCHERS, Kind
from .source import CommonSource
from .sql import SQL, SqlSource

KINDS = {kind.name: kind for kind in (HTTP, SQL, COMMAND, HANDLER)}
SOURCE_KINDS = (HTTP.name, SQL.name, COMMAND.name)


def _kind(value: Any) -> str | None:
    if isinstance(value, CommonSource):
        return next((f"<{name}>" for name in SOURCE_KINDS if hasattr(value, name)), None)
    return next((f"<{name}>" for name in SOURCE_KINDS if isinstance(value, dict) and name in value), None)


Source: TypeAlias = Annotated[
    Annotated[HttpSource, Tag("<http>")]
    | Annotated[SqlSource, Tag("<sql>")]
    | Annotated[CommandSource, Tag("<command>")],
    Discriminator(_kind, custom_error_type="source_kind", custom_error_message="expected `http`, `sql` or `command`"),
]

__all__ = [
    "COMMAND",
    "COMMON_FAILURES",
    "COMMON_MATCHERS",
    "HANDLER",
    "HTTP",
    "KINDS",
    "SOURCE_KINDS",
    "SQL",
    "Auth",
    "Basic",
    "Bearer",
    "ClientCredentials",
    "CommandSource",
    "CommonSource",
    "Credentials",
    "HttpSource",
    "KeyInHeader",
    "KeyInQuery",
    "Kind",
    "OAuth2",
    "Source",
    "SqlSource",
    "Tls",
    "Upstream",
]
