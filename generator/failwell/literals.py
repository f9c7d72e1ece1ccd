"""The only way from a value into generated Python code: literals that `ruff format` leaves as they are.

`indent`, `prefix` and `suffix` are those of `layout`.
"""

from __future__ import annotations

import ast
import inspect
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .layout import LINE, STEP, bracketed, call, exploded, fits, statement, width
from .names import class_name, identifier, module_name, package_name

__all__ = [
    "LINE",
    "Code",
    "bracketed",
    "call",
    "class_name",
    "docstring",
    "flat",
    "fstring",
    "identifier",
    "literal",
    "module_name",
    "package_name",
    "statement",
]

_DEEPEST = 60  # Python's own parser gives up at some 90 nested brackets

# Control, format, private and other invisible characters, written down since `str.isprintable` changes with Python.
# U+FE0F stays: without it emoji are other characters.
_INVISIBLE = (
    r"\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5"
    r"\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0e\ufeff"
    r"\uffa0\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
_UNSAFE = re.compile(rf"[{_INVISIBLE}\\\"']")
_ESCAPED = {quote: re.compile(rf"[{_INVISIBLE}\\{quote}]") for quote in "\"'"}
_SHOWN_AS_IT_IS = re.compile(rf"(?!\n)[{_INVISIBLE}\\]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", '"': '\\"', "'": "\\'"}


def literal(value: object, indent: int = 0, prefix: int = 0, suffix: int = 0) -> str:
    """Python source that evaluates to the value: text, number, boolean, None, or lists, tuples and dicts of such.

    Raises ValueError for what has no literal (infinity, nan, lone surrogates, values nested deeper than 60), and
    TypeError for any other type.
    """
    line = flat(value)
    if fits(line, indent + prefix + suffix) or not value or not isinstance(value, list | tuple | Mapping):
        return line
    inner = indent + STEP
    if isinstance(value, Mapping):
        keys = [f"{flat(key)}: " for key in value]
        entries = zip(keys, value.values(), strict=True)
        return exploded("{", [key + literal(item, inner, width(key), 1) for key, item in entries], "}", indent)
    opening, closing = "[]" if isinstance(value, list) else "()"
    return exploded(opening, [literal(item, inner, 0, 1) for item in value], closing, indent)


def flat(value: object, depth: int = 0) -> str:
    """The literal of a value on one line, whatever its length; the same errors as of `literal`."""
    if depth > _DEEPEST:
        raise ValueError("values nested this deeply cannot be written as a literal")
    if isinstance(value, str):
        return _string(value)
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, dict | Mapping):  # the first is much quicker to tell
        return f"{{{', '.join([f'{flat(key)}: {flat(item, depth + 1)}' for key, item in value.items()])}}}"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, list):
        return f"[{', '.join([flat(item, depth + 1) for item in value])}]"
    if isinstance(value, tuple):
        return f"({', '.join([flat(item, depth + 1) for item in value])}{',' * (len(value) == 1)})"
    raise TypeError(f"a value of type {type(value).__name__} has no literal")


def _integer(value: int) -> str:
    try:
        return int.__repr__(value)
    except ValueError:  # Python refuses to read or write more than 4,300 decimal digits
        return f"{'-' * (value < 0)}0x{abs(value):X}"


def _float(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"{value} has no literal")
    return float.__repr__(value).replace("e+", "e")


@lru_cache(maxsize=8192)
def _string(text: str) -> str:
    if not _UNSAFE.search(text):
        return f'"{text}"'
    quote = _quote(text)
    return quote + _escape(text, quote) + quote


def _quote(text: str) -> str:
    """The quotes that need fewer escapes, double ones if it makes no difference."""
    return "'" if text.count('"') > text.count("'") else '"'


def _escape(text: str, quote: str) -> str:
    return _ESCAPED[quote].sub(lambda found: _escape_character(found.group()), text)


def _escape_character(character: str) -> str:
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError(f"the lone surrogate U+{code:04X} is no character")
    if character in _SHORT:
        return _SHORT[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@dataclass(frozen=True)
class Code:
    """A Python expression inside an f-string."""

    source: str


def fstring(parts: Sequence[str | Code]) -> str:
    """An f-string of texts and expressions, or a plain literal where there is no expression.

    Quotes of one kind are adapted. Raises ValueError for what cannot stand in one under Python 3.11: a backslash, `#`,
    a line break, both kinds of quotes, or what would be read as a format or a conversion.
    """
    if not any(isinstance(part, Code) for part in parts):
        return _string("".join(part for part in parts if isinstance(part, str)))
    quote = _quote("".join(part for part in parts if isinstance(part, str)))
    inside = (
        _replacement(part.source, quote)
        if isinstance(part, Code)
        else _escape(part, quote).replace("{", "{{").replace("}", "}}")
        for part in parts
    )
    return f"f{quote}{''.join(inside)}{quote}"


@lru_cache(maxsize=8192)
def _replacement(source: str, quote: str) -> str:
    if re.search(r"[\\#\n\r]", source) or {"'", '"'} <= set(source):
        raise ValueError(f"cannot stand in an f-string: {source}")
    other = "'" if quote == '"' else '"'
    replacement = "{" + source.replace(quote, other) + "}"
    if source.startswith("{"):
        replacement = "{ " + replacement[1:-1] + " }"
    if not _is_one_value(replacement, quote):
        raise ValueError(f"no expression of an f-string: {source}")
    return replacement


def _is_one_value(replacement: str, quote: str) -> bool:
    """Whether the braces hold one expression that is shown as it is."""
    try:
        tree = ast.parse(f"f{quote}{replacement}{quote}", mode="eval").body
    except (SyntaxError, ValueError):
        return False
    match tree:
        case ast.JoinedStr(values=[ast.FormattedValue(conversion=-1, format_spec=None)]):
            return True
        case _:
            return False


def docstring(text: str, indent: int = 4) -> str | None:
    """A docstring that shows the text as it is, or None where none can: `inspect.cleandoc` gives exactly the text."""
    lines = text.split("\n")
    if _SHOWN_AS_IT_IS.search(text) or '"""' in text or any(line != line.rstrip() for line in lines):
        return None
    margin = " " * indent
    shown = "\n".join(margin + line if line and number else line for number, line in enumerate(lines))
    opening = '""" ' if text.startswith('"') else '"""'
    result = f'{opening}{shown}\n{margin}"""' if len(lines) > 1 else f'{opening}{shown}"""'
    return result if _shows(result, text) else None


def _shows(docstring: str, text: str) -> bool:
    try:
        return bool(text) and inspect.cleandoc(ast.literal_eval(docstring)) == text
    except (SyntaxError, ValueError):
        return False
