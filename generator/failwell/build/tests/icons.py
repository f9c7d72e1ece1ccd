"""Icons as they are listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...spec import Icon


def listed_icons(icons: Iterable[Icon]) -> list[dict[str, Any]]:
    """The icons on the wire."""
    shown = (
        {"src": each.src, "mimeType": each.mime_type, "sizes": list(each.sizes), "theme": each.theme} for each in icons
    )
    return [{key: value for key, value in each.items() if value} for each in shown]
