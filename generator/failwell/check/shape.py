"""Whether a part of a spec has the shape of its model: every problem as a finding, and the model of what is sound.

What is unsound is taken out, or put right where the intention is plain, and the rest is tried again. So the rules of
meaning still see everything else, and report nothing that follows from a mistake already told.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from ..findings import Finding
from ..rules import structure as rules
from .language import Location, known_keys, takes_null
from .nearest import nearest, suggestion
from .place import Path, Place
from .wording import described, expectation

Model = TypeVar("Model")

# Values for what is required and was told to be missing: the ones that give no rule of meaning a cause.
FILLERS = {
    "name": "unnamed",
    "description": "A description that is not there yet.",
    "category": "transient",
    "header": "Unnamed",
}
ATTEMPTS = 6
NO_VALUE = "give it one, or take the key out"


@dataclass
class Shape(Generic[Model]):
    """What became of one part: its model, None where nothing could be saved, and the findings."""

    model: Model | None
    findings: list[Finding] = field(default_factory=list)


def shape_of(adapter: TypeAdapter[Model], model: Any, place: Place) -> Shape[Model]:
    """The part at `place`, whose annotation is `model`, brought into shape."""
    shape: Shape[Model] = Shape(None)
    value = _without_nulls(model, place, shape.findings)
    told: set[Path] = set()
    for _ in range(ATTEMPTS):
        try:
            shape.model = adapter.validate_python(value)
            return shape
        except ValidationError as error:
            value = copy.deepcopy(value) if value is place.raw else value
            if not _repaired([*_problems(error, value)], model, value, place, shape.findings, told):
                return shape
    return shape


def _without_nulls(model: Any, place: Place, findings: list[Finding]) -> Any:
    """The value at the place without keys that were written and given no value, which are told."""
    empty = [path for path in _nulls(place.raw) if not takes_null(model, path)]
    value = copy.deepcopy(place.raw) if empty else place.raw
    for path in empty:
        message = f"`{path[-1]}` has no value"
        findings.append(rules.WRONG_TYPE.finding(message, place.at(path).key_span, NO_VALUE))
        _dropped(value, path)
    return value


def _nulls(value: Any) -> Iterator[Path]:
    """The paths to every entry of a mapping that is null."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        if inner is None and isinstance(value, dict):
            yield (key,)
        elif isinstance(inner, dict | list):
            yield from ((key, *path) for path in _nulls(inner))


@dataclass(frozen=True)
class _Problem:
    """Everything pydantic says of one place: several things where a value could have had several shapes."""

    path: Path
    location: Location
    details: tuple[dict[str, Any], ...]

    @property
    def kind(self) -> str:
        return str(self.details[0]["type"])


def _repaired(
    problems: list[_Problem], model: Any, value: Any, place: Place, findings: list[Finding], told: set[Path]
) -> bool:
    """Tells the problems and takes them out of `value`; False where nothing would be left of it.

    What only follows from a place in `told` is not told again.
    """
    missing = {problem.path for problem in problems if problem.kind == "missing"}
    for problem in problems:
        if problem.kind == "extra_forbidden":
            known = known_keys(model, problem.location[:-1])
            findings.append(_unknown_key(place.at(problem.path), known))
            _rename_or_drop(value, problem.path, known, missing)
    for problem in problems:
        if problem.kind == "missing" and problem.path in missing:
            findings.extend(_missing_key(place, problem.path))
            if not _filled(value, problem.path):
                return False
        elif problem.kind not in ("extra_forbidden", "missing"):
            if not any(path[: len(problem.path)] == problem.path for path in told):
                findings.append(_wrong_value(place.at(problem.path), problem))
            if not _dropped(value, problem.path):
                return False
    told.update(problem.path for problem in problems)
    return True


def _problems(error: ValidationError, value: Any) -> Iterator[_Problem]:
    by_path: dict[Path, list[dict[str, Any]]] = {}
    for detail in error.errors(include_url=False, include_input=False):
        if detail["type"] == "default_factory_not_called":
            continue  # follows from another problem of the same mapping
        by_path.setdefault(_path(detail, value), []).append(dict(detail))
    for path, details in by_path.items():
        yield _Problem(path, details[0]["loc"], tuple(details))


def _path(detail: Any, value: Any) -> Path:
    """The path in the file: a location without the steps that only the models have."""
    steps = list(detail["loc"])
    last = steps.pop() if detail["type"] == "missing" else None
    path: list[str | int] = []
    for step in steps:
        if _has(value, step):
            value = value[step]
            path.append(step)
    return (*path, last) if last is not None else tuple(path)


def _unknown_key(place: Place, known: frozenset[str]) -> Finding:
    message = f"unknown key `{place.name}`"
    return rules.UNKNOWN_KEY.finding(message, place.key_span, suggestion(place.name, known))


def _missing_key(place: Place, path: Path) -> Iterator[Finding]:
    if not place.at(path).exists:
        parent = place.at(path[:-1])
        where = f"`{parent.name}` has no `{path[-1]}`" if parent.path else f"the key `{path[-1]}` is missing"
        yield rules.MISSING_KEY.finding(where, parent.key_span, f"add `{path[-1]}`, which is required here")


def _wrong_value(place: Place, problem: _Problem) -> Finding:
    raw = place.raw
    wanted = " or ".join(dict.fromkeys(expectation(detail) for detail in problem.details))
    message = f"expected {wanted}, got {described(raw)}"
    if problem.kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return rules.IMPOSSIBLE_NUMBER.finding(message, place.span)
    if any(detail["type"].endswith("_type") for detail in problem.details):
        return rules.WRONG_TYPE.finding(message, place.span, _quoting(raw, wanted))
    return rules.UNKNOWN_VALUE.finding(message, place.span)


def _quoting(raw: Any, wanted: str) -> str | None:
    if "a text" in wanted and isinstance(raw, bool | int | float):
        return "put it in quotes to make it a text"
    if isinstance(raw, str) and "number" in wanted and raw.replace(".", "", 1).isdigit():
        return "write it without quotes"
    return None


def _parent(value: Any, path: Path) -> Any:
    """The mapping or list around `path`; an empty mapping where it was taken out before."""
    for step in path[:-1]:
        value = value[step] if _has(value, step) else {}
    return value


def _has(value: Any, step: Any) -> bool:
    return step in value if isinstance(value, dict) else isinstance(value, list) and step in range(len(value))


def _rename_or_drop(value: Any, path: Path, known: frozenset[str], missing: set[Path]) -> None:
    """Gives a misspelt key its right name where that is not taken, and takes an unknown one out."""
    parent = _parent(value, path)
    content = parent.pop(path[-1], None)
    meant = nearest(str(path[-1]), known - parent.keys())
    if meant is not None:
        parent[meant] = content
        missing.discard((*path[:-1], meant))


def _filled(value: Any, path: Path) -> bool:
    """Puts a value where one is missing; where none does, what lacks it goes."""
    filler = FILLERS.get(str(path[-1]))
    if filler is None:
        return _dropped(value, path[:-1])
    parent = _parent(value, path)
    if isinstance(parent, dict):
        parent[path[-1]] = filler
    return isinstance(parent, dict)


def _dropped(value: Any, path: Path) -> bool:
    """Takes out the value at `path`, with the whole list where it is in one: the places of its items must not move."""
    indexes = [depth for depth, step in enumerate(path) if isinstance(step, int)]
    path = path[: indexes[0]] if indexes else path
    if not path:
        return False
    parent = _parent(value, path)
    if isinstance(parent, dict):
        parent.pop(path[-1], None)
    return True
