"""Gives a text that the client takes for a resource."""

from __future__ import annotations

from typing import Any


async def test_embedded_resource(_: Any, __: Any) -> bytes:
    return b"This is an embedded resource content."
