"""Code for icons."""

from __future__ import annotations

from collections.abc import Iterable

from ..spec import Icon
from ..wrapping import flat
from .imports import Imports


def icons_code(icons: Iterable[Icon], imports: Imports) -> list[str]:
    """The argument `icons=[...]`; nothing where there are none."""
    listed = ", ".join(map(_code, icons))
    if not listed:
        return []
    imports.use("mcp_types", "Icon")
    return [f"icons=[{listed}]"]


def _code(icon: Icon) -> str:
    arguments = [f"src={flat(icon.src)}"]
    arguments += [f"mime_type={flat(icon.mime_type)}"] if icon.mime_type else []
    arguments += [f"sizes={flat(list(icon.sizes))}"] if icon.sizes else []
    arguments += [f"theme={flat(icon.theme)}"] if icon.theme else []
    return f"Icon({', '.join(arguments)})"
