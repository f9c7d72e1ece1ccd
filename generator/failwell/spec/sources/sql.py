"""Sources that are SQL databases."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from .kind import Kind
from .source import CommonSource

SQL = Kind(
    name="sql",
    bodies=frozenset({"query", "execute"}),
    matchers=frozenset({"code", "rows", "constraint"}),
    error_names=frozenset({"code", "message", "constraint", "rows"}),
    failures=frozenset({"unreachable", "locked", "timeout"}),
    reply_keys=frozenset({"rows", "error"}),
)


class SqlSource(CommonSource):
    """A database; `sql` is its URL, `setup` the path of a script beside the spec, `pool` the number of connections."""

    kind: ClassVar[Kind] = SQL

    sql: str
    setup: str | None = None
    pool: Annotated[int, Field(ge=1, le=1000)] | None = None
