"""From a spec file to the files of a project: every stage before the disk is touched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .build import build
from .findings import Finding
from .lint import examine
from .load import Document, Loaded, load_file
from .plan import SPEC
from .render import render
from .rules.sources import SETUP_FILE
from .spec import Spec, SqlSource


@dataclass(frozen=True)
class Rendered:
    """The files of a project, None where the spec has errors; `named` are the files that belong to the spec."""

    loaded: Loaded
    findings: tuple[Finding, ...]
    name: str = ""
    files: dict[str, bytes] | None = None
    named: tuple[Path, ...] = ()


def render_file(path: Path) -> Rendered:
    """What the spec at `path` becomes. Nothing is written."""
    loaded = load_file(path)
    examined = examine(loaded)
    document = loaded.document
    if examined.spec is None or document is None:
        return Rendered(loaded, examined.findings)
    project = build(examined.spec)
    scripts, missing = _setup_scripts(examined.spec, path.parent, document)
    if missing:
        return Rendered(loaded, (*examined.findings, *missing))
    files = {name: text.encode() for name, text in render(project).items()}
    files |= {f"src/{project.package}/data/{script.name}": data for script, data in scripts.items()}
    files[SPEC] = path.read_bytes()
    named = (path, *scripts)
    return Rendered(loaded, examined.findings, project.name, dict(sorted(files.items())), named)


def _setup_scripts(spec: Spec, folder: Path, document: Document) -> tuple[dict[Path, bytes], list[Finding]]:
    """The scripts that the spec names, and findings for those that cannot be read."""
    scripts: dict[Path, bytes] = {}
    missing = []
    for name, source in spec.sources.items():
        if not isinstance(source, SqlSource) or source.setup is None:
            continue
        script = folder / source.setup
        try:
            scripts[script] = script.read_bytes()
            scripts[script].decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else f"cannot be read: {error.strerror}"
            span = document.value_span(("sources", name, "setup"))
            missing.append(SETUP_FILE.finding(f"`{source.setup}` {reason}", span, "put the script beside the spec"))
    return scripts, missing
