"""Gives the text that the suite expects."""

from __future__ import annotations

from typing import Any


async def test_simple_text(_: Any, __: Any) -> str:
    return "This is a simple text response for testing."
