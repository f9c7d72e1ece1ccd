"""A spec as a file among others: what is found in it and in the scripts that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .findings import Finding, in_reading_order
from .lint import examine
from .load import Loaded, load_file
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

    @property
    def names_schema(self) -> bool:
        """Whether the spec tells editors to check it by the schema beside it."""
        return MODELINE in self.loaded.text.splitlines()


def examine_file(path: Path, former: str | None = None) -> Examined:
    """Everything that is found in the spec at `path`; `former` is the package of the project, before this spec's."""
    return examine_loaded(load_file(path), path, former)


def examine_loaded(loaded: Loaded, path: Path, former: str | None = None) -> Examined:
    """Everything that is found in a spec that was loaded, as if it were at `path`."""
    checked = examine(loaded)
    if checked.spec is None or loaded.document is None:
        return Examined(path, loaded, None, checked.findings)
    scripts, missing = read_scripts(checked.spec, path.parent, loaded.document, former)
    findings = tuple(in_reading_order([*checked.findings, *missing]))
    return Examined(path, loaded, None if missing else checked.spec, findings, scripts)
