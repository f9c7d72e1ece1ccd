"""Python annotations for values of a JSON Schema, and the typed dictionaries for the object types of a spec."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .literals import literal
from .names import class_name, identifier
from .schema_parts import Schema, Types, referred_type

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_BEYOND_SIMPLE = {"$ref", "const", "enum"}
_ANYTHING = ("Any",)
_LONGEST_LITERAL = 60  # longer lists of values make annotations that no line holds
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def python_type(schema: Schema, types: Types) -> str:
    """The annotation of a value, of builtins, `Any`, `Literal` and the typed dictionaries; `Any` where unclear."""
    if isinstance(schema, Mapping) and _BEYOND_SIMPLE.isdisjoint(schema):
        kind = schema.get("type")
        if isinstance(kind, str) and kind in _SIMPLE:
            return _SIMPLE[kind]
    return _union(_members(schema, types, _no_record, frozenset()))


@dataclass(frozen=True)
class TypedDictField:
    """One property: `annotation` is that of its value, `name` that of the property, which may be no identifier."""

    name: str
    annotation: str
    required: bool
    description: str | None = None

    @property
    def declared(self) -> str:
        """The annotation as it stands in the class, telling an optional property."""
        return self.annotation if self.required else f"NotRequired[{self.annotation}]"


@dataclass(frozen=True)
class TypedDictModel:
    """One typed dictionary. `functional` where a property is no name that the body of a class can have.

    In functional form annotations are evaluated at once; write them as texts there.
    """

    name: str
    fields: tuple[TypedDictField, ...]
    functional: bool
    description: str | None = None


def typed_dicts(types: Types) -> list[TypedDictModel]:
    """A model for each type that is an object with properties, each followed by those of the objects inside it."""
    drafts = _Drafts(types)
    for name, schema in types.items():
        if _is_record(schema) and _IDENTIFIER.fullmatch(name):
            drafts.add(identifier(name), schema)
    return drafts.models


def typed_dict(name: str, schema: Schema, types: Types) -> list[TypedDictModel]:
    """The model under this name for an object with properties that is no type, and those of the objects inside it."""
    drafts = _Drafts(types, {name})
    if _is_record(schema):
        drafts.add(name, schema)
    return drafts.models


class _Drafts:
    """The models made so far, and the names that are taken."""

    def __init__(self, types: Types, taken: Iterable[str] = ()) -> None:
        self.types = types
        self.taken = {*map(identifier, types), *taken}
        self.models: list[TypedDictModel] = []

    def add(self, name: str, schema: Any) -> None:
        """Puts the model of the object there, and those of the objects inside it behind it."""
        place = len(self.models)
        required = schema.get("required", ())
        fields = tuple(
            TypedDictField(key, self._annotation(name, key, inner), key in required, _description(inner))
            for key, inner in schema["properties"].items()
        )
        functional = any(not field.name.isidentifier() or _is_hidden(field.name) for field in fields)
        self.models.insert(place, TypedDictModel(name, fields, functional, _description(schema)))

    def _annotation(self, owner: str, key: str, schema: Schema) -> str:
        def record(inner: Schema) -> str:
            name = self._free(owner + class_name(re.sub(r"[^A-Za-z0-9_]+", "_", key)))
            self.add(name, inner)
            return name

        return _union(_members(schema, self.types, record, frozenset()))

    def _free(self, name: str) -> str:
        free, number = name, 2
        while free in self.taken:
            free, number = f"{name}{number}", number + 1
        self.taken.add(free)
        return free


def _is_hidden(name: str) -> bool:
    """Whether the name means something else in the body of a class: keywords, annotations in use, private names."""
    return (identifier(name) != name and name not in ("self", "cls")) or name.startswith("__")


def _description(schema: Schema) -> str | None:
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return text if isinstance(text, str) else None


def _is_record(schema: Schema) -> bool:
    """Whether it describes an object with properties of its own and nothing else."""
    return (
        isinstance(schema, Mapping)
        and isinstance(schema.get("properties"), Mapping)
        and bool(schema["properties"])
        and "object" in _kinds(schema)
        and {"$ref", "allOf", "enum", "const"}.isdisjoint(schema)
    )


def _kinds(schema: Mapping[str, Any]) -> tuple[str, ...]:
    kind = schema.get("type", "object" if "properties" in schema else ())
    return (kind,) if isinstance(kind, str) else tuple(kind)


_Record = Callable[[Schema], str]


def _no_record(_: Schema) -> str:
    return "dict[str, Any]"


def _members(schema: Schema, types: Types, record: _Record, seen: frozenset[str]) -> tuple[str, ...]:
    """The members of the union that the annotation is."""
    if not isinstance(schema, Mapping):
        return _ANYTHING
    if (name := referred_type(schema)) is not None:
        return _of_type(name, types, seen)
    if "const" in schema or "enum" in schema:
        return _of_values([schema["const"]] if "const" in schema else schema["enum"])
    if kinds := _kinds(schema):
        return tuple(_of_kind(kind, schema, types, record, seen) for kind in kinds)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return tuple(each for branch in schema[keyword] for each in _members(branch, types, record, seen))
    return _of_all(schema.get("allOf", ()), types, seen)


def _of_type(name: str, types: Types, seen: frozenset[str]) -> tuple[str, ...]:
    if name not in types or name in seen:
        return _ANYTHING
    own_name = identifier(name) if _IDENTIFIER.fullmatch(name) else "dict[str, Any]"
    target = types[name]
    if not _is_record(target):
        return _members(target, types, _no_record, seen | {name})
    return _members(target, types, lambda inner: own_name if inner is target else _no_record(inner), seen | {name})


def _of_kind(kind: str, schema: Mapping[str, Any], types: Types, record: _Record, seen: frozenset[str]) -> str:
    if kind == "array":
        items = schema.get("items", True) if "prefixItems" not in schema else True
        return f"list[{_union(_members(items, types, record, seen))}]"
    if kind == "object":
        if _is_record(schema):
            return record(schema)
        values = schema.get("additionalProperties", True) if "patternProperties" not in schema else True
        return f"dict[str, {_union(_members(values, types, record, seen))}]"
    return _SIMPLE.get(kind, "Any")


def _of_all(schemas: Iterable[Schema], types: Types, seen: frozenset[str]) -> tuple[str, ...]:
    """The annotation that all of them agree on, those without one not counted."""
    found = {_union(_members(schema, types, _no_record, seen)) for schema in schemas} - {"Any"}
    if len(found) == 1:
        return tuple(found)
    dictionaries = bool(found) and all(each.startswith("dict[") or each in types for each in found)
    return ("dict[str, Any]",) if dictionaries else _ANYTHING


def _of_values(values: Iterable[Any]) -> tuple[str, ...]:
    listed = list(values)
    exact = [value for value in listed if isinstance(value, str | int)]
    shown = f"Literal[{', '.join(dict.fromkeys(map(literal, exact)))}]"
    kinds = {_kind_of(value) for value in listed}
    if not exact or len(shown) > _LONGEST_LITERAL or kinds == {"bool"}:
        return tuple(sorted(kinds))
    return (shown, *sorted({_kind_of(value) for value in listed if not isinstance(value, str | int)}))


def _kind_of(value: Any) -> str:
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind.__name__
    return "None" if value is None else "list[Any]" if isinstance(value, list | tuple) else "dict[str, Any]"


def _union(members: Iterable[str]) -> str:
    unique = dict.fromkeys(members)
    if "Any" in unique or not unique:
        return "Any"
    return " | ".join([*(member for member in unique if member != "None"), *(["None"] if "None" in unique else [])])
