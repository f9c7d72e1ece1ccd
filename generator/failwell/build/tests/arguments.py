"""Arguments for the calls of a test: some that an operation takes, and some that it refuses."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...samples import Sample, invalid_samples, sample
from ...schemas import closed
from ...spec import FilePart, Operation, Spec
from ...texts import parse_text


@dataclass(frozen=True)
class Arguments:
    """What may be passed to an operation; `takes` says whether its schema accepts the arguments."""

    spec: Spec
    operation: Operation
    takes: Callable[[Mapping[str, Any]], bool]

    def _sample(self, name: str) -> Sample | None:
        """A value of a parameter: one in base64 where it is the content of a file."""
        schema = self.operation.input[name].json_schema
        made = sample(schema, self.spec.types)
        if name in self.files and made is not None and isinstance(made.value, str):
            return Sample(base64.b64encode(made.value.encode()).decode())
        return made

    @cached_property
    def files(self) -> frozenset[str]:
        """The parameters that are the content of a file, in base64."""
        parts = (self.operation.request.multipart or {}).values() if self.operation.request else ()
        texts = [parse_text(each.base64) for each in parts if isinstance(each, FilePart)]
        return frozenset(each.sole.expression for each in texts if each.sole is not None)

    @cached_property
    def usual(self) -> dict[str, Any] | None:
        """Arguments that the operation takes: those of its first example, or made from the schemas."""
        for example in self.operation.examples:
            if self.takes(example.input):
                return example.input
        made: dict[str, Any] = {}
        for name, each in self.operation.input.items():
            if each.required:
                value = self._sample(name)
                if value is None:
                    return None
                made[name] = value.value
        return made if self.takes(made) else None

    def every(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with a value for every parameter, and with lists of several items where they may have these."""
        made = dict(arguments)
        for name in self.operation.input:
            value = self._sample(name)
            if name not in made and value is not None:
                made[name] = value.value
            if isinstance(made.get(name), list):
                longer = {**made, name: made[name] * 2}
                made = longer if self.takes(longer) else made
        return made

    def unusual(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The same arguments as some models write them: null for what is unset, 10.0 for 10."""
        made = {name: float(value) if type(value) is int else value for name, value in arguments.items()}
        unset = [name for name, each in self.operation.input.items() if not each.required and name not in arguments]
        return made | dict.fromkeys(unset)

    def wrong(self) -> list[tuple[str, dict[str, Any]]]:
        """Calls that are refused, by name: nothing given, everything mistyped, each limit exceeded, one unexpected."""
        right = self.usual or {}
        wrong = {
            name: invalid_samples(closed(each.json_schema, self.spec.types), self.spec.types)
            for name, each in self.operation.input.items()
        }
        types = {
            name: next((each.value for each in found if each.problem == "type"), _NOTHING)
            for name, found in wrong.items()
        }
        calls: list[tuple[str, dict[str, Any]]] = [("missing", {})]
        calls.append(("mistyped", {name: value for name, value in types.items() if value is not _NOTHING}))
        values = {name: [each.value for each in found if each.problem == "value"] for name, found in wrong.items()}
        for number in range(max((len(found) for found in values.values()), default=0)):
            beyond = {name: found[number] for name, found in values.items() if number < len(found)}
            calls.append((f"out of range {number + 1}", {**right, **beyond}))
        if self.spec.defaults.extra_arguments != "ignore":
            name = _unexpected(self.operation.input)
            calls.append(("unexpected", {**right, name: "unexpected"}))
        return calls


_NOTHING = object()


def _unexpected(known: Mapping[str, Any]) -> str:
    """A name close to one that is known, and not known itself."""
    name = f"{next(iter(known), 'argument')}s"
    while name in known:
        name += "s"
    return name
