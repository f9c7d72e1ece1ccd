"""Tells three times how far it is."""

from __future__ import annotations

from typing import Any


async def test_tool_with_progress(_: Any, context: Any) -> str:
    for done in (0, 50, 100):
        await context.call.progress(done, 100)
    return "All of it is done."
