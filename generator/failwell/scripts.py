"""The files that a spec names, as scripts or resources: where they are, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .findings import Finding
from .load import Document
from .media import is_text, media_type_of
from .names import package_name
from .rules.sources import SETUP_FILE
from .spec import Spec, SqlSource

Scripts = dict[str, tuple[Path, bytes]]


@dataclass(frozen=True)
class _Named:
    """A file that is named at this place of the spec."""

    place: tuple[str, ...]
    file: str
    is_text: bool


def shipped_as(file: str, spec: Spec, package: str | None = None) -> str:
    """The path of a file in the generated project, or in that of another package."""
    package = package or spec.server.package or package_name(spec.server.name)
    return f"src/{package}/data/{PurePosixPath(file).name}"


def read_scripts(
    spec: Spec, folder: Path, document: Document, former: str | None = None
) -> tuple[Scripts, list[Finding]]:
    """The files by their path in the project, each with where it is now, and findings for those that are missing.

    They may still be where the project had them when its package was called `former`.
    """
    scripts: Scripts = {}
    findings = []
    for named in _named(spec):
        path = _place(spec, folder, named.file, former)
        data, problem = _read(path, named.is_text)
        known, _ = scripts.setdefault(shipped_as(named.file, spec), (path, data))
        if known != path:
            problem = f"has the name of `{known.relative_to(folder).as_posix()}`, and both go into one folder"
        if problem is not None:
            help_ = f"put it beside the spec{', as UTF-8 text,' if named.is_text else ''} under a name of its own"
            finding = SETUP_FILE.finding(f"`{named.file}` {problem}", document.value_span(named.place), help_)
            findings.append(finding)
    return scripts, findings


def _named(spec: Spec) -> Iterator[_Named]:
    for name, source in spec.sources.items():
        if isinstance(source, SqlSource) and source.setup is not None:
            yield _Named(("sources", name, "setup"), source.setup, is_text=True)
    for name, resource in spec.resources.items():
        if resource.file is not None:
            media_type = resource.mime_type or media_type_of(resource.file)
            yield _Named(("resources", name, "file"), resource.file, is_text(media_type))


def _place(spec: Spec, folder: Path, file: str, former: str | None) -> Path:
    """Where the file is: in the generated project of which the spec is a part, or beside the spec."""
    shipped = [folder / shipped_as(file, spec, package) for package in (None, former)]
    return next((place for place in shipped if place.is_file()), folder / file)


def _read(path: Path, is_text: bool) -> tuple[bytes, str | None]:
    """What the file holds, and what is wrong with it."""
    try:
        if path.exists() and not path.is_file():
            return b"", "is not a regular file"
        data = path.read_bytes()
        if is_text:
            data.decode("utf-8")
    except FileNotFoundError:
        return b"", "does not exist"
    except OSError as error:
        return b"", f"cannot be read: {(error.strerror or type(error).__name__).lower()}"
    except UnicodeDecodeError:
        return b"", "is not UTF-8 text"
    return data, None
