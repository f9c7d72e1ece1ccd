"""plan: what has to happen on disk, from the rendered texts and from what is there already. It reads, it writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

SPEC = "failwell.yaml"


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


def plan_new(root: Path, files: Mapping[str, bytes], allowed: Iterable[Path]) -> Plan:
    """A new project in `root`, which may hold nothing but `.git` and the files `allowed` (the spec and what it names).

    An allowed file that is already where the project wants it, with the same bytes, stays as it is.
    Raises OSError where the folder cannot be read.
    """
    known = {path.resolve() for path in allowed}
    strangers = sorted(_strangers(root, known)) if root.exists() else []
    if strangers:
        more = f" and {len(strangers) - 1} more" if len(strangers) > 1 else ""
        return Plan(root, (), f"{root} is not empty: it holds {strangers[0]}{more}")
    actions = tuple(Action("create", path, data) for path, data in files.items() if not _is_there(root / path, data))
    taken = [action.path for action in actions if (root / action.path).exists()]
    if taken:
        return Plan(root, (), f"{root / taken[0]} exists and is not the file that the project needs there")
    return Plan(root, actions)


def _strangers(root: Path, known: set[Path]) -> Iterable[str]:
    """What the folder holds beside `.git` and the known files, as paths below it."""
    if not root.is_dir():
        yield "a file of that name"
        return
    for path in root.iterdir():
        if path.name == ".git" or path.resolve() in known:
            continue
        inside = [each for each in path.rglob("*") if not each.is_dir()] if path.is_dir() else []
        if not inside or any(each.resolve() not in known for each in inside):
            yield path.relative_to(root).as_posix()


def _is_there(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
