"""Shared types as code: JSON Schemas for what is advertised, typed dictionaries for code that reads the values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..literals import docstring
from ..schemas import TypedDictModel, closed, typed_dict, typed_dicts, used_types, with_defs
from ..spec import Schema, Spec
from ..wrapping import flat, wrapped
from .handlers import result_type
from .handlers import used_types as used_names
from .imports import Imports
from .model import TypeModel
from .scope import mapping


def shared_types(spec: Spec) -> tuple[TypeModel, ...]:
    """The types as results use them: open for properties that nobody declared."""
    return tuple(_model(name, schema, spec) for name, schema in spec.types.items())


def input_types(spec: Spec) -> tuple[TypeModel, ...]:
    """The types that arguments use, where these are closed and the shared ones are not."""
    used: frozenset[str] = frozenset()
    for operation in spec.operations.values():
        for parameter in operation.input.values():
            used |= used_types(parameter.json_schema, spec.types)
    found = {name: closed(schema, spec.types) for name, schema in spec.types.items() if name in used}
    return tuple(_model(name, schema, spec) for name, schema in found.items() if schema != spec.types[name])


def typed_dict_code(spec: Spec, wanted: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The typed dictionaries as code, and the imports of the module in which they stand.

    Those of the shared types are made where some code is `wanted` that names them, those of results where a handler
    returns one.
    """
    models = list(typed_dicts(spec.types)) if wanted else []
    for name, operation in spec.operations.items():
        schema = operation.returns.json_schema
        if operation.handler and operation.returns.kind == "object" and "properties" in schema:
            models += typed_dict(result_type(name), schema, spec.types)
    imports = Imports()
    code = tuple(_typed_dict(model, imports) for model in models)
    if spec.types:
        imports.use("typing", "Any")
    return code, imports.lines()


def _model(name: str, schema: Mapping[str, object], spec: Spec) -> TypeModel:
    return TypeModel(name, wrapped(f"{flat(name)}: {flat(with_defs(schema, spec.types))}", 4, 1))


def _typed_dict(model: TypedDictModel, imports: Imports) -> str:
    imports.use("typing", "TypedDict")
    for field in model.fields:
        for used in ("Any", "Literal", "NotRequired"):
            if re.search(rf"\b{used}\b", field.declared):
                imports.use("typing", used)
    return _functional(model) if model.functional else _class(model)


def _class(model: TypedDictModel) -> str:
    shown = docstring(model.description.strip()) if model.description else None
    lines = [f"class {model.name}(TypedDict):", f"    {shown or _plain_docstring(model)}", ""]
    return "\n".join([*lines, *(f"    {field.name}: {field.declared}" for field in model.fields)])


def _functional(model: TypedDictModel) -> str:
    fields = mapping({field.name: flat(field.declared) for field in model.fields})
    return wrapped(f"{model.name} = TypedDict({flat(model.name)}, {fields})")


def _plain_docstring(model: TypedDictModel) -> str:
    return f'"""An object of the type `{model.name}`."""'


def names_types(annotation: str, types: Mapping[str, Schema]) -> bool:
    """Whether an annotation names a shared type."""
    return bool(used_names(annotation, types))
