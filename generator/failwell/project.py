"""From a spec file to the files of a project: every stage before the disk is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .build import Project, build
from .record import record_files
from .render import inside, render
from .spec import Spec
from .spec_file import SCHEMA, SPEC, Examined, examine_file


@dataclass(frozen=True)
class Rendered:
    """The files of a project by their paths: those made from the spec, and copies of those that make up the spec.

    `origins` are the files from which the copies are made.
    """

    spec: Spec
    project: Project
    generated: Mapping[str, str]
    copies: Mapping[str, bytes]
    origins: Mapping[str, Path]

    @property
    def files(self) -> dict[str, bytes]:
        """Everything that a new project holds, with the record from which a later run can tell what was edited."""
        texts = {**self.generated, **record_files(self.generated)}
        return dict(sorted({**{path: text.encode() for path, text in texts.items()}, **self.copies}.items()))


def render_spec(spec: Spec, examined: Examined) -> Rendered:
    """What a spec without errors becomes, in memory."""
    project = build(spec)
    generated, origins = render(project), {SPEC: examined.path}
    if examined.names_schema:
        generated = dict(sorted({**generated, SCHEMA: _schema()}.items()))
        origins[SCHEMA] = examined.path.parent / SCHEMA
    copies = {SPEC: examined.loaded.text.encode()}
    for path, (origin, data) in examined.scripts.items():
        copies[inside(path)], origins[path] = data, origin
    return Rendered(spec, project, generated, copies, origins)


def _schema() -> str:
    """The schema of the language as this failwell knows it."""
    from .starters import schema_text  # few specs name it

    return schema_text()


__all__ = ["Examined", "Rendered", "examine_file", "render_spec"]
