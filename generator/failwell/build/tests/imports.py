"""What a test module imports: the names that its code uses, texts in it apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ..imports import Imports
from .case import Case

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
    if tool is not None:
        own.use(*tool)
    _use_own(names, package, own, shared)
    return _sections(others, own, shared)


_NAMED = {
    "Any": "typing",
    "MCPError": "mcp",
    "PromptReference": "mcp_types",
    "files": "importlib.resources",
}


def content_imports(cases: Iterable[Case], needed: Iterable[str], package: str) -> tuple[str, ...]:
    """The import statements of the tests of resources or prompts: what their cases use, and what they need beside."""
    columns = [column for case in cases for column in case.columns]
    names = used_names(code for column in columns for code in ([column] if isinstance(column, str) else column))
    needed = {*needed, "Any", *(names & {"base64", "httpx2"}), *(["files"] if "shipped" in names else [])}
    others, own, shared = Imports(), Imports(), Imports()
    for name in sorted(needed):
        if name in _NAMED:
            others.use(_NAMED[name], name)
        elif name in ("Agent", "SECRETS"):
            shared.use(".conftest", name)
        else:
            others.use_module(name)
    _use_own(names, package, own, shared)
    return _sections(others, own, shared)


def _use_own(names: frozenset[str], package: str, own: Imports, shared: Imports) -> None:
    """Import what the code uses of the package and of the other tests."""
    if "CommandFailure" in names:
        own.use(f"{package}.runtime.command", "CommandFailure")
    if "SqlFailure" in names:
        own.use(f"{package}.runtime.sql", "SqlFailure")
    if "OutputTooLarge" in names:
        own.use(f"{package}.runtime.command", "OutputTooLarge")
    if "failures" in names:
        own.use(package, "failures")
    for name in _SHARED:
        if name in names:
            shared.use(".conftest", name)


def _sections(*sections: Imports) -> tuple[str, ...]:
    """The lines of all sections, parted by an empty line."""
    written = [lines for each in sections if (lines := list(each.lines()))]
    return tuple(line for number, lines in enumerate(written) for line in ([""] if number else []) + lines)
