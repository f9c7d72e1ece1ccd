"""Text as a terminal may show it: what could move the cursor, recolour the screen or reorder letters is spelled out."""

from __future__ import annotations

import unicodedata

_TAB = "    "
# Controls, formats (bidirectional marks among them), surrogates, unassigned, private, line and paragraph separators.
_HIDDEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"))


def visible(text: str) -> str:
    """The text with an escape in place of every character that would not show as itself."""
    return text if text.isascii() and text.isprintable() else "".join(map(shown, text))


def shown(character: str) -> str:
    """What stands for `character` on a terminal."""
    if character == "\t":
        return _TAB
    category = unicodedata.category(character)
    odd_space = category == "Zs" and character not in " \u3000"
    if category not in _HIDDEN_CATEGORIES and not odd_space:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width(text: str) -> int:
    """The number of terminal columns that a visible text fills."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
