"""Operations that the user writes, and the file in which that is done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType

from ..names import class_name, function_name, identifier, module_name
from ..schemas import python_type
from ..spec import Operation, Schema
from ..wrapping import flat
from .answers import answer
from .conditions import input_conditions, regex
from .failures import HANDLER_FAILURES
from .imports import Imports
from .model import HandlerStub
from .tool import Draft, failure_branches, raising
from .tool_code import Branch, Handled, HandlerBody


def handler_body(draft: Draft, kinds: Mapping[str, ModuleType], timeout: float) -> HandlerBody:
    """The function body of an operation that is done by a handler; `kinds` is source name to the module of its kind."""
    function = f"{function_name(draft.name)}_handler"
    draft.imports.use(f"..handlers.{module_name(draft.name)}", f"{function_name(draft.name)} as {function}")
    draft.imports.use("anyio", "fail_after")
    draft.runtime("handler", "HANDLER_EXCEPTIONS")
    draft.runtime("handler", "HandlerFailure")
    names = {"list": "items", "content": "data", "nothing": None}
    result = names.get(draft.operation.returns.kind, "value")
    made = replace(answer(draft, draft.scope, result or ""), extraction=None)
    exceptions = _exceptions(draft)
    if exceptions:
        draft.runtime("failure", "Failure")
    return HandlerBody(
        function=function,
        timeout=timeout,
        check=_check(draft),
        sources=_sources(draft, kinds),
        exceptions=exceptions,
        named=_named(draft),
        result=result,
        answer=made,
    )


def _check(draft: Draft) -> tuple[str, str]:
    """The code around the call of the handler that holds its result to the declared kind."""
    optional = ", optional=True" if draft.operation.empty is not None else ""
    match draft.operation.returns.kind:
        case "list":
            return f"{draft.runtime('results', 'items_of')}(", ")"
        case "object":
            return f"{draft.runtime('results', 'mapping_of')}(", f"{optional})"
        case _:
            return "", ""


def _named(draft: Draft) -> tuple[Branch, ...]:
    """The branches for built-in failures of handlers."""
    return failure_branches(draft, frozenset({"error"}), names=HANDLER_FAILURES)


def result_annotation(name: str, operation: Operation, types: Mapping[str, Schema]) -> str:
    """What the handler of an operation returns, as an annotation."""
    returns = operation.returns
    match returns.kind:
        case "list":
            return f"list[{python_type(returns.json_schema, types)}]"
        case "object" if "properties" in returns.json_schema:
            return result_type(name)
        case "object" | "value":
            return python_type(returns.json_schema, types)
        case kind:
            return {"text": "str", "content": "bytes", "nothing": "None"}[kind]


def result_type(name: str) -> str:
    """The name of the typed dictionary for the object that a handler returns."""
    return f"{class_name(name)}Result"


def stub(name: str, annotation: str, failures: tuple[str, ...], named: frozenset[str]) -> HandlerStub:
    """The file that is created once; `named` are the typed dictionaries that its annotation uses."""
    imports = Imports()
    imports.use("typing", "TYPE_CHECKING")
    for used in ("Any", "Literal"):
        if re.search(rf"\b{used}\b", annotation):
            imports.use("typing", used)
    typed = Imports()
    typed.use("..sources", "Context")
    arguments = typed.use(f"..tools.{module_name(name)}", f"{class_name(name)}Arguments")
    for each in named:
        typed.use("..types", each)
    return HandlerStub(
        module=module_name(name),
        function=function_name(name),
        operation=name,
        arguments_class=arguments,
        result=annotation,
        imports=imports.lines(),
        typed_imports=typed.lines(indent=4),
        failures=failures,
    )


def _exceptions(draft: Draft) -> tuple[Handled, ...]:
    """The branches for exceptions that the spec names, in the order of the spec, each class once."""
    found: dict[str, list[Branch]] = {}
    for mode in draft.modes:
        for matcher in (each for each in mode.matchers if each.exception):
            conditions = input_conditions(matcher.input, draft.scope, mode.name) if matcher.input is not None else ()
            if matcher.message:
                matches = draft.runtime("values", "matches")
                conditions = (*conditions, f"{matches}(str(error), {regex(matcher.message)})")
            branch = Branch(conditions, raising(draft, mode, {}, None, cause=True))
            for path in matcher.exception:
                found.setdefault(_exception(draft, path), []).append(branch)
    return tuple(Handled(exception, _reachable(branches)) for exception, branches in found.items())


def _reachable(branches: list[Branch]) -> tuple[Branch, ...]:
    """The branches up to the first one that always holds."""
    always = next((place for place, branch in enumerate(branches, 1) if not branch.conditions), None)
    return tuple(branches[:always])


def _exception(draft: Draft, path: str) -> str:
    """Code for an exception class, its module imported."""
    module, _, name = path.rpartition(".")
    if module in ("", "builtins"):
        return name
    draft.imports.use_module(module)
    return path


def _sources(draft: Draft, kinds: Mapping[str, ModuleType]) -> tuple[Handled, ...]:
    """The branches for failures of the sources that the handler uses."""
    found = []
    for kind in dict.fromkeys(kinds.values()):
        names = [name for name, each in kinds.items() if each is kind]
        branches = [branch for name in names for branch in _source_branches(draft, kind, name, alone=len(names) == 1)]
        if branches:
            draft.runtime(kind.FAILURE_MODULE, kind.FAILURE_CLASS)
            found.append(Handled(kind.FAILURE_CLASS, tuple(dict.fromkeys(branches))))
    return tuple(found)


def _source_branches(draft: Draft, kind: ModuleType, name: str, *, alone: bool) -> list[Branch]:
    branches = failure_branches(draft, kind.MATCHERS, name)
    if alone:
        return list(branches)
    return [Branch((f"error.source == {flat(name)}", *each.conditions), each.statement) for each in branches]


def used_types(annotation: str, types: Mapping[str, Schema]) -> frozenset[str]:
    """The names of shared types in an annotation."""
    words = re.findall(r"[A-Za-z_][A-Za-z0-9_]*", annotation)
    return frozenset(word for word in words for name in (word, word[:-1]) if name in types and identifier(name) == word)
