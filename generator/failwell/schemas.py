"""Dealings with JSON Schema at generation time, in one place to import from."""

from __future__ import annotations

from .annotations import TypedDictField, TypedDictModel, python_type, typed_dict, typed_dicts
from .closing import closed, opened
from .schema_parts import Schema, Types, has_format, inside, mapped, referred_type, resolve, used_types, with_defs

__all__ = [
    "Schema",
    "TypedDictField",
    "TypedDictModel",
    "Types",
    "closed",
    "has_format",
    "inside",
    "mapped",
    "opened",
    "python_type",
    "referred_type",
    "resolve",
    "typed_dict",
    "typed_dicts",
    "used_types",
    "with_defs",
]
