"""Two JSON Schemas as one that has the limits of both, as far as that can be told by their keywords."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .schema_parts import Schema


def merged(one: Mapping[str, Any], other: Schema) -> dict[str, Any]:
    """A schema that refuses what either refuses; where keywords cannot be brought together the first one's stay."""
    if not isinstance(other, Mapping):
        return dict(one) if other else {**one, "enum": []}
    result = {**other, **one}
    for keyword in one.keys() & other.keys() & _TOGETHER.keys():
        result[keyword] = _TOGETHER[keyword](one[keyword], other[keyword])
    return result


def _types(one: Any, other: Any) -> list[str]:
    first, second = ([kind] if isinstance(kind, str) else list(kind) for kind in (one, other))
    exact = [kind for kind in first if kind in second]
    whole = {"integer"} & {*first, *second} if "number" in first or "number" in second else set()
    return exact + [kind for kind in whole if kind not in exact]


def _properties(one: Mapping[str, Schema], other: Mapping[str, Schema]) -> dict[str, Schema]:
    both = {name: {"allOf": [one[name], other[name]]} for name in one if name in other}
    return {**other, **one, **both}


def _listed(one: Any, other: Any) -> list[Any]:
    return [*one, *(item for item in other if item not in one)]


def _shared(one: Any, other: Any) -> list[Any]:
    return [item for item in one if item in other]


_TOGETHER: dict[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _shared,
    "properties": _properties,
    "allOf": _listed,
    "required": _listed,
    "examples": _listed,
    "items": lambda one, other: {"allOf": [one, other]},
    "additionalProperties": lambda one, other: {"allOf": [one, other]},
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
}
