"""The vocabulary in which the schema of the language is written."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def text(description: str, **more: Any) -> Schema:
    """A text."""
    return {"type": "string", "description": description, **more}


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def number(description: str, **more: Any) -> Schema:
    """A whole number."""
    return {"type": "integer", "description": description, **more}


def choice(description: str, *values: str) -> Schema:
    """One of some texts."""
    return {"enum": list(values), "description": description}


def anything(description: str) -> Schema:
    """Any value."""
    return {"description": description}


def closed(description: str, required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """A mapping with these keys and no others; an underscore behind a key that Python has taken is dropped."""
    named = {name.rstrip("_"): schema for name, schema in properties.items()}
    return {
        "type": "object",
        "description": description,
        "properties": named,
        "required": list(required),
        "additionalProperties": False,
    }


def names_to(schema: Schema, description: str, pattern: str | None = None) -> Schema:
    """A mapping from names to values of one kind."""
    names = {"propertyNames": {"pattern": f"^(?:{pattern})$"}} if pattern else {}
    return {"type": "object", "description": description, "additionalProperties": schema, **names}


def items(schema: Schema, description: str) -> Schema:
    """A list."""
    return {"type": "array", "items": schema, "description": description}


def any_of(description: str, *schemas: Schema) -> Schema:
    """One of several shapes."""
    return {"description": description, "anyOf": list(schemas)}


def one_or_more(description: str, schema: Schema) -> Schema:
    """One value or a list of them, any of which may hold."""
    return any_of(description, schema, {"type": "array", "items": schema})


def ref(name: str, description: str | None = None) -> Schema:
    """One of the shared definitions."""
    reference: Schema = {"$ref": f"#/$defs/{name}"}
    return reference if description is None else {"description": description, **reference}


def duration(description: str) -> Schema:
    """A duration such as `10s`."""
    return text(f"{description} A number with ms, s, m or h.", pattern=r"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$")


def size(description: str) -> Schema:
    """A size such as `200KB`."""
    return text(f"{description} A number with KB or MB.", pattern=r"^[0-9]+(\.[0-9]+)?(KB|MB)$")
