"""Takes an argument that stands in a header too, and does nothing."""

from __future__ import annotations

from typing import Any


async def test_x_mcp_header(_: Any, __: Any) -> None:
    return None
