"""JSON Schemas inside a spec: of parameters, results and types."""

from __future__ import annotations

from ..check.keywords import COUNTS, FLAGS, KEYWORDS, LISTS, MAPS, NUMBERS, SINGLE, TEXTS, TYPES
from .words import Schema, anything, choice, flag, text

NESTED: Schema = {"$ref": "#/$defs/nested"}
SHAPES: dict[str, Schema] = {
    **{name: {"type": "object", "additionalProperties": NESTED} for name in MAPS},
    **dict.fromkeys(SINGLE, NESTED),
    **{name: {"type": "array", "items": NESTED, "minItems": 1} for name in LISTS},
    **{name: {"type": "integer", "minimum": 0} for name in COUNTS},
    **{name: {"type": "number"} for name in NUMBERS},
    **{name: {"type": "string"} for name in TEXTS},
    **{name: {"type": "boolean"} for name in FLAGS},
    "type": {"anyOf": [{"enum": [*TYPES]}, {"type": "array", "items": {"enum": [*TYPES]}}]},
    "enum": {"type": "array"},
    "examples": {"type": "array"},
    "required": {"type": "array", "items": {"type": "string"}},
}
OWN: dict[str, Schema] = {
    "optional": flag("A call may leave the parameter out; null then means unset."),
    "in": choice("Where an HTTP request carries it.", "path", "query", "header", "cookie", "body"),
    "as": text("Its name on the wire, where that is another one."),
    "style": choice(
        "How a list or an object is written, as in OpenAPI.",
        *("simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"),
    ),
    "explode": flag("Whether every item of a list stands by itself, as in OpenAPI."),
    "was": text("Its former name."),
    "allow_dash": flag("For commands: a value may begin with a dash."),
}
DESCRIPTIONS = {
    "type": "The JSON type, or a list of them.",
    "description": "What it means, for the agent.",
    "default": "The value of a call that leaves it out; it is then not required.",
    "format": "Checked are date, time, date-time, duration, email, uri, uuid, hostname, ipv4, ipv6 and path.",
    "pattern": "A regular expression found in the text, as ECMAScript reads it.",
    "enum": "The values that it may have.",
    "$ref": "A type of this spec, as in `#/types/Name`.",
}


def nested() -> Schema:
    """The schema of a schema anywhere inside another."""
    return {"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/schema"}]}


def schema() -> Schema:
    """The schema of a JSON Schema."""
    return _mapping("A JSON Schema (2020-12).", {})


def parameter() -> Schema:
    """The schema of a parameter: a JSON Schema with some keys of the language beside its keywords."""
    return _mapping("A JSON Schema (2020-12), with keys for how the parameter is sent.", OWN)


def _mapping(description: str, own: dict[str, Schema]) -> Schema:
    keywords = {name: _keyword(name) for name in sorted(KEYWORDS)}
    return {
        "type": "object",
        "description": description,
        "properties": keywords | own,
        "patternProperties": {"^x-": anything("A keyword of your own.")},
        "additionalProperties": False,
    }


def _keyword(name: str) -> Schema:
    return {"description": DESCRIPTIONS.get(name, f"JSON Schema's `{name}`."), **SHAPES.get(name, {})}
