"""The tests of one operation, whatever its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...names import function_name, module_name
from ...wrapping import flat
from . import command_cases, handler_cases, http_cases, sql_cases
from .cases import named, refused
from .constants import shared
from .environment import Environment
from .icons import listed_icons
from .imports import import_lines, used_names
from .model import OperationTests
from .subject import Subject
from .tables import Tables

TAKEN_MODULES = ("contract", "http_failures", "sql_failures", "handlers", "prompts", "resources", "runtime")


def operation_tests(subject: Subject, tables: Tables, package: str) -> OperationTests:
    """The module of `tests/` for one operation."""
    operation = subject.operation
    is_handler = operation.body == "handler"
    stub = handler_cases.stub(subject) if is_handler else None
    hangs = stub is not None and handler_cases.is_told(subject, "TimeoutError", "timeout")
    common = shared(
        {
            "successes": named(tables.successes),
            "setups": named(tables.setups),
            "refused": named(list(refused(subject))),
            "failures": named(tables.failures),
            "built_in": named(tables.built_in),
            "warned": named(tables.warned),
            "recovered": named(tables.recovered),
        }
    )
    made = OperationTests(
        name=subject.name,
        module=test_module(subject.name),
        imports=(),
        listed=_listed(subject),
        has_null_in_meta=None in _meta(subject).values(),
        function=function_name(subject.name),
        declared=None if subject.spec.defaults.replies == "strict" else flat(subject.returned),
        constants=common.constants,
        timeout=(operation.timeout or subject.spec.defaults.timeout) if is_handler else None,
        stub=stub,
        hanging=f"{package}.tools.{module_name(subject.name)}.fail_after" if hangs else None,
        **common.tables,
    )
    codes = [each.code for each in common.constants]
    cases = [case for table in common.tables.values() for case in table]
    for case in cases:
        for column in case.columns:
            codes += [column] if isinstance(column, str) else column
    names = used_names(codes)
    names |= {"NOTHING"} if subject.spec.defaults.replies == "strict" else set()
    names |= {"Agent", "ENVELOPE"} | ({"pytest", "Any"} if cases else set())
    names |= {"is_part"} if made.setups or made.built_in else set()
    names |= {"AbstractContextManager", "HANGS", "anyio", "pytest"} if hangs else set()
    modules = handler_cases.modules(subject) if is_handler else ()
    tool = (f"{package}.tools.{module_name(subject.name)}", made.function) if made.declared else None
    return replace(made, imports=import_lines(names, package, modules, tool))


def test_module(operation: str) -> str:
    """The module behind `test_`, which is no other test's."""
    name = module_name(operation)
    return f"{name}_" if name.rstrip("_") in TAKEN_MODULES else name


def tables_of(subject: Subject, environment: Environment) -> Tables:
    """The cases of an operation, as its kind makes them."""
    match subject.operation.body:
        case "request":
            return http_cases.tables(subject, environment)
        case "run":
            return command_cases.tables(subject, environment)
        case "handler":
            return handler_cases.tables(subject)
        case _:
            return sql_cases.tables(subject)


def _listed(subject: Subject) -> str:
    """The code of the tool as it is listed; `ENVELOPE` stands for the schema of the error envelope."""
    operation, hints, meta = subject.operation, subject.hints, _meta(subject)
    annotations = {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }
    output = dict(subject.output_schema)
    definitions = output.pop("$defs", None)
    strict = "NOTHING, " if subject.spec.defaults.replies == "strict" else ""
    shown = [f'"type": "object", "anyOf": [{flat(output)}, {strict}ENVELOPE]']
    shown += [f'"$defs": {flat(definitions)}'] if definitions else []
    entries = {
        "name": flat(subject.name),
        "title": None if operation.title is None else flat(operation.title),
        "description": flat(operation.description.strip()),
        "inputSchema": flat(subject.input_schema),
        "outputSchema": f"{{{', '.join(shown)}}}",
        "annotations": flat(annotations),
        "icons": flat(listed_icons(operation.icons)) if operation.icons else None,
        "_meta": flat({key: value for key, value in meta.items() if value is not None}) if meta else None,
    }
    return f"{{{', '.join(f'{flat(name)}: {code}' for name, code in entries.items() if code is not None)}}}"


def _meta(subject: Subject) -> dict[str, Any]:
    from ..operations import meta_of

    return dict(meta_of(subject.operation))
