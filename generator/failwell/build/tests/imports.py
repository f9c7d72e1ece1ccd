"""What a test module imports: the names that its code uses, texts in it apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ..imports import Imports

_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_NAME = re.compile(r"[A-Za-z_]\w*")
_SHARED = (
    "ENVELOPE",
    "HANGS",
    "NOTHING",
    "Agent",
    "Ran",
    "Reply",
    "Rows",
    "Sent",
    "an_exception",
    "history",
    "is_part",
)
_MODULES = ("anyio", "base64", "httpx2")


def used_names(code: Iterable[str]) -> frozenset[str]:
    """The names in the code."""
    return frozenset().union(*map(_names_in, code))


@lru_cache(maxsize=8192)  # the same columns stand in the tables of many operations
def _names_in(code: str) -> frozenset[str]:
    return frozenset(_NAME.findall(_STRING.sub("", code)))


def import_lines(
    names: frozenset[str], package: str, modules: Iterable[str] = (), tool: tuple[str, str] | None = None
) -> tuple[str, ...]:
    """The import statements of a test module, those of the package apart from those of the tests."""
    others, own, shared = Imports(), Imports(), Imports()
    for module, name in (("contextlib", "AbstractContextManager"), ("typing", "Any")):
        if name in names:
            others.use(module, name)
    for name in (*_MODULES, "pytest", *modules):
        if name in names or name in modules:
            others.use_module(name)
    if "SqlFailure" in names:
        own.use(f"{package}.runtime.sql", "SqlFailure")
    if "OutputTooLarge" in names:
        own.use(f"{package}.runtime.command", "OutputTooLarge")
    if tool is not None:
        own.use(*tool)
    if "failures" in names:
        own.use(package, "failures")
    for name in _SHARED:
        if name in names:
            shared.use(".conftest", name)
    sections = [lines for each in (others, own, shared) if (lines := list(each.lines()))]
    return tuple(line for number, lines in enumerate(sections) for line in ([""] if number else []) + lines)
