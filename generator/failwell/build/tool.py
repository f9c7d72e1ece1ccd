"""What every tool module has, however its operation is done: arguments, annotations and classified branches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..names import identifier, keyword_name
from ..schemas import closed, python_type, with_defs
from ..spec import Matcher, Operation, Parameter, Schema
from ..wrapping import flat, wrapped
from .conditions import alternatives, captured, count_conditions, failure_conditions, input_conditions
from .failures import Raised
from .imports import Imports
from .scope import Scope, Variable
from .tool_code import ArgumentField, Branch, Statement

RUNTIME = "..runtime"


@dataclass(frozen=True)
class Mode:
    """A failure mode in the effective order of an operation, with what raising it takes.

    `source` is set where the mode belongs to one source alone.
    """

    name: str
    how: Raised
    source: str | None = None

    @cached_property
    def matchers(self) -> tuple[Matcher, ...]:
        """The matchers of which any makes the mode hold."""
        return tuple(each for matcher in self.how.mode.when for each in alternatives(matcher))


@dataclass
class Draft:
    """A tool module in the making: what it is made from, and what its parts have needed so far."""

    name: str
    operation: Operation
    types: Mapping[str, Schema]
    modes: tuple[Mode, ...]
    imports: Imports = field(default_factory=Imports)
    constants: dict[str, str] = field(default_factory=dict)

    def runtime(self, module: str, name: str) -> str:
        """A name of the runtime package, imported."""
        return self.imports.use(f"{RUNTIME}.{module}", name)

    @property
    def scope(self) -> Scope:
        """The names that texts and expressions of the operation may use: its parameters."""
        return Scope(self.variables, self.imports, RUNTIME)

    @cached_property
    def variables(self) -> dict[str, Variable]:
        """Parameter name to the field of `arguments`."""
        return {name: _variable(name, each, self.types) for name, each in self.operation.input.items()}

    def scope_with(self, **variables: Variable) -> Scope:
        """The parameters and more."""
        return Scope({**self.variables, **variables}, self.imports, RUNTIME)


def _variable(name: str, parameter: Parameter, types: Mapping[str, Schema]) -> Variable:
    annotation = python_type(parameter.json_schema, types)
    optional = parameter.optional and not parameter.has_default
    return Variable(f"arguments.{identifier(name)}", annotation, optional, is_text=annotation == "str")


def argument_fields(draft: Draft, in_path: frozenset[str]) -> tuple[ArgumentField, ...]:
    """The fields of the arguments class, in the order of the spec."""
    return tuple(_field(draft, name, each, name in in_path) for name, each in draft.operation.input.items())


def _field(draft: Draft, name: str, parameter: Parameter, in_path: bool) -> ArgumentField:
    draft.imports.use("typing", "Annotated")
    draft.runtime("tool", "Parameter")
    annotation = python_type(parameter.json_schema, draft.types)
    for used in ("Any", "Literal"):
        if re.search(rf"\b{used}\b", annotation):
            draft.imports.use("typing", used)
    default = f" = {_default(parameter.default, draft)}" if parameter.has_default else ""
    if parameter.optional and not parameter.has_default:
        default = " = None"
    if default == " = None" and annotation != "Any" and not annotation.endswith("None"):
        annotation = f"{annotation} | None"
    schema = with_defs(closed(advertised(parameter, in_path), draft.types), draft.types)
    wire = f", name={flat(name)}" if identifier(name) != name else ""
    marker = f"Parameter({flat(schema)}{wire})"
    code = wrapped(f"{identifier(name)}: Annotated[{annotation}, {marker}]{default}", 4)
    return ArgumentField(identifier(name), annotation, code)


def _default(value: Any, draft: Draft) -> str:
    if isinstance(value, dict | list):
        draft.imports.use("dataclasses", "field")
        return f"field(default_factory=lambda: {flat(value)})"
    return flat(value)


def advertised(parameter: Parameter, in_path: bool) -> Schema:
    """The schema of a parameter; one that is a segment of a path says that it must not be empty."""
    schema = parameter.json_schema
    if in_path and schema.get("type") == "string" and not {"minLength", "enum", "const", "format"} & schema.keys():
        return {**schema, "minLength": 1}
    return schema


def raising(
    draft: Draft, mode: Mode, groups: Mapping[str, str], error: str | None, *, cause: bool = False
) -> Statement:
    """The raising of a failure mode, `error` being the code of the failure that it explains.

    `cause` says that the code stands in an `except` branch whose exception is called `error`.
    """
    draft.imports.use("..failures", mode.how.class_name)
    variables = draft.variables
    arguments = [error] if error is not None and mode.how.error != "none" else []
    arguments += [f"{keyword_name(name)}={variables[name].code}" for name in mode.how.parameters]
    arguments += [f"{keyword_name(name)}={groups.get(name, 'None')}" for name in mode.how.groups]
    return Statement("raise", mode.how.class_name, tuple(arguments), " from error" if cause or error == "error" else "")


def input_branches(draft: Draft) -> tuple[Branch, ...]:
    """The failure modes that the arguments alone decide, checked before the source is called."""
    branches = []
    for mode, matcher in _met(draft.modes):
        if matcher.input is not None and matcher.keys() == {"input"}:
            conditions, groups = captured(input_conditions(matcher.input, draft.scope, mode.name), mode.how.groups)
            branches.append(Branch(conditions, raising(draft, mode, groups, None)))
    return tuple(branches)


def failure_branches(
    draft: Draft, keys: frozenset[str], source: str | None = None, names: frozenset[str] | None = None
) -> tuple[Branch, ...]:
    """The failure modes that a failure of a source decides, in the effective order, `keys` being what its kind has.

    With `source` only those that are not another source's alone, with `names` only those of these built-in failures.
    """
    branches = []
    for mode, matcher in _met(draft.modes):
        own = matcher.keys() - {"input"}
        if names is not None and not names.intersection(matcher.error):
            continue
        if own and own <= keys and mode.source in (None, source or mode.source):
            conditions, groups = captured(failure_conditions(matcher, draft.scope, "error", mode.name), mode.how.groups)
            branches.append(Branch(conditions, raising(draft, mode, groups, "error")))
    return tuple(branches)


def empty_branches(
    draft: Draft,
    keys: frozenset[str],
    answer: Statement | None,
    subject: str,
    fits: Callable[[Matcher], bool] = lambda _: True,
) -> tuple[Branch, ...]:
    """The matchers that tell a valid empty result from a failure, as far as they are about this `subject`."""
    empty = draft.operation.empty
    if empty is None or answer is None:
        return ()
    return tuple(
        Branch(failure_conditions(matcher, draft.scope, subject, "empty"), answer)
        for matcher in empty.when
        if matcher.keys() <= keys | {"input"} and fits(matcher)
    )


def count_branches(draft: Draft, count: str) -> tuple[Branch, ...]:
    """The failure modes that the number of rows decides."""
    branches = []
    for mode, matcher in _met(draft.modes):
        if matcher.rows and matcher.keys() <= {"rows", "input"}:
            inputs = input_conditions(matcher.input, draft.scope, mode.name) if matcher.input is not None else ()
            conditions = (*inputs, *count_conditions(matcher, count))
            branches.append(Branch(conditions, raising(draft, mode, {}, None)))
    return tuple(branches)


def _met(modes: Sequence[Mode]) -> Iterator[tuple[Mode, Matcher]]:
    for mode in modes:
        for matcher in mode.matchers:
            yield mode, matcher
