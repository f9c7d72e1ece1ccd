"""From a spec file to the files of a project: every stage before the disk is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .build import Project, build
from .render import render
from .spec import Spec
from .spec_file import SCHEMA, SPEC, Examined, examine_file


@dataclass(frozen=True)
class Rendered:
    """The files of a project by their paths. `origins` are those that are copies, with the files they are copies of."""

    project: Project
    files: Mapping[str, bytes]
    origins: Mapping[str, Path]


def render_spec(spec: Spec, examined: Examined) -> Rendered:
    """What a spec without errors becomes, in memory. Raises OSError where the schema beside it cannot be read."""
    project = build(spec)
    files = {name: text.encode() for name, text in render(project).items()}
    origins = {SPEC: examined.path}
    files[SPEC] = examined.loaded.text.encode()
    for name, (path, data) in examined.scripts.items():
        files[name], origins[name] = data, path
    if examined.schema is not None:
        files[SCHEMA], origins[SCHEMA] = examined.schema.read_bytes(), examined.schema
    return Rendered(project, dict(sorted(files.items())), origins)


__all__ = ["Examined", "Rendered", "examine_file", "render_spec"]
