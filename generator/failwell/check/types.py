"""References to types: that they lead somewhere, and not only to themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..findings import Finding
from ..rules import references as rules
from .nearest import suggestion
from .place import Place
from .references import TYPE_PREFIX
from .survey import Survey


def reference(place: Place) -> Iterator[Finding]:
    """Findings about the one `$ref` at the place."""
    types = [name for name, _ in (place.top / "types").entries()]
    target = place.raw
    if not isinstance(target, str) or not target.startswith(TYPE_PREFIX) or "/" in target.removeprefix(TYPE_PREFIX):
        message = f"`{target}` does not lead to a type"
        help_ = "a reference has the form `#/types/Name`; declare the schema under `types`"
        yield rules.FOREIGN_REFERENCE.finding(message, place.span, help_)
    elif (name := target.removeprefix(TYPE_PREFIX)) not in types:
        message = f"there is no type `{name}`"
        yield rules.UNKNOWN_TYPE.finding(message, place.span, suggestion(name, types, "declared under `types`"))


def circles(survey: Survey) -> Iterator[Finding]:
    """Findings about types that lead back to themselves before they say anything about the value."""
    targets = {name: tuple(_in_place(schema)) for name, schema in survey.spec.types.items()}
    for name in targets:
        if way := _way_back(name, targets):
            place = survey.place / "types" / name
            message = f"the type `{name}` is in the end a reference to itself: {' -> '.join(way)}"
            yield rules.CIRCULAR_TYPE.finding(message, place.key_span, "say what the type is")


def _way_back(name: str, targets: Mapping[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """The types from this one back to it, the shortest way; None where there is no way back."""
    known = {name}
    ways: list[tuple[str, ...]] = [(name,)]
    for way in ways:  # grows while it is read
        for target in targets.get(way[-1], ()):
            if target == name:
                return (*way, name)
            if target not in known:
                known.add(target)
                ways.append((*way, target))
    return None


def _in_place(schema: Any) -> Iterator[str]:
    """The types that are applied to the very value that the schema is applied to."""
    if not isinstance(schema, Mapping):
        return
    target = schema.get("$ref")
    if isinstance(target, str):
        yield target.removeprefix(TYPE_PREFIX)
    for keyword in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(keyword) or ():
            yield from _in_place(part)
    for keyword in ("if", "then", "else", "not"):
        yield from _in_place(schema.get(keyword))
