"""The layout of generated code: on one line where it fits, else one item per line, as `ruff format` would do.

Columns count from 0. `indent` is that of the line, `prefix` counts the columns of code before a text on its first line,
`suffix` those that must stand behind it on its last line, such as a comma. Line breaks inside a result are followed by
the whole indentation, so that it is pasted as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

LINE = 120
STEP = 4


def width(text: str) -> int:
    """The columns that the text takes, never too few. Too many do no harm: ruff leaves alone what is laid out wider."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if character < "\u1100" or "\u2000" <= character < "\u231a":
        return 1
    return 2 if character > "\u2000" else 3


def fits(text: str, taken: int) -> bool:
    """Whether the text is one line that fits beside the columns that are taken."""
    return "\n" not in text and taken + width(text) <= LINE


def bracketed(
    opening: str, items: Sequence[str], closing: str, indent: int = 0, prefix: int = 0, suffix: int = 0
) -> str:
    """The items in brackets: on one line if they fit there, else each on a line of its own with a trailing comma.

    `opening` may have a name before the bracket and `closing` something behind it. Items are as for lines of their own:
    those of several lines are laid out for an indentation that is 4 deeper. Not for tuples of one item.
    """
    flat = f"{opening}{', '.join(items)}{closing}"
    if not items or fits(flat, indent + prefix + suffix):
        return flat
    return exploded(opening, items, closing, indent)


def exploded(opening: str, items: Sequence[str], closing: str, indent: int) -> str:
    """The items in brackets, each on a line of its own."""
    margin = " " * indent
    lines = "".join(f"{margin}{' ' * STEP}{item},\n" for item in items)
    return f"{opening}\n{lines}{margin}{closing}"


def call(name: str, arguments: Sequence[str], indent: int = 0, prefix: str = "", suffix: str = "") -> str:
    """The call between what stands before and behind it on its line, laid out as by `bracketed`."""
    return prefix + bracketed(f"{name}(", arguments, f"){suffix}", indent, width(prefix))


def statement(head: str, value: str, indent: int = 0) -> str:
    """`head` and the literal behind it, as `NAME = ` and a text, in parentheses where it fits on a line only by them.

    `value` is one string, f-string or number, or has brackets of its own; then it comes laid out for this place.
    """
    plain = head + value
    if value[-1:] in {")", "]", "}"} or fits(plain, indent) or not fits(value, indent + STEP):
        return plain
    margin = " " * indent
    return f"{head}(\n{margin}{' ' * STEP}{value}\n{margin})"
