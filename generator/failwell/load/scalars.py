"""What a YAML scalar means: the core schema of YAML 1.2, with numbers as JSON writes them.

`no`, `on`, `1:30`, `2026-11-30` and `=` are texts, and so is a number with leading zeros (`01000`), because it is
nearly always an identifier whose zeros matter.
"""

from __future__ import annotations

import re
import sys
from math import isfinite

from ..rules import yaml_file as rules
from .node import Place
from .problems import Problems, shortened

Scalar = str | int | float | bool | None

CORE = "tag:yaml.org,2002:"

_CONSTANTS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_RADIX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NUMBER_STARTS = frozenset("+-.0123456789")
_LONGEST_INTEGER = 400  # digits; more than any double has, and few enough for Python to read
_TYPES: dict[str, tuple[type, ...]] = {
    f"{CORE}int": (int,),
    f"{CORE}float": (int, float),
    f"{CORE}bool": (bool,),
    f"{CORE}null": (type(None),),
}


class _NotJson:
    """Stands for a number that JSON cannot carry: infinite, not a number, or beyond the range of a double."""


_NOT_JSON = _NotJson()


def plain_value(text: str, place: Place, problems: Problems) -> Scalar:
    """The value of the plain scalar `text`; 0, and a finding, for a number that JSON does not have."""
    value = _resolve(text)
    if isinstance(value, _NotJson):
        message = f"`{shortened(text)}` is a number that JSON does not have"
        problems.report(rules.NUMBER_OUT_OF_RANGE, message, place, "write a smaller number, or quotes if it is a text")
        return 0
    return value


def tagged_value(tag: str, text: str, place: Place, problems: Problems) -> Scalar:
    """The value of the scalar `text` with `tag`; the text itself, and a finding, where the tag cannot be."""
    if tag in ("!", f"{CORE}str"):
        return text
    value = _resolve(text)
    if isinstance(value, _NotJson) and tag == f"{CORE}float":
        return plain_value(text, place, problems)
    if type(value) in _TYPES.get(tag, ()) and not isinstance(value, _NotJson):
        return value
    refuse_tag(tag, place, problems)
    return text


def refuse_tag(tag: str, place: Place, problems: Problems) -> None:
    """Reports a tag that cannot be."""
    shown = f"!!{tag.removeprefix(CORE)}" if tag.startswith(CORE) else tag
    advice = "leave it out; quote a text that begins with `!`"
    problems.report(rules.UNKNOWN_TAG, f"the tag `{shortened(shown)}` cannot stand here", place, advice)


def _resolve(text: str) -> Scalar | _NotJson:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return _integer(text, 10)
    if _RADIX.fullmatch(text):
        return _integer(text, 8 if text[1] == "o" else 16)
    if _FLOAT.fullmatch(text):
        value = float(text)
        return value if isfinite(value) else _NOT_JSON
    return _NOT_JSON if _NOT_FINITE.fullmatch(text) else text


def _integer(text: str, radix: int) -> int | _NotJson:
    if len(text) > _LONGEST_INTEGER:
        return _NOT_JSON
    value = int(text, radix)
    return value if abs(value) <= sys.float_info.max else _NOT_JSON
