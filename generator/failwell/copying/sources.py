"""The spec as copier keeps it: one answer with the texts of the spec and of the files that it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from ..findings import Severity
from ..project import Rendered, render_spec
from ..spec_file import SPEC, Examined, examine_file

NO_SPEC = f"there is no spec: put it as {SPEC} into the folder of the project, or name it with -d spec=FILE"


class SpecProblemError(Exception):
    """Why a spec cannot be rendered, in words for the user."""


@dataclass(frozen=True)
class Sources:
    """The text of the spec, and the name and the text of each file that it names."""

    spec: str
    files: tuple[tuple[str, str], ...] = ()

    @property
    def answer(self) -> dict[str, str]:
        """What copier records."""
        return {SPEC: self.spec, **dict(self.files)}


def sources_of(answer: Any) -> Sources:
    """The sources that an answer stands for: recorded texts, or the path of a spec. Raises SpecProblemError."""
    if not answer:
        raise SpecProblemError(NO_SPEC)
    if isinstance(answer, Mapping) and all(isinstance(each, str) for each in answer.values()) and SPEC in answer:
        return Sources(answer[SPEC], tuple((name, answer[name]) for name in answer if name != SPEC))
    if isinstance(answer, str) and "\n" not in answer:
        return sources_at(Path(answer))
    raise SpecProblemError(f"the answer `spec` is neither the path of a spec nor what was recorded. {NO_SPEC}")


def sources_at(path: Path) -> Sources:
    """The sources in a file and beside it. Raises SpecProblemError."""
    try:
        status = path.stat()
    except OSError as error:
        raise SpecProblemError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return _sources_at(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8)
def _sources_at(path: Path, _: int, __: int) -> Sources:
    """The same, read once as long as the file is the same."""
    return sources_in(_sound(examine_file(path), str(path)))


def sources_in(examined: Examined) -> Sources:
    """The sources of a spec without errors. Raises SpecProblemError where one of them is no text."""
    files = []
    for shipped, (origin, data) in examined.scripts.items():
        try:
            files.append((PurePosixPath(shipped).name, data.decode()))
        except UnicodeDecodeError:
            raise SpecProblemError(f"{origin} is no text, which copier cannot record; failwell new can") from None
    return Sources(examined.loaded.text, tuple(files))


@lru_cache(maxsize=8)
def rendered(sources: Sources) -> Rendered:
    """What the sources become. Raises SpecProblemError."""
    with TemporaryDirectory(prefix="failwell-") as folder:
        path = Path(folder) / SPEC
        path.write_bytes(sources.spec.encode())
        for name, text in sources.files:
            _inside(Path(folder), name).write_bytes(text.encode())
        examined = _sound(examine_file(path), SPEC)
    assert examined.spec is not None
    return render_spec(examined.spec, examined)


def _sound(examined: Examined, name: str) -> Examined:
    errors = [finding for finding in examined.findings if finding.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        place = f":{first.span.line}:{first.span.column}" if first.span else ""
        more = f" and {len(errors) - 1} more" if len(errors) > 1 else ""
        raise SpecProblemError(f"{name}{place}: {first.message} ({first.code}{more}; failwell lint tells all)")
    return examined


def _inside(folder: Path, name: str) -> Path:
    """The place of a file that the spec names, which may be in a folder beside it."""
    if PurePosixPath(name).name != name or "\\" in name or ":" in name:
        raise SpecProblemError(f"{name} is no name of a file")
    return folder / name
