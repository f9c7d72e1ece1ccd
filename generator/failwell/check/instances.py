"""Whether a value fits a JSON Schema of the spec, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# The formats that jsonschema checks without further packages; the generated server checks more.
FORMATS = ("email", "ipv4", "ipv6", "date", "uuid")


def problems_of(schema: dict[str, Any], value: Any, types: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the value, one sentence each; nothing where the schema cannot be used at all."""
    from jsonschema import Draft202012Validator, FormatChecker  # a tenth of a second: only where there are values
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    whole = {"types": types, "allOf": [schema]} if types else schema
    validator = Draft202012Validator(whole, format_checker=FormatChecker(FORMATS))
    try:
        for error in validator.iter_errors(value):
            where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
            yield f"`{where.removeprefix('.')}`: {error.message}" if where else error.message
    except (SchemaError, Unresolvable, RecursionError, ValueError, TypeError, AttributeError):
        return
