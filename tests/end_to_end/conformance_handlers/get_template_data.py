"""Gives the data of one id."""

from __future__ import annotations

from typing import Any


async def get_template_data(arguments: Any, _: Any) -> dict[str, Any]:
    return {"id": arguments.id, "templateTest": True, "data": f"Data for ID: {arguments.id}"}
