"""Values that a JSON Schema probably accepts, the most telling first; whoever takes one checks it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from .formats import EXAMPLES
from .merging import merged
from .patterns import matching
from .schema_parts import Schema, Types, referred_type

_DEEPEST = 5
_TRIED = 40
_LONGEST = 10_000
_MOST_ITEMS = 100
_TOLD_BY = {
    "properties": "object",
    "required": "object",
    "additionalProperties": "object",
    "items": "array",
    "prefixItems": "array",
    "minItems": "array",
    "minimum": "number",
    "maximum": "number",
    "exclusiveMinimum": "number",
    "exclusiveMaximum": "number",
    "multipleOf": "number",
}


@dataclass(frozen=True)
class Candidates:
    """Makes candidates; `is_valid` says whether a value fits a schema and is asked for every value inside another."""

    types: Types
    is_valid: Callable[[Schema, Any], bool]
    _known: dict[tuple[str, int], list[Any]] = field(default_factory=dict)

    def valid(self, schema: Schema, count: int = 1, depth: int = 0) -> list[Any]:
        """Up to `count` valid values, in order."""
        tried = islice(self._of(schema, depth), _TRIED + count)
        return list(islice((value for value in tried if self.is_valid(schema, value)), count))

    def _of(self, schema: Schema, depth: int) -> Iterator[Any]:
        if not isinstance(schema, Mapping):
            yield from ("example",) if schema else ()
            return
        yield from self._given(schema)
        if depth <= _DEEPEST:
            for alternative in self._alternatives(schema, depth):
                yield from self._given(alternative)
                for kind in _kinds(alternative):
                    yield from self._of_kind(kind, alternative, depth)

    def _given(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        """What the author has written."""
        yield from schema.get("examples", ())
        for keyword in ("default", "const"):
            if keyword in schema:
                yield schema[keyword]
        yield from schema.get("enum", ())

    def _alternatives(self, schema: Mapping[str, Any], depth: int) -> Iterator[Mapping[str, Any]]:
        """The schema without references and branches, once for each way to take them."""
        if depth > _DEEPEST:
            return
        name = referred_type(schema)
        rest = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        if name is not None:
            rest = merged(rest, self.types.get(name, {}))
        for part in schema.get("allOf", ()):
            rest = merged(rest, part)
        branches = [branch for key in ("anyOf", "oneOf") for branch in schema.get(key, ())]
        for choice in (merged(rest, branch) for branch in branches) if branches else (rest,):
            if {"$ref", "allOf", "anyOf", "oneOf"}.isdisjoint(choice):
                yield choice
            else:
                yield from self._alternatives(choice, depth + 1)

    def _of_kind(self, kind: str, schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
        match kind:
            case "string":
                yield from _texts(schema)
            case "integer" | "number":
                yield from _numbers(schema, kind == "integer")
            case "boolean":
                yield from (True, False)
            case "null":
                yield None
            case "array":
                yield from self._lists(schema, depth)
            case "object":
                yield from self._objects(schema, depth)

    def _lists(self, schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
        first = [self._one(part, depth) for part in schema.get("prefixItems", ())]
        least = min(schema.get("minItems", 0), _MOST_ITEMS)
        count = max(least, 1, len(first)) - len(first)
        items = self._several(schema.get("items", True), count, depth) if count else []
        lists = [[*(value for values in first for value in values), *more] for more in (items, items * count)]
        yield from lists
        if least == 0:
            yield []

    def _objects(self, schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
        properties: Mapping[str, Schema] = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        required = {name: self._one(properties.get(name, others), depth) for name in schema.get("required", ())}
        if all(required.values()):
            yield {name: values[0] for name, values in required.items()}
            optional = {name: self._one(part, depth) for name, part in properties.items() if name not in required}
            yield {name: values[0] for name, values in {**required, **optional}.items() if values}
            extra = min(schema.get("minProperties", 0), _MOST_ITEMS)
            if extra and (other := self._one(others, depth)):
                names = [*required, *(f"key{number}" for number in range(1, extra + 1))][:extra]
                yield {name: required[name][0] if name in required else other[0] for name in names}

    def _one(self, schema: Schema, depth: int) -> list[Any]:
        return self._several(schema, 1, depth)

    def _several(self, schema: Schema, count: int, depth: int) -> list[Any]:
        name = referred_type(schema)
        if name is None or count > 1:
            return self.valid(schema, count, depth + 1)
        if (name, depth) not in self._known:
            self._known[name, depth] = self.valid(schema, 1, depth + 1)
        return self._known[name, depth]


def _kinds(schema: Mapping[str, Any]) -> Iterable[str]:
    """The types of its values; where it names none, the one that its keywords tell of, or text."""
    kinds = schema.get("type")
    if kinds is None:
        return (next((kind for keyword, kind in _TOLD_BY.items() if keyword in schema), "string"),)
    listed = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    return sorted(listed, key=lambda kind: kind == "null")


def _texts(schema: Mapping[str, Any]) -> Iterator[str]:
    least, most = min(schema.get("minLength", 0), _LONGEST), schema.get("maxLength", _LONGEST)
    if (shape := EXAMPLES.get(schema.get("format", ""))) is not None:
        yield from (shape.replace("#", str(number)) for number in range(1, 10))
    bases = ["example", *(f"example {number}" for number in range(2, 100))]
    if "pattern" in schema:
        text = matching(schema["pattern"]) or ""
        bases = [text + more for more in ("" if schema["pattern"].endswith("$") else "1", "", "2", "3", "0", "a")]
    for base in bases:
        yield base if least <= len(base) <= most else base[:most].ljust(least, base[-1:] or "x")


def _numbers(schema: Mapping[str, Any], whole: bool) -> Iterator[int | float]:
    low = max(_bounds(schema, "minimum", "exclusiveMinimum"), default=None)
    high = min(_bounds(schema, "maximum", "exclusiveMaximum"), default=None)
    step = exact(schema["multipleOf"]) if "multipleOf" in schema else Fraction(1)
    start = Fraction(1) if low is None else low
    if high is not None and start > high:
        start = high - 20 * step
    near = math.ceil(Fraction(1) / step) if low is None or low <= 1 else math.ceil(start / step)
    multiples = (Fraction(near + number) * step for number in range(20))
    between = () if low is None or high is None else ((low + high) / 2, low + (high - low) / 4)
    downwards = ((math.floor(high / step) - number) * step for number in range(20)) if high is not None else ()
    for value in chain(multiples, () if whole else between, downwards, (start, Fraction(0))):
        if value.denominator == 1:
            yield value.numerator
        elif not whole:
            yield float(value)


def _bounds(schema: Mapping[str, Any], *keywords: str) -> list[Fraction]:
    return [exact(schema[keyword]) for keyword in keywords if keyword in schema]


def exact(number: float) -> Fraction:
    """The number as it is written in decimals: 0.1 is a tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))
