"""Whether a value fits a JSON Schema of the spec, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

# The formats that jsonschema checks without further packages; the generated server checks more.
FORMATS = ("email", "ipv4", "ipv6", "date", "uuid")


@cache
def _validator() -> Any:
    """A validator without a schema. The import takes a tenth of a second, so it waits until there is a value."""
    from jsonschema import Draft202012Validator, FormatChecker

    return Draft202012Validator({}, format_checker=FormatChecker(FORMATS))


def problems_of(schema: dict[str, Any], value: Any, types: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the value, one sentence each; nothing where the schema cannot be used at all."""
    from jsonschema.exceptions import SchemaError, UnknownType
    from referencing.exceptions import Unresolvable

    whole = {"types": types, "allOf": [schema]} if _has_reference(schema) else schema
    try:
        for error in _validator().evolve(schema=whole).iter_errors(value):
            where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
            yield f"`{where.removeprefix('.')}`: {error.message}" if where else error.message
    except (SchemaError, UnknownType, Unresolvable, RecursionError, ValueError, TypeError, AttributeError):
        return


def _has_reference(value: Any) -> bool:
    if isinstance(value, dict):
        return "$ref" in value or any(map(_has_reference, value.values()))
    return isinstance(value, list) and any(map(_has_reference, value))
