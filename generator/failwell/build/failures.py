"""Failure modes as exception classes: what each has to be given where it is raised, and what it then says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..names import keyword_name
from ..prose import Prose
from ..schemas import python_type
from ..spec import FailureMode, Matcher, Parameter, Schema
from ..texts import parse_expression, parse_text
from ..wrapping import flat
from .conditions import patterns_of
from .imports import Imports
from .model import FailureClass
from .scope import Scope, Variable, mapping

RUNTIME = ".runtime"

# Matchers that hold before or without a failure of the source: a mode of these alone has no `error`.
WITHOUT_ERROR = frozenset({"input", "rows", "exception"})


@dataclass(frozen=True)
class Raised:
    """A failure mode as its raising code sees it: the class, and what the call of its constructor passes on.

    `error` is "required" where every way of meeting it has a failure of the source, "optional" where some have,
    "none" where none has. `groups` are the named groups of its regular expressions.
    """

    mode: FailureMode
    class_name: str
    error: str
    parameters: tuple[str, ...]
    groups: tuple[str, ...]


# What a handler's exception is where no failure mode names it; see the runtime's `handler.py`.
HANDLER_FAILURES = frozenset({"timeout", "unreachable", "permission_denied", "not_implemented"})

# What is known of a failure that sources of several kinds, or none, may meet: its class, module and attributes.
ANY_KIND = ("SourceFailure", "failure", frozenset({"code", "message"}))


@dataclass(frozen=True)
class Setting:
    """Where a failure mode is used: the parameters that its texts may name, and the class of a source's failure."""

    parameters: Mapping[str, Parameter]
    types: Mapping[str, Schema]
    failure_class: str
    failure_module: str
    attributes: frozenset[str]

    def joined(self, other: Setting) -> Setting:
        """The setting of a mode that is used in both: what is known of its failures and parameters in either."""
        if other is self:
            return self
        kind = (self.failure_class, self.failure_module, self.attributes)
        if self.failure_class != other.failure_class:
            kind = ANY_KIND
        return Setting({**other.parameters, **self._common(other)}, self.types, *kind)

    def _common(self, other: Setting) -> dict[str, Parameter]:
        found = {}
        for name, parameter in self.parameters.items():
            same = other.parameters.get(name, parameter)
            schema = parameter.json_schema if parameter.json_schema == same.json_schema else {}
            optional = not (parameter.required and same.required)
            found[name] = Parameter.model_construct(json_schema=schema, optional=optional)
        return found


def may_be_of_handler(mode: FailureMode, setting: Setting) -> bool:
    """Whether a handler's own exception may meet the mode as well as a failure of its source."""
    by_name = any(matcher.keys() <= {"error", "input"} and HANDLER_FAILURES & {*matcher.error} for matcher in mode.when)
    return by_name and not _used_names(mode) & (setting.attributes - ANY_KIND[2])


def raised(class_name: str, mode: FailureMode, setting: Setting) -> Raised:
    """What raising the mode takes."""
    used = _used_names(mode)
    groups = named_groups(mode.when)
    parameters = tuple(
        each for each in setting.parameters if each in used and each not in groups and each not in mode.details
    )
    return Raised(mode, class_name, _error_need(mode), parameters, groups)


def failure_class(name: str, owner: str, how: Raised, setting: Setting, imports: Imports) -> FailureClass:
    """The exception class of a failure mode."""
    scope = Scope(_variables(how, setting), imports, RUNTIME, search="find")
    details = _details(how)
    arguments: list[str | Prose] = [scope.prose(how.mode.description.strip())]
    if how.error != "none":
        imports.use(f"{RUNTIME}.{setting.failure_module}", setting.failure_class)
        arguments.append("cause=error")
    if how.mode.recovery is not None:
        arguments.append(scope.prose(how.mode.recovery.strip(), "recovery="))
    if how.mode.user_message is not None:
        arguments.append(scope.prose(how.mode.user_message.strip(), "user_message="))
    if how.mode.retry_after is not None and (how.mode.retry_after.header is None or how.error != "none"):
        arguments.append(f"retry_after={_retry_after(how, scope)}")
    if details:
        arguments.append(f"details={mapping(details)}")
    return FailureClass(
        name=how.class_name,
        mode=name,
        category=how.mode.category,
        owner=owner,
        certain=bool(how.mode.retryable),
        parameters=_signature(how, setting, imports),
        assignments=(*_detail_assignments(how, scope), *scope.hoisted.items()),
        arguments=tuple(arguments),
    )


def named_groups(matchers: Iterable[Matcher]) -> tuple[str, ...]:
    """The named groups of all regular expressions in the matchers, in order."""
    found: dict[str, None] = {}
    for pattern in (pattern for matcher in matchers for pattern in patterns_of(matcher)):
        found |= dict.fromkeys(re.compile(pattern).groupindex)
    return tuple(found)


def _used_names(mode: FailureMode) -> frozenset[str]:
    texts = [mode.description, mode.recovery or "", mode.user_message or ""]
    expressions = [detail.expression for detail in mode.details.values() if detail.expression is not None]
    if mode.retry_after is not None and mode.retry_after.expression is not None:
        expressions.append(mode.retry_after.expression)
    names = [parse_text(text).names for text in texts] + [parse_expression(each).names for each in expressions]
    return frozenset().union(*names)


def _error_need(mode: FailureMode) -> str:
    if not mode.when:
        return "none"
    with_error = [not matcher.exception and bool(matcher.keys() - WITHOUT_ERROR) for matcher in mode.when]
    return "required" if all(with_error) else "optional" if any(with_error) else "none"


def _variables(how: Raised, setting: Setting) -> dict[str, Variable]:
    variables = {name: _parameter(name, setting) for name in how.parameters}
    variables |= {name: Variable(keyword_name(name), "str | None", optional=True) for name in how.groups}
    for name, detail in how.mode.details.items():
        annotation = "Any" if detail.json_schema is None else python_type(detail.json_schema, setting.types)
        variables[name] = Variable(keyword_name(name), annotation, optional=detail.json_schema is None)
    if how.error == "required":
        variables["error"] = Variable(
            "error", setting.failure_class, attributes=setting.attributes, facts="error.facts()"
        )
    elif how.error == "optional":
        variables["error"] = Variable("error", facts="error.facts() if error is not None else {}")
    return variables


def _parameter(name: str, setting: Setting) -> Variable:
    parameter = setting.parameters[name]
    annotation = python_type(parameter.json_schema, setting.types)
    optional = parameter.optional and not parameter.has_default
    return Variable(keyword_name(name), annotation, optional, is_text=annotation == "str")


def _signature(how: Raised, setting: Setting, imports: Imports) -> tuple[str, ...]:
    """The parameters of the constructor after `self`."""
    entries = []
    if how.error == "required":
        entries.append(f"error: {setting.failure_class}")
    elif how.error == "optional":
        entries.append(f"error: {setting.failure_class} | None = None")
    variables = _variables(how, setting)
    given = [name for name, detail in how.mode.details.items() if detail.json_schema is not None]
    named = [*how.parameters, *how.groups, *given]
    if named:
        entries.append("*")
    for name in named:
        annotation = variables[name].annotation
        if variables[name].optional and "None" not in annotation:
            annotation = f"{annotation} | None"
        for module, used in (("typing", "Any"), ("typing", "Literal")):
            if re.search(rf"\b{used}\b", annotation):
                imports.use(module, used)
        entries.append(f"{keyword_name(name)}: {annotation}")
    return tuple(entries)


def _details(how: Raised) -> dict[str, str]:
    """Name to code of everything that stands under `details`: the mode's own entries and the named groups."""
    groups = {name: keyword_name(name) for name in how.groups}
    return {**groups, **{name: keyword_name(name) for name in how.mode.details}}


def _detail_assignments(how: Raised, scope: Scope) -> tuple[tuple[str, str], ...]:
    return tuple(
        (keyword_name(name), scope.value(detail.expression))
        for name, detail in how.mode.details.items()
        if detail.expression is not None
    )


def _retry_after(how: Raised, scope: Scope) -> str:
    """Code for the seconds to wait. What the source itself asked for is better than a figure of the spec."""
    wanted = how.mode.retry_after
    assert wanted is not None
    if wanted.header is not None:
        asked = f"error.retry_after_from({flat(wanted.header)})"
        return asked if how.error == "required" else f"{asked} if error is not None else None"
    if wanted.expression is not None:
        return f"{scope.imports.use(f'{RUNTIME}.values', 'seconds')}({scope.value(wanted.expression)})"
    if how.error == "required":
        return f"{wanted.seconds!r} if error.retry_after is None else error.retry_after"
    return repr(wanted.seconds)
