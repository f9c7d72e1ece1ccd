"""Tool modules: each operation with its sources, its failure modes in their effective order and its annotations."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from ..literals import docstring
from ..names import attribute_name, class_name, function_name, module_name
from ..spec import STANDARD_RETRY, CommandSource, HttpSource, Operation, Retry
from ..wrapping import flat
from . import command, http, sql
from .answers import returns
from .failures import raised
from .handlers import handler_body, used_types
from .icons import icons_code
from .imports import Imports
from .resolved import Resolved
from .tool import Draft, Mode, argument_fields, input_branches
from .tool_code import ArgumentField, ExecuteBody, HandlerBody, QueryBody, RequestBody, RunBody, ToolModule


def tool_module(name: str, resolved: Resolved) -> ToolModule:
    """The module of one operation."""
    operation = resolved.spec.operations[name]
    modes = tuple(
        Mode(use.name, raised(use.class_name, use.mode, use.setting), use.source) for use in resolved.uses[name]
    )
    draft = Draft(name, operation, resolved.spec.types, modes, Imports(resolved.package))
    checks = input_branches(draft)
    body = _body(draft, resolved)
    decorator = _decorator(draft, resolved)
    read_only = _read_only(draft, resolved)
    fields = argument_fields(draft, http.in_path(draft))
    _common_imports(draft, fields)
    return ToolModule(
        name=name,
        module=module_name(name),
        function=function_name(name),
        imports=draft.imports.lines(),
        constants=tuple(draft.constants.items()),
        arguments_class=f"{class_name(name)}Arguments",
        fields=fields,
        decorator=decorator,
        docstring=docstring(operation.description.strip(), 4),
        read_only=read_only,
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


def _body(draft: Draft, resolved: Resolved) -> RequestBody | QueryBody | ExecuteBody | RunBody | HandlerBody:
    operation, spec, sources = draft.operation, resolved.spec, resolved.sources[draft.name]
    if operation.body == "handler":
        timeout = operation.timeout or spec.defaults.timeout
        return handler_body(draft, {name: resolved.kind(name) for name in sources}, timeout)
    source = spec.sources[sources[0]]
    timeout = operation.timeout or source.timeout or spec.defaults.timeout
    if isinstance(source, HttpSource):
        return http.request_body(draft, sources[0], timeout)
    if isinstance(source, CommandSource):
        return command.run_body(draft, sources[0], timeout)
    make = sql.query_body if operation.body == "query" else sql.execute_body
    return make(draft, sources[0], timeout)


def _read_only(draft: Draft, resolved: Resolved) -> tuple[str, ...]:
    """The sources whose switch has to be asked before this operation changes anything."""
    if resolved.annotations[draft.name].read_only:
        return ()
    sources = resolved.spec.sources
    names = tuple(attribute_name(name) for name in resolved.sources[draft.name] if sources[name].read_only)
    if names:
        draft.runtime("failure", "ReadOnly")
    return names


def _decorator(draft: Draft, resolved: Resolved) -> tuple[str, ...]:
    """The arguments of `@tool(...)`."""
    operation, hints = draft.operation, resolved.annotations[draft.name]
    arguments = [flat(draft.name), f"returns={returns(draft)}", f"read_only={hints.read_only}"]
    arguments += [f"{key}={value}" for key, value in hints.beyond_defaults().items()]
    if operation.request is not None and operation.request.idempotency is not None:
        arguments.append("repeatable=True")
        if operation.request.idempotency.parameter is not None:
            arguments.append(f"key_parameter={flat(operation.request.idempotency.parameter)}")
    if not (hints.read_only or hints.idempotent) and (names := check_with(draft.name, resolved)):
        arguments.append(f"check_with={flat(names)}")
    if operation.title is not None:
        arguments.append(f"title={flat(operation.title)}")
    if docstring(operation.description.strip(), 4) is None:
        arguments.append(f"description={flat(operation.description.strip())}")
    if retry := own_retry(draft.name, resolved):
        arguments.append(f"retry={retry_code(retry, draft)}")
    if meta := meta_of(operation):
        arguments.append(f"meta={flat(meta)}")
    arguments += icons_code(operation.icons, draft.imports)
    return tuple(arguments)


def check_with(name: str, resolved: Resolved) -> tuple[str, ...]:
    """Operations that read from the same sources, and so show whether a write was carried out."""
    readers = (reader for source in resolved.sources[name] for reader in resolved.readers[source][:3])
    return tuple(islice(dict.fromkeys(readers), 3))


def own_retry(name: str, resolved: Resolved) -> Retry | None:
    """The retries of this operation where they differ from those of the whole server."""
    spec = resolved.spec
    own = general = spec.defaults.retry.over(STANDARD_RETRY)
    for source in reversed(resolved.sources[name]):
        own = (spec.sources[source].retry or Retry.model_construct()).over(own)
    own = (spec.operations[name].retry or Retry.model_construct()).over(own)
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


def meta_of(operation: Operation) -> Mapping[str, Any]:
    """The `_meta` entries of the tool."""
    meta: dict[str, Any] = {}
    if operation.search_hint is not None:
        meta["anthropic/searchHint"] = operation.search_hint
    if operation.always_load is not None:
        meta["anthropic/alwaysLoad"] = operation.always_load
    return {**meta, **operation.meta}
