"""Gives a PNG of one pixel."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


async def test_image_content(_: Any, __: Any) -> bytes:
    return b64decode(PIXEL)
