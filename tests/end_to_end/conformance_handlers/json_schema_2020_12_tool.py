"""Takes what fits its schema, and does nothing."""

from __future__ import annotations

from typing import Any


async def json_schema_2020_12_tool(_: Any, __: Any) -> None:
    return None
