"""One operation as its tests see it: what it takes, how its failures are told, and calls that it accepts or refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...hints import Annotations
from ...runtime import runtime
from ...schemas import Schema, closed, python_type, used_types, with_defs
from ...spec import STANDARD_RETRY, Matcher, Operation, Source, Spec
from ..failures import raised
from ..http import in_path
from ..operations import check_with, own_retry
from ..resolved import Resolved
from ..tool import Draft, Mode, advertised
from .arguments import Arguments
from .matching import Facts, input_holds, match
from .outcome import Outcome, Rules, mode_failure, refused_before


def subjects_of(resolved: Resolved) -> dict[str, Subject]:
    """The operations of the spec by name."""
    found: dict[str, Subject] = {}
    known: set[tuple[Any, ...]] = set()
    for name in resolved.spec.operations:
        subject = Subject(name, resolved)
        found[name] = subject if subject.alike not in known else replace(subject, is_first=False)
        known.add(subject.alike)
    return found


@dataclass(frozen=True)
class Subject:
    """An operation of a spec, with its failure modes in their effective order.

    `is_first` says that no operation before it is told and tried again in the same way: what all of them have from
    their source is shown with it only.
    """

    name: str
    resolved: Resolved
    is_first: bool = True

    @property
    def spec(self) -> Spec:
        """The whole spec."""
        return self.resolved.spec

    @cached_property
    def operation(self) -> Operation:
        """The operation."""
        return self.spec.operations[self.name]

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """Its failure modes in their effective order."""
        uses = self.resolved.uses[self.name]
        return tuple(Mode(use.name, raised(use.class_name, use.mode, use.setting), use.source) for use in uses)

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of its sources."""
        return self.resolved.sources[self.name]

    @cached_property
    def source(self) -> Source:
        """Its only source."""
        return self.spec.sources[self.source_name]

    @property
    def source_name(self) -> str:
        """The name of its only source."""
        return self.sources[0]

    @property
    def hints(self) -> Annotations:
        """Its annotations."""
        return self.resolved.annotations[self.name]

    @cached_property
    def rules(self) -> Rules:
        """What decides how its failures are told and tried again."""
        request = self.operation.request
        harmless = self.hints.read_only or self.hints.idempotent
        return Rules(
            tool=self.name,
            retry=own_retry(self.name, self.resolved) or self.spec.defaults.retry.over(STANDARD_RETRY),
            repeatable=harmless or (request is not None and request.idempotency is not None),
            harmless=harmless,
            check_with=() if harmless else check_with(self.name, self.resolved),
            any_path=self.spec.defaults.retryable == "any_path",
            key_parameter=request.idempotency.parameter if request and request.idempotency else None,
        )

    @property
    def alike(self) -> tuple[Any, ...]:
        """What operations have in common that get the same from their source."""
        return (self.operation.body, self.sources, replace(self.rules, tool="", check_with=()))

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The schema of the arguments as it is advertised."""
        draft = Draft(self.name, self.operation, self.spec.types, ())
        path = in_path(draft)
        types = self.spec.types
        properties = {
            name: with_defs(closed(advertised(each, name in path), types), types)
            for name, each in self.operation.input.items()
        }
        required = [name for name, each in self.operation.input.items() if each.required]
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        schema["additionalProperties"] = False
        parts = [each.json_schema for each in self.operation.input.values()]
        return self._with_types(schema, parts, lambda each: with_defs(closed(each, types), types))

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """The schema of a success as it is advertised, its types under `$defs`."""
        if self.spec.defaults.replies == "strict":
            return self._with_result_types(self.returned, dict)
        return self._with_result_types({"type": "object", **_loose(self.returned)}, _loose)

    @cached_property
    def returned(self) -> dict[str, Any]:
        """The schema of a success as it is declared."""
        returns = self.operation.returns
        schema = with_defs(returns.json_schema, self.spec.types)
        match returns.kind:
            case "list":
                parts: dict[str, Any] = {name: {} for name in returns.fields}
                items = {"items": {"type": "array", "items": schema}, "description": {"type": "string"}}
                shown = {"resultCount": {"type": "integer"}, **parts, **items}
                return {"type": "object", "properties": shown, "required": ["resultCount", "items"]}
            case "object":
                return schema
            case "value":
                return _with("value", schema)
            case "text":
                return _with("text", {"type": "string"})
            case "content":
                shown = {"mediaType": {"type": "string"}, "bytes": {"type": "integer"}}
                return {"type": "object", "properties": shown, "required": ["mediaType", "bytes"]}
            case _:
                return _with("description", {"type": "string"})

    def _with_types(
        self, schema: dict[str, Any], parts: list[Any], shown: Callable[[Schema], dict[str, Any]]
    ) -> dict[str, Any]:
        """The schema with the types that the parts of it refer to, each as it is shown."""
        types = self.spec.types
        used: frozenset[str] = frozenset().union(*(used_types(each, types) for each in parts))
        definitions = {name: shown(types[name]) for name in types if name in used}
        return {**schema, "$defs": definitions} if definitions else schema

    def _with_result_types(
        self, schema: dict[str, Any], shown: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Any]:
        types, parts = self.spec.types, [self.operation.returns.json_schema]
        return self._with_types(schema, parts, lambda each: shown(with_defs(each, types)))

    @cached_property
    def _checker(self) -> Any:
        ignore_extra = self.spec.defaults.extra_arguments == "ignore"
        return runtime("arguments").ArgumentSchema(self.input_schema, tool=self.name, ignore_extra=ignore_extra)

    def checked(self, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        """The arguments as the function gets them, None for one that is unset; None where they are refused."""
        written = json.dumps(arguments)
        if written not in self._known:
            self._known[written] = self._check(arguments)
        return self._known[written]

    @cached_property
    def _known(self) -> dict[str, dict[str, Any] | None]:
        """Arguments that were checked: most cases of an operation have the same."""
        return {}

    def _check(self, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        try:
            given = self._checker.check(arguments)
        except runtime("failure").InvalidArguments:
            return None
        return {name: given.get(name) for name in self.operation.input}

    @cached_property
    def arguments(self) -> Arguments:
        """Arguments for calls of it."""
        return Arguments(self.spec, self.operation, lambda given: self.checked(given) is not None)

    def refusal(self, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        """What the agent receives for arguments that the schema refuses, None where it does not."""
        try:
            self._checker.check(arguments)
        except runtime("failure").InvalidArguments as failure:
            return refused_before(self.rules, failure).body
        return None

    def problem(self, body: Mapping[str, Any]) -> str | None:
        """What is wrong with a result under its declared schema."""
        if "description" in body and body.get("resultCount", 0) == 0:
            return None
        problem: str | None = self._replies.first_problem(body)
        return problem

    @cached_property
    def _replies(self) -> Any:
        return runtime("arguments").ReplySchema(self._with_result_types(self.returned, dict))

    def before(self, arguments: Mapping[str, Any]) -> Outcome | None:
        """What becomes of a call that is decided before its source is asked, None for any other."""
        if failure := self._read_only():
            return refused_before(self.rules, failure)
        for mode in self.modes:
            for matcher in mode.matchers:
                groups: dict[str, str | None] = {}
                own = matcher.input is not None and matcher.keys() == {"input"}
                if own and matcher.input is not None and input_holds(matcher.input, arguments, groups):
                    return refused_before(self.rules, self.failure(mode, None, None, arguments, groups))
        return self._unsendable(arguments)

    def _unsendable(self, arguments: Mapping[str, Any]) -> Outcome | None:
        """What becomes of a call with an argument that no program is given."""
        from .command import arguments_of

        try:
            arguments_of(self, arguments)
        except runtime("failure").InvalidArguments as failure:
            return refused_before(self.rules, failure)
        return None

    def annotation(self, name: str) -> str:
        """The annotation of a parameter in the generated code."""
        return python_type(self.operation.input[name].json_schema, self.spec.types)

    def _read_only(self) -> Any:
        if self.hints.read_only:
            return None
        always = next((name for name in self.sources if self.spec.sources[name].read_only is True), None)
        return None if always is None else runtime("failure").ReadOnly(always)

    def first_mode(
        self, facts: Facts, arguments: Mapping[str, Any], fits: Callable[[Matcher], bool]
    ) -> tuple[Mode, dict[str, str | None]] | None:
        """The first mode with a fitting matcher that holds, and the named groups that it found."""
        for mode in self.modes:
            for matcher in filter(fits, mode.matchers):
                if (groups := match(matcher, facts, arguments)) is not None:
                    return mode, groups
        return None

    def failure(
        self,
        mode: Mode,
        facts: Facts | None,
        cause: Any,
        arguments: Mapping[str, Any],
        groups: Mapping[str, str | None],
        retry_after: float | None = None,
    ) -> Any:
        """The failure that a mode is."""
        every = {**dict.fromkeys(mode.how.groups), **groups}
        declared = mode.how.mode.retry_after
        if retry_after is None and declared is not None and declared.seconds is not None:
            retry_after = declared.seconds if cause is None or cause.retry_after is None else cause.retry_after
        return mode_failure(mode.name, mode.how.mode, facts, cause, arguments, every, retry_after)


def _with(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {name: schema}, "required": [name]}


def _loose(schema: Any) -> dict[str, Any]:
    """The shape that the schema describes, without what a client could refuse a reply for."""
    if not isinstance(schema, Mapping):
        return {}
    loose: dict[str, Any] = {key: schema[key] for key in ("$ref", "title", "description") if key in schema}
    if isinstance(schema.get("properties"), Mapping):
        loose["properties"] = {name: _loose(each) for name, each in schema["properties"].items()}
    if isinstance(schema.get("items"), Mapping):
        loose["items"] = _loose(schema["items"])
    return loose
