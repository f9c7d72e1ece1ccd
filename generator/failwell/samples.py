"""Example values from JSON Schemas, valid and invalid ones, always the same and always checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from .candidates import Candidates, exact
from .formats import FORMATS
from .patterns import compiled
from .schema_parts import Schema, Types, resolve, used_types, with_defs

_TRIED = 40  # candidates looked at before giving up
_Validator: TypeAlias = Any  # jsonschema's validators are made at run time


@dataclass(frozen=True)
class Sample:
    """A value that its schema accepts; null is a value too."""

    value: Any


@dataclass(frozen=True)
class Invalid:
    """A value that its schema refuses for one reason: it is of the wrong type, or its value is not allowed."""

    value: Any
    problem: Literal["type", "value"]


def sample(schema: Schema, types: Types) -> Sample | None:
    """A value that the schema accepts, the author's own examples first, or None where no simple one is found."""
    made = Candidates(types, lambda part, value: bool(_validator(part, types).is_valid(value)))
    return next((Sample(value) for value in made.valid(schema)), None)


def invalid_samples(schema: Schema, types: Types) -> tuple[Invalid, ...]:
    """One value of the wrong type, and one for each keyword that limits the value, as far as simple ones are found."""
    validator, whole = _validator(schema, types), resolve(schema, types)
    wanted = _expected_violations(whole)
    found: dict[str, Invalid] = {}
    for value in _wrong_values(whole, sample(schema, types)):
        violated = _violated(validator, value)
        if violated is not None and violated not in found:
            found[violated] = Invalid(value, "type" if violated == "type" else "value")
            if found.keys() == wanted:
                break
    return tuple(sorted(found.values(), key=lambda each: each.problem))


def _expected_violations(schema: Schema) -> frozenset[str] | None:
    """The keywords that can be violated, None where the schema is put together from others."""
    if not isinstance(schema, Mapping) or not {"anyOf", "oneOf", "allOf"}.isdisjoint(schema):
        return None
    return _LIMITS & schema.keys()


def _violated(validator: _Validator, value: Any) -> str | None:
    """The one keyword that refuses the value, None where several do or what is refused stands inside it."""
    errors = list(validator.iter_errors(value))
    if any(error.validator == "type" and not error.path for error in errors):
        errors = [error for error in errors if error.validator not in ("enum", "const")]
    if len(errors) != 1 or errors[0].path:
        return None
    keyword, inner = str(errors[0].validator), errors[0].context
    if keyword in ("anyOf", "oneOf"):
        return "type" if inner and all(each.validator == "type" and not each.path for each in inner) else None
    return keyword if keyword in _LIMITS else None


_OTHERS: tuple[Any, ...] = ("text", 12345, True, ["text"], {"text": "text"}, "no format!", "../up", "?", "", -1, 0.5)
_LIMITS = frozenset(
    {"type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength"}
    | {"maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems"}
)


def _wrong_values(schema: Schema, valid: Sample | None) -> Iterator[Any]:
    """Values that are probably wrong, those just beyond a limit first."""
    if isinstance(schema, Mapping):
        for keyword, wrong in _WRONG.items():
            if keyword in schema:
                yield from wrong(schema[keyword], valid.value if valid else None)
    yield from _OTHERS


def _wrong_length(valid: Any, length: int) -> Iterator[Any]:
    if isinstance(valid, str) and valid and 0 <= length <= 10_000:
        yield (valid * (length // len(valid) + 1))[:length]
        yield valid[0] * length
        yield (valid + valid[-1] * length)[:length]


def _wrong_count(valid: Any, count: int) -> Iterator[Any]:
    if isinstance(valid, list) and valid and 0 <= count <= 1_000:
        yield (valid * (count // len(valid) + 1))[:count]


_WRONG: dict[str, Callable[[Any, Any], Iterator[Any]]] = {
    "minimum": lambda limit, _: iter((limit - 1, limit - 0.5)),
    "maximum": lambda limit, _: iter((limit + 1, limit + 0.5)),
    "exclusiveMinimum": lambda limit, _: iter((limit, limit - 1)),
    "exclusiveMaximum": lambda limit, _: iter((limit, limit + 1)),
    "multipleOf": lambda step, valid: iter((valid + step / 2, valid + 1)) if _is_number(valid) else iter(()),
    "minLength": lambda limit, valid: _wrong_length(valid, limit - 1),
    "maxLength": lambda limit, valid: _wrong_length(valid, limit + 1),
    "minItems": lambda limit, valid: _wrong_count(valid, limit - 1),
    "maxItems": lambda limit, valid: _wrong_count(valid, limit + 1),
    "uniqueItems": lambda _, valid: iter((valid[:1] * 2,)) if isinstance(valid, list) and valid else iter(()),
}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _validator(schema: Schema, types: Types) -> _Validator:
    used = {name: with_defs(types[name], types) for name in sorted(used_types(schema, types))}
    whole = {**with_defs(schema, types), **({"$defs": used} if used else {})}
    return _compiled(json.dumps(whole, default=str))


@lru_cache(maxsize=4096)
def _compiled(schema: str) -> _Validator:
    validator, checker = _validator_class()
    return validator(json.loads(schema), format_checker=checker)


@cache
def _validator_class() -> tuple[_Validator, Any]:
    """Validators that assert formats, take patterns as JSON Schema does, and multiples exactly."""
    from jsonschema import Draft202012Validator, FormatChecker  # a tenth of a second, for those who need samples
    from jsonschema.validators import extend

    checker = FormatChecker(formats=())
    for name, holds in FORMATS.items():
        checker.checks(name)(_for_texts(holds))
    own = {"pattern": _pattern, "multipleOf": _multiple_of}
    return extend(Draft202012Validator, own), checker  # type: ignore[no-untyped-call]  # so in its stubs


def _for_texts(holds: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or holds(value)


def _pattern(_validator: _Validator, pattern: str, value: Any, _schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    expression = compiled(pattern)
    if isinstance(value, str) and (expression is None or not expression.search(value)):
        yield ValidationError("does not match")


def _multiple_of(_validator: _Validator, step: float, value: Any, _schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if _is_number(value) and (exact(value) / exact(step)).denominator != 1:
        yield ValidationError("is no multiple")
