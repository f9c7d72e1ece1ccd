"""plan: what has to happen on disk, from the rendered texts and from what is there already. It writes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Action:
    """One change: the file at `path` below the project's folder gets these bytes."""

    kind: Literal["create"]
    path: str
    data: bytes


@dataclass(frozen=True)
class Plan:
    """Every change to the folder `root`; `refusal` says why none of them may be made."""

    root: Path
    actions: tuple[Action, ...]
    refusal: str | None = None


def plan_new(folder: Path, files: Mapping[str, bytes], origins: Mapping[str, Path]) -> Plan:
    """A new project in `folder`, which may hold nothing but `.git` and the files that `origins` names.

    These are the files from which files of the project are copied; one that is already where the project wants it stays
    as it is. Raises OSError where the folder cannot be read.
    """
    root = _real(folder)
    if root.exists() and not root.is_dir():
        return Plan(root, (), f"{folder} is a file")
    strangers = sorted(_strangers(root, {_real(path) for path in origins.values()})) if root.exists() else []
    if strangers:
        more = f" and {len(strangers) - 1} more" if len(strangers) > 1 else ""
        return Plan(root, (), f"{folder} is not empty: it holds {strangers[0]}{more}")
    there = {path for path, origin in origins.items() if _real(root / path) == _real(origin)}
    return plan_files(folder, {path: data for path, data in files.items() if path not in there})


def plan_files(folder: Path, files: Mapping[str, bytes]) -> Plan:
    """New files in `folder`, beside whatever else it holds."""
    root = _real(folder)
    taken = [path for path in files if os.path.lexists(root / path)]
    if taken:
        return Plan(root, (), f"{folder / taken[0]} exists already")
    return Plan(root, tuple(Action("create", path, data) for path, data in files.items()))


def _strangers(root: Path, known: set[Path]) -> Iterator[str]:
    """What the folder holds beside `.git` and the known files and their folders. Links to folders are not followed."""
    homes = {parent for path in known for parent in path.parents}
    for path in root.iterdir():
        if path == root / ".git" or _real(path) in known:
            continue
        if path in homes and not path.is_symlink():
            yield from (f"{path.name}/{name}" for name in _strangers(path, known))
        else:
            yield path.name


def _real(path: Path) -> Path:
    """The absolute path without symbolic links. Unlike `Path.resolve` it takes links in a circle."""
    return Path(os.path.realpath(path))
