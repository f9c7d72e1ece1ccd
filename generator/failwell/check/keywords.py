"""The keywords of JSON Schema 2020-12 that a spec may use, and where schemas stand in schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .place import Place

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
MAPS = ("properties", "patternProperties", "dependentSchemas")
SINGLE = (
    "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "propertyNames",
    "not", "if", "then", "else",
)  # fmt: skip
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
COUNTS = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
)  # fmt: skip
NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
TEXTS = ("title", "description", "format", "pattern", "$ref", "$comment", "contentEncoding", "contentMediaType")
FLAGS = ("uniqueItems", "deprecated", "readOnly", "writeOnly")
VALUES = ("default", "const", "enum", "examples", "type", "required", "dependentRequired", "contentSchema")
KEYWORDS = frozenset((*MAPS, *SINGLE, *LISTS, *COUNTS, *NUMBERS, *TEXTS, *FLAGS, *VALUES))

# Keywords of other dialects and of earlier drafts, with what to write instead.
INSTEAD = {
    "example": "write `examples: [...]`",
    "nullable": 'write `type: [..., "null"]`',
    "definitions": "declare the schema under `types` and refer to it as `#/types/Name`",
    "$defs": "declare the schema under `types` and refer to it as `#/types/Name`",
    "$id": "declare the schema under `types` and refer to it as `#/types/Name`",
    "dependencies": "write `dependentRequired` or `dependentSchemas`",
    "additionalItems": "write `items` beside `prefixItems`",
    "divisibleBy": "write `multipleOf`",
}


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len({*value}) == len(value)


def _type(value: Any) -> bool:
    return value in TYPES if isinstance(value, str) else _names(value) and value and {*value} <= {*TYPES}


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


# For each keyword whether a value is plainly right; JSON Schema's own meta-schema decides about all others.
PLAIN: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(COUNTS, _count),
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(TEXTS, _is(str)),
    **dict.fromkeys(FLAGS, _is(bool)),
    **dict.fromkeys(("properties", "items"), _is(dict)),
    **dict.fromkeys(("enum", "examples"), _is(list)),
    **dict.fromkeys(("default", "const"), lambda _: True),
    **dict.fromkeys(("multipleOf",), lambda value: _number(value) and value > 0),
    "additionalProperties": lambda value: isinstance(value, bool | dict),
    "anyOf": lambda value: isinstance(value, list) and bool(value),
    "required": _names,
    "type": _type,
}


def is_plain(schema: dict[str, Any]) -> bool:
    """Whether a schema, not counting those inside it, is certainly valid."""
    return all(key in PLAIN and PLAIN[key](value) for key, value in schema.items())


def schemas_below(place: Place) -> Iterator[Place]:
    """The place of every schema that is a mapping, from the outermost inwards."""
    if not isinstance(place.raw, dict):
        return
    yield place
    for key in place.raw.keys() & {*MAPS, *SINGLE, *LISTS}:
        inner = place / key
        children = (inner,) if key in SINGLE else inner.members() if key in LISTS else dict(inner.entries()).values()
        for child in children:
            yield from schemas_below(child)
