"""The scripts that a spec names under `setup`: where they are, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from .findings import Finding
from .load import Document
from .names import package_name
from .rules.sources import SETUP_FILE
from .spec import Spec, SqlSource

Scripts = dict[str, tuple[Path, bytes]]


def shipped_as(setup: str, spec: Spec) -> str:
    """The path of a script in the generated project."""
    package = spec.server.package or package_name(spec.server.name)
    return f"src/{package}/data/{PurePosixPath(setup).name}"


def read_scripts(spec: Spec, folder: Path, document: Document) -> tuple[Scripts, list[Finding]]:
    """The scripts by their path in the project, each with where it is now, and findings for those that are missing."""
    scripts: Scripts = {}
    findings = []
    for source, setup in _named(spec):
        path = _place(spec, folder, setup)
        data, problem = _read(path)
        known, _ = scripts.setdefault(shipped_as(setup, spec), (path, data))
        if known != path:
            problem = f"has the name of `{known.relative_to(folder).as_posix()}`, and both go into one folder"
        if problem is not None:
            span = document.value_span(("sources", source, "setup"))
            help_ = "put the script beside the spec, as UTF-8 text, under a name of its own"
            findings.append(SETUP_FILE.finding(f"`{setup}` {problem}", span, help_))
    return scripts, findings


def _named(spec: Spec) -> Iterator[tuple[str, str]]:
    for name, source in spec.sources.items():
        if isinstance(source, SqlSource) and source.setup is not None:
            yield name, source.setup


def _place(spec: Spec, folder: Path, setup: str) -> Path:
    """Where the script is: in the generated project of which the spec is a part, or beside the spec."""
    shipped = folder / shipped_as(setup, spec)
    return shipped if shipped.is_file() else folder / setup


def _read(path: Path) -> tuple[bytes, str | None]:
    """The script, and what is wrong with it."""
    try:
        if path.exists() and not path.is_file():
            return b"", "is not a regular file"
        data = path.read_bytes()
        data.decode("utf-8")
    except FileNotFoundError:
        return b"", "does not exist"
    except OSError as error:
        return b"", f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
    except UnicodeDecodeError:
        return b"", "is not UTF-8 text"
    return data, None
