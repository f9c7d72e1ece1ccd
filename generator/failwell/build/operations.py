"""Tool modules: each operation with its sources, its failure modes in their effective order and its annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ..literals import class_name, docstring, identifier, module_name
from ..spec import (
    STANDARD_RETRY,
    FailureMode,
    HttpSource,
    Operation,
    Retry,
    Source,
    Spec,
    SqlSource,
)
from ..wrapping import flat
from . import http, sql
from .answers import returns
from .failures import Setting, raised
from .handlers import handler_body, used_types
from .hints import Annotations, annotations
from .model import ArgumentField, ExecuteBody, HandlerBody, QueryBody, RequestBody, ToolModule
from .tool import Draft, Mode, argument_fields, input_branches

KIND_OF_SOURCE: dict[type[Any], ModuleType] = {HttpSource: http, SqlSource: sql}
KIND_OF_BODY = {"request": HttpSource, "query": SqlSource, "execute": SqlSource}


@dataclass(frozen=True)
class Use:
    """One failure mode where it is used: by which owner it is declared, and in which setting."""

    owner: str
    name: str
    mode: FailureMode
    setting: Setting
    source: str | None = None


def sources_of(operation: Operation, spec: Spec) -> tuple[str, ...]:
    """The names of the sources that an operation uses; the only one that fits where it names none."""
    if operation.source:
        return operation.source
    fitting = KIND_OF_BODY.get(operation.body)
    names = [name for name, source in spec.sources.items() if fitting is not None and isinstance(source, fitting)]
    return tuple(names[:1])


def kind_of(source: Source) -> ModuleType:
    """The module that builds operations on this kind of source."""
    return next(module for kind, module in KIND_OF_SOURCE.items() if isinstance(source, kind))


def uses(name: str, spec: Spec) -> tuple[Use, ...]:
    """The failure modes of an operation in their effective order: its own, those it takes up, its sources'."""
    operation = spec.operations[name]
    names = sources_of(operation, spec)
    setting = _setting(operation, spec, names)
    own = [Use(name, mode, each, setting) for mode, each in operation.failures.modes.items()]
    shared = [Use("", mode, spec.failures[mode], setting) for mode in operation.failures.use]
    of_sources = [
        Use(source, mode, each, _setting(operation, spec, (source,)), source)
        for source in names
        for mode, each in spec.sources[source].failures.items()
    ]
    return (*own, *shared, *of_sources)


def _setting(operation: Operation, spec: Spec, sources: tuple[str, ...]) -> Setting:
    kinds = {kind_of(spec.sources[source]) for source in sources}
    if len(kinds) == 1:
        kind = kinds.pop()
        return Setting(operation.input, spec.types, kind.FAILURE_CLASS, kind.FAILURE_MODULE, kind.ATTRIBUTES)
    return Setting(operation.input, spec.types, "SourceFailure", "failure", frozenset({"code", "message"}))


def tool_module(name: str, spec: Spec) -> ToolModule:
    """The module of one operation."""
    operation = spec.operations[name]
    modes = tuple(
        Mode(each.name, raised(each.name, each.mode, each.owner, each.setting), each.source) for each in uses(name, spec)
    )
    draft = Draft(name, operation, spec.types, modes)
    sources = sources_of(operation, spec)
    hints = annotations(operation)
    checks = input_branches(draft)
    body = _body(draft, spec, sources)
    decorator = _decorator(draft, spec, sources, hints)
    fields = argument_fields(draft, http.in_path(draft))
    _common_imports(draft, fields)
    return ToolModule(
        name=name,
        module=module_name(name),
        function=identifier(name),
        imports=draft.imports.lines(),
        constants=tuple(draft.constants.items()),
        arguments_class=f"{class_name(name)}Arguments",
        fields=fields,
        decorator=decorator,
        docstring=docstring(operation.description.strip(), 4),
        read_only=_read_only(draft, spec, sources, hints),
        checks=checks,
        body=body,
    )


def _common_imports(draft: Draft, fields: tuple[ArgumentField, ...]) -> None:
    draft.imports.use("dataclasses", "dataclass")
    draft.imports.use("..sources", "Context")
    draft.runtime("results", "Result")
    draft.runtime("tool", "tool")
    for field in fields:
        for used in used_types(field.annotation, draft.types):
            draft.imports.use("..types", used)


def _body(
    draft: Draft, spec: Spec, sources: tuple[str, ...]
) -> RequestBody | QueryBody | ExecuteBody | HandlerBody:
    operation = draft.operation
    if operation.body == "handler":
        timeout = operation.timeout or spec.defaults.timeout
        return handler_body(draft, {name: kind_of(spec.sources[name]) for name in sources}, timeout)
    source = spec.sources[sources[0]]
    timeout = operation.timeout or source.timeout or spec.defaults.timeout
    if isinstance(source, HttpSource):
        return http.request_body(draft, sources[0], source, timeout)
    assert isinstance(source, SqlSource)
    make = sql.query_body if operation.body == "query" else sql.execute_body
    return make(draft, sources[0], source, timeout)


def _read_only(draft: Draft, spec: Spec, sources: tuple[str, ...], hints: Annotations) -> tuple[str, ...]:
    """The sources whose switch has to be asked before this operation changes anything."""
    if hints.read_only:
        return ()
    names = tuple(name for name in sources if spec.sources[name].read_only)
    if names:
        draft.runtime("failure", "ReadOnly")
    return names


def _decorator(draft: Draft, spec: Spec, sources: tuple[str, ...], hints: Annotations) -> tuple[str, ...]:
    """The arguments of `@tool(...)`."""
    operation = draft.operation
    arguments = [flat(draft.name), f"returns={returns(draft)}", f"read_only={hints.read_only}"]
    arguments += [f"{key}={value}" for key, value in hints.beyond_defaults().items()]
    if operation.request is not None and operation.request.idempotency is not None:
        arguments.append("repeatable=True")
        if operation.request.idempotency.parameter is not None:
            arguments.append(f"key_parameter={flat(operation.request.idempotency.parameter)}")
    if not (hints.read_only or hints.idempotent) and (names := _check_with(draft.name, spec, sources)):
        arguments.append(f"check_with={flat(names)}")
    if operation.title is not None:
        arguments.append(f"title={flat(operation.title)}")
    if docstring(operation.description.strip(), 4) is None:
        arguments.append(f"description={flat(operation.description.strip())}")
    if retry := _retry(operation, spec, sources):
        arguments.append(f"retry={retry_code(retry, draft)}")
    if meta := _meta(operation):
        arguments.append(f"meta={flat(meta)}")
    return tuple(arguments)


def _check_with(name: str, spec: Spec, sources: tuple[str, ...]) -> tuple[str, ...]:
    """Operations that read from the same sources, and so show whether a write was carried out."""
    readers = [
        other
        for other, each in spec.operations.items()
        if other != name and annotations(each).read_only and set(sources) & set(sources_of(each, spec))
    ]
    return tuple(readers[:3])


def _retry(operation: Operation, spec: Spec, sources: tuple[str, ...]) -> Retry | None:
    """The retries of this operation where they differ from those of the whole server."""
    general = spec.defaults.retry.over(STANDARD_RETRY)
    own = general
    for source in reversed(sources):
        own = (spec.sources[source].retry or Retry.model_construct()).over(own)
    own = (operation.retry or Retry.model_construct()).over(own)
    return own if own.set_values() != general.set_values() else None


def retry_code(retry: Retry, draft: Draft | None = None) -> str:
    """Code for retries; settings that are as usual are left out."""
    if draft is not None:
        draft.runtime("retry", "Retry")
    usual = STANDARD_RETRY.set_values()
    names = {"max": "maximum"}
    given = {key: value for key, value in retry.set_values().items() if value != usual[key]}
    arguments = [f"{names.get(key, key)}={flat(value)}" for key, value in given.items() if key != "mode"]
    if given.get("mode") == "background":
        arguments.append("background=True")
    return f"Retry({', '.join(arguments)})"


def _meta(operation: Operation) -> Mapping[str, Any]:
    meta: dict[str, Any] = {}
    if operation.search_hint is not None:
        meta["anthropic/searchHint"] = operation.search_hint
    if operation.always_load is not None:
        meta["anthropic/alwaysLoad"] = operation.always_load
    return {**meta, **operation.meta}
