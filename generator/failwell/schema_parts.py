"""JSON Schemas (2020-12) and the schemas inside them: how they are walked, and where their references lead."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any] | bool
Types: TypeAlias = Mapping[str, Any]

_CONDITIONS = {"contains", "else", "if", "not", "propertyNames", "then"}
_ONE = _CONDITIONS | {"additionalProperties", "items", "unevaluatedItems", "unevaluatedProperties"}
_LISTS = {"allOf", "anyOf", "oneOf", "prefixItems"}
_MAPS = {"properties", "patternProperties", "dependentSchemas"}
_IN_TYPES = "#/types/"
_IN_DEFS = "#/$defs/"


def mapped(schema: Schema, change: Callable[[str, Schema], Schema]) -> Schema:
    """The schema with every schema directly inside it replaced by `change(keyword, schema)`; values stay untouched."""
    if not isinstance(schema, Mapping):
        return schema
    return {keyword: _mapped(keyword, value, change) for keyword, value in schema.items()}


def _mapped(keyword: str, value: Any, change: Callable[[str, Schema], Schema]) -> Any:
    if keyword in _ONE and isinstance(value, Mapping):
        return change(keyword, value)
    if keyword in _LISTS and isinstance(value, list | tuple):
        return [change(keyword, inner) for inner in value]
    if keyword in _MAPS and isinstance(value, Mapping):
        return {name: change(keyword, inner) for name, inner in value.items()}
    return value


def inside(schema: Schema) -> Iterator[Schema]:
    """The schemas directly inside the schema."""
    if not isinstance(schema, Mapping):
        return
    for keyword, value in schema.items():
        if keyword in _ONE:
            yield value
        elif keyword in _LISTS:
            yield from value
        elif keyword in _MAPS:
            yield from value.values()


def referred_type(schema: Schema) -> str | None:
    """The name of the type that the schema itself refers to."""
    reference = schema.get("$ref") if isinstance(schema, Mapping) else None
    return reference.removeprefix(_IN_TYPES) if isinstance(reference, str) and reference.startswith(_IN_TYPES) else None


def resolve(schema: Schema, types: Types) -> Schema:
    """The schema with its own reference followed to the end; what stands beside a reference wins over the type.

    A reference to nothing or, in the end, to itself is the schema that allows everything.
    """
    beside: dict[str, Any] = {}
    seen = set()
    while (name := referred_type(schema)) is not None and isinstance(schema, Mapping):
        beside = {**{key: value for key, value in schema.items() if key != "$ref"}, **beside}
        if name in seen or name not in types:
            return beside
        seen.add(name)
        schema = types[name]
    return {**schema, **beside} if isinstance(schema, Mapping) else schema


def used_types(schema: Schema, types: Types) -> frozenset[str]:
    """The names of the types that the schema refers to, and those that these refer to in turn."""
    found: set[str] = set()
    pending: list[Schema] = [schema]
    while pending:
        current = pending.pop()
        pending.extend(inside(current))
        name = referred_type(current)
        if name is not None and name in types and name not in found:
            found.add(name)
            pending.append(types[name])
    return frozenset(found)


def with_defs(schema: Schema, names: Container[str]) -> dict[str, Any]:
    """The schema with `#/types/Name` as `#/$defs/Name` at every depth, for the names given; `true` as `{}`."""
    if not isinstance(schema, Mapping):
        return {} if schema else {"not": {}}
    result = mapped(schema, lambda _, inner: with_defs(inner, names) if isinstance(inner, Mapping) else inner)
    assert isinstance(result, dict)
    name = referred_type(schema)
    return {**result, "$ref": _IN_DEFS + name} if name is not None and name in names else result


def has_format(schema: Schema, types: Types, name: str) -> bool:
    """Whether any text that fits the schema, itself or within, is of this format."""
    return any(_asserts(each, name) for each in (schema, *(types[used] for used in used_types(schema, types))))


def _asserts(schema: Schema, name: str) -> bool:
    if not isinstance(schema, Mapping):
        return False
    return schema.get("format") == name or any(_asserts(each, name) for each in inside(schema))
