"""URIs of resources, in which variables such as `{id}` may stand (RFC 6570, level 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

_VARIABLE = re.compile(r"\{([A-Za-z][A-Za-z0-9_]{0,63})\}")
_URI = re.compile(r"[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+")


def variables_of(uri: str) -> tuple[str, ...]:
    """The names of the variables, in order."""
    return tuple(_VARIABLE.findall(uri))


def shape_of(uri: str) -> str:
    """The URI without the names of its variables: two that have one shape are read with the same URIs."""
    return _VARIABLE.sub("{}", uri)


def problem_of(uri: str) -> str | None:
    """What is wrong with the URI, None where nothing is."""
    names = variables_of(uri)
    if not _URI.fullmatch(_VARIABLE.sub("x", uri)):
        return "is no URI"
    if "{}{}" in shape_of(uri):
        return "has variables side by side, so that nobody can tell where one ends"
    if len(set(names)) < len(names):
        return "has a variable twice"
    return None


def with_values(uri: str, values: Mapping[str, str]) -> str:
    """The URI with a value for each variable, encoded."""
    return _VARIABLE.sub(lambda variable: quote(values[variable[1]], safe=""), uri)
