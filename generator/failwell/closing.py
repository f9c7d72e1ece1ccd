"""Objects of JSON Schemas closed against unknown properties, as in input, or open for them, as in results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .schema_parts import Schema, Types, inside, mapped, referred_type

_OPENNESS = {"additionalProperties", "unevaluatedProperties"}
_BRANCHES = {"anyOf", "oneOf"}
_IN_PLACE = _BRANCHES | {"allOf", "then", "else", "dependentSchemas"}
_TESTS = {"not", "if", "contains", "propertyNames"}
_NOTES = {"$ref", "title", "description", "default", "examples", "deprecated"}


def closed(schema: Schema, types: Types | None = None) -> dict[str, Any]:
    """The schema with every object that has `properties` closed, at every depth, unless it says something itself.

    What `allOf` and its like put together is closed as a whole, by `unevaluatedProperties`. Types that are part of
    such a whole are written out in it where `types` has them, since a type that is closed by itself fits into none.
    What only tests (`if`, `not`, `contains`) keeps its meaning.
    """
    result = _closed(schema, types or {})
    return dict(result) if isinstance(result, Mapping) else {} if result else {"not": {}}


def _closed(schema: Schema, types: Types) -> Schema:
    if not isinstance(schema, Mapping):
        return schema
    whole = _is_put_together(schema)
    if whole:
        schema = _written_out(schema, types)

    def change(keyword: str, inner: Schema) -> Schema:
        if keyword in _TESTS:
            return inner
        return _part(inner, types) if whole and keyword in _IN_PLACE else _closed(inner, types)

    result = mapped(schema, change)
    assert isinstance(result, dict)
    if _OPENNESS.isdisjoint(schema) and _declares(schema, types, branches=whole):
        result["unevaluatedProperties" if whole else "additionalProperties"] = False
    return result


def _is_put_together(schema: Mapping[str, Any]) -> bool:
    """Whether several schemas say together what properties the object has."""
    if "$ref" in schema and not _NOTES.issuperset(schema):
        return True
    if not {"allOf", "then", "else", "dependentSchemas"}.isdisjoint(schema):
        return True
    return "properties" in schema and not _BRANCHES.isdisjoint(schema)


def _part(schema: Schema, types: Types) -> Schema:
    """A part of an object that is closed as a whole: itself open, the values of its properties closed."""
    if not isinstance(schema, Mapping):
        return schema

    def change(keyword: str, inner: Schema) -> Schema:
        if keyword in _TESTS:
            return inner
        return _part(inner, types) if keyword in _IN_PLACE else _closed(inner, types)

    return mapped(_written_out(schema, types), change)


def _written_out(schema: Mapping[str, Any], types: Types) -> Mapping[str, Any]:
    """The schema with what it refers to as one more part of it; a type that contains itself so stays a reference."""
    name = referred_type(schema)
    if name is None or not isinstance(types.get(name), Mapping) or _refers_to_itself(name, types):
        return schema
    rest = {key: value for key, value in schema.items() if key != "$ref"}
    target: Mapping[str, Any] = types[name]
    return {**rest, "allOf": [target, *rest.get("allOf", [])]} if rest else target


def _refers_to_itself(name: str, types: Types) -> bool:
    """Whether following references and parts, but no properties or items, leads back to the type."""
    pending, seen = [types[name]], set[str]()
    while pending:
        current = pending.pop()
        pending.extend(_parts(current))
        target = referred_type(current)
        if target == name:
            return True
        if target is not None and target not in seen and target in types:
            seen.add(target)
            pending.append(types[target])
    return False


def _parts(schema: Schema) -> list[Schema]:
    if not isinstance(schema, Mapping):
        return []
    return list(inside({keyword: value for keyword, value in schema.items() if keyword in _IN_PLACE}))


def _declares(schema: Mapping[str, Any], types: Types, branches: bool) -> bool:
    """Whether the schema, or with `branches` any part of it, declares properties."""
    if "properties" in schema:
        return True
    return branches and any(
        _declares(_written_out(part, types), types, branches=True)
        for part in _parts(schema)
        if isinstance(part, Mapping)
    )


def opened(schema: Schema) -> dict[str, Any]:
    """The schema without `additionalProperties: false` and `unevaluatedProperties: false`, at every depth."""
    result = mapped(schema, lambda keyword, inner: inner if keyword in _TESTS else _opened(inner))
    if not isinstance(result, dict):
        return {} if result else {"not": {}}
    return {keyword: value for keyword, value in result.items() if keyword not in _OPENNESS or value is not False}


def _opened(schema: Schema) -> Schema:
    return opened(schema) if isinstance(schema, Mapping) else schema
