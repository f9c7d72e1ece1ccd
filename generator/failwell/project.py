"""From a spec file to the files of a project: every stage before the disk is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .build import Project, build
from .findings import Finding, in_reading_order
from .lint import examine
from .load import Loaded, load_file
from .render import render
from .scripts import Scripts, read_scripts
from .spec import Spec

SPEC = "failwell.yaml"
SCHEMA = "failwell.schema.json"
MODELINE = f"# yaml-language-server: $schema={SCHEMA}"


@dataclass(frozen=True)
class Examined:
    """A spec file and what is found in it and in the scripts that it names; the spec is None where there are errors."""

    path: Path
    loaded: Loaded
    spec: Spec | None
    findings: tuple[Finding, ...]
    scripts: Scripts = field(default_factory=dict)


@dataclass(frozen=True)
class Rendered:
    """The files of a project by their paths. `origins` are those that are copies, with the files they are copies of."""

    project: Project
    files: Mapping[str, bytes]
    origins: Mapping[str, Path]


def examine_file(path: Path) -> Examined:
    """Everything that is found in the spec at `path`."""
    return examine_loaded(load_file(path), path)


def examine_loaded(loaded: Loaded, path: Path) -> Examined:
    """Everything that is found in a spec that was loaded, as if it were at `path`."""
    checked = examine(loaded)
    if checked.spec is None or loaded.document is None:
        return Examined(path, loaded, None, checked.findings)
    scripts, missing = read_scripts(checked.spec, path.parent, loaded.document)
    findings = tuple(in_reading_order([*checked.findings, *missing]))
    return Examined(path, loaded, None if missing else checked.spec, findings, scripts)


def render_spec(spec: Spec, examined: Examined) -> Rendered:
    """What a spec without errors becomes, in memory. Raises OSError where the schema beside it cannot be read."""
    project = build(spec)
    files = {name: text.encode() for name, text in render(project).items()}
    origins = {SPEC: examined.path}
    files[SPEC] = examined.loaded.text.encode()
    for name, (path, data) in examined.scripts.items():
        files[name], origins[name] = data, path
    schema = examined.path.parent / SCHEMA
    if MODELINE in examined.loaded.text.splitlines() and schema.is_file():
        files[SCHEMA], origins[SCHEMA] = schema.read_bytes(), schema
    return Rendered(project, dict(sorted(files.items())), origins)
