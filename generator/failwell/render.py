"""render: the text of every file of a project, in memory.

Paths of templates are in copier's dialect: each part is itself a template, `{% yield tool from server.tools %}` makes a
file for each tool, and a part that comes out empty leaves the file out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from .build import Project
from .filters import FILTERS
from .templates import SUFFIX, templates_folder

PARTS = "_parts"
ENVIRONMENT: dict[str, Any] = {
    "undefined": StrictUndefined,
    "keep_trailing_newline": True,
    "trim_blocks": True,
    "lstrip_blocks": True,
}
_YIELD = re.compile(r"\{%\s*yield\s+(\w+)\s+from\s+(.+?)\s*%\}(.*?)\{%\s*endyield\s*%\}")


@dataclass(frozen=True)
class NamedText:
    """A file that the spec names."""

    name: str
    text: str


@dataclass(frozen=True)
class Copied:
    """The files that copier can only write as templates, and that failwell writes by itself."""

    spec: str = ""
    files: tuple[NamedText, ...] = ()
    lock: str = ""
    base: str = ""
    schema: str = ""


class PathEscapesError(ValueError):
    """A rendered path that would leave the project."""


def render(project: Project) -> dict[str, str]:
    """Path to text of every file, sorted by path. Raises PathEscapesError for a path that would leave the project."""
    environment = _environment()
    files: dict[str, str] = {}
    for template in _templates(templates_folder()):
        for path, context in _paths(template, {"server": project, "copied": Copied()}):
            files[inside(path)] = environment.get_template(f"templates/{template}").render(context)
    return dict(sorted(files.items()))


@lru_cache(maxsize=1)
def _environment() -> SandboxedEnvironment:
    loader = PrefixLoader({"templates": FileSystemLoader(templates_folder())})
    environment = SandboxedEnvironment(loader=loader, auto_reload=False, **ENVIRONMENT)
    environment.filters.update(FILTERS)
    return environment


@lru_cache(maxsize=1)
def _templates(folder: Path) -> tuple[PurePosixPath, ...]:
    """Every template below the folder, partial ones apart, in a fixed order."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != PARTS)
        relative = PurePosixPath(Path(place).relative_to(folder).as_posix())
        found += [relative / name for name in sorted(names) if name.endswith(SUFFIX)]
    return tuple(found)


def _paths(template: PurePosixPath, context: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    parts = (*template.parts[:-1], template.name.removesuffix(SUFFIX))
    yield from _expanded(parts, context, ())


def _expanded(
    parts: tuple[str, ...], context: dict[str, Any], done: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if not parts:
        yield "/".join(done), context
        return
    for part, inner in _variants(parts[0], context):
        if part:
            yield from _expanded(parts[1:], inner, (*done, part))


def _variants(part: str, context: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What one part of a path comes out as, and the context below it."""
    if "{" not in part:
        yield part, context
        return
    repeated = _YIELD.search(part)
    if repeated is None:
        yield _part(part).render(context), context
        return
    name, items = repeated[1], _environment().compile_expression(repeated[2])(**context)
    rest = part[: repeated.start()] + repeated[3] + part[repeated.end() :]
    for item in items or ():
        inner = {**context, name: item}
        yield _part(rest).render(inner), inner


@lru_cache(maxsize=256)
def _part(text: str) -> Template:
    """One part of a path as a template, compiled once for all its files."""
    return _environment().from_string(text)


def inside(path: str) -> str:
    """The path, if it stays in the project. Raises PathEscapesError otherwise."""
    if any(part in ("", ".", "..") or "\\" in part or ":" in part for part in path.split("/")):
        raise PathEscapesError(f"the path {path!r} would leave the project")
    return path
