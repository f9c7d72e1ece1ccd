"""The tests of resources: each as it is listed, read, and refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from ...media import is_text
from ...runtime import runtime
from ...spec import Resource, Spec
from ...uris import variables_of, with_values
from ...wrapping import flat
from ..resources import arguments_in, constant_in, media_type_in, variable_in
from .case import Case
from .cases import Answered, Answering, envelope_code, named, waits_code
from .content_model import ResourceTests
from .icons import listed_icons
from .imports import content_imports
from .outcome import Outcome
from .refusals import refusal
from .subject import Subject
from .tables import Tables, is_declared
from .values import case_name


def resource_tests(
    spec: Spec, subjects: Mapping[str, Subject], tables: Mapping[str, Tables], package: str
) -> ResourceTests | None:
    """What `test_resources.py` says, None where there are no resources."""
    if not spec.resources:
        return None
    each = [_Read(name, resource, spec) for name, resource in spec.resources.items()]
    of_tools = [case for read in each if read.resource.operation for case in read.of_tool(subjects, tables)]
    unknown = _unknown(each)
    known = [read.resource.uri for read in sorted(each, key=lambda read: read.is_template)]
    made = ResourceTests(
        imports=(),
        has_files=any(read.resource.file is not None for read in each),
        resources=flat([read.listed for read in each if not read.is_template]),
        templates=flat([read.listed for read in each if read.is_template]),
        unknown=unknown,
        refusal=flat(refusal(spec, runtime("resource").UnknownResource(unknown, known))),
        fixed=named([read.fixed for read in each if read.resource.operation is None]),
        answered=named([case for is_error, case in of_tools if not is_error]),
        failures=named([case for is_error, case in of_tools if is_error]),
    )
    return replace(made, imports=_imports(made, package))


class _Read:
    """One resource, and the reads of it that are tried."""

    def __init__(self, name: str, resource: Resource, spec: Spec) -> None:
        self.name = name
        self.resource = resource
        self.media_type = media_type_in(spec, resource)
        self.is_template = bool(variables_of(resource.uri))
        self._known = runtime("resource").Resource(name=name, uri=resource.uri, description="", contents=None)

    def has(self, uri: str) -> bool:
        """Whether this resource is read with the URI."""
        return self._known.variables_in(uri) is not None

    @property
    def listed(self) -> dict[str, Any]:
        """The resource as it is listed."""
        annotations = {
            "audience": list(self.resource.annotations.audience),
            "priority": self.resource.annotations.priority,
        }
        shown = {
            "name": self.name,
            "title": self.resource.title.strip() if self.resource.title is not None else None,
            "uriTemplate" if self.is_template else "uri": self.resource.uri,
            "description": self.resource.description.strip(),
            "mimeType": self.media_type,
            "icons": listed_icons(self.resource.icons) or None,
            "annotations": {key: value for key, value in annotations.items() if value not in ([], None)} or None,
        }
        return {key: value for key, value in shown.items() if value is not None}

    @property
    def fixed(self) -> Case:
        """The read of contents that are always the same."""
        if self.resource.file is None:
            key, code = "text", flat(self.resource.text or "")
        elif is_text(self.media_type):
            key, code = "text", f"shipped({flat(PurePosixPath(self.resource.file).name)}).decode()"
        else:
            name = flat(PurePosixPath(self.resource.file).name)
            key, code = "blob", f"base64.b64encode(shipped({name})).decode()"
        uri = flat(self.resource.uri)
        contents = f'{{"uri": {uri}, "mimeType": {flat(self.media_type)}, "{key}": {code}}}'
        return Case((uri, contents), flat(case_name(self.name)))

    def of_tool(
        self, subjects: Mapping[str, Subject], tables: Mapping[str, Tables]
    ) -> Iterator[tuple[bool, Case | None]]:
        """Reads of what a tool gives, one for each way of ending of which the spec speaks, and whether it failed."""
        assert self.resource.operation is not None
        subject, how = subjects[self.resource.operation], tables[self.resource.operation].how
        yield True, self._refused(subject)
        seen: set[Any] = set()
        for call in list(how.known) if how is not None else ():
            assert how is not None
            if (asked := self._asked(call, how)) is None:
                continue
            uri, met = asked
            end = (met.is_error, met.body.get("failure"), met.body.get("resultCount") == 0)
            if end not in seen and (not met.is_error or is_declared(subject, met)):
                seen.add(end)
                yield met.is_error, self._case(call, uri, how, met)

    def _asked(self, call: Answered, how: Answering) -> tuple[str, Outcome] | None:
        """The URI that makes this call, and what comes of it; None where there is no such URI."""
        arguments = self._arguments(call.arguments)
        uri = None if arguments is None else self._uri(arguments, how.subject)
        if arguments is None or uri is None:
            return None
        if how.subject.operation.handler and arguments != call.arguments:
            return None  # what a handler raises was written down for the arguments of the call
        if not call.answers and not how.is_decided_before(arguments):
            return None
        met = how.outcome(replace(call, arguments=arguments))
        return None if met is None else (uri, met)

    def _arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        made = {}
        for name, value in arguments_in(self.resource).items():
            if variable_in(value) is None:
                made[name] = constant_in(value)
            elif isinstance(arguments.get(name), str | int | float):
                made[name] = arguments[name]
            else:
                return None
        return made

    def _uri(self, arguments: Mapping[str, Any], subject: Subject) -> str | None:
        """The URI with these values, None where the server would read others from it."""
        as_text = runtime("values").text
        given = {
            variable: (name, arguments[name])
            for name, value in arguments_in(self.resource).items()
            if (variable := variable_in(value)) is not None
        }
        uri = with_values(self.resource.uri, {variable: as_text(value) for variable, (_, value) in given.items()})
        read = self._known.variables_in(uri)
        same = read is not None and all(
            _typed(read[variable], subject, name) == value for variable, (name, value) in given.items()
        )
        return uri if same else None

    def _refused(self, subject: Subject) -> Case | None:
        """A read whose variables are nothing that the operation takes."""
        values = dict.fromkeys(variables_of(self.resource.uri), "no such thing")
        read = {
            name: constant_in(value) if (variable := variable_in(value)) is None else values[variable]
            for name, value in arguments_in(self.resource).items()
        }
        told = subject.refusal(read) if values else None
        if told is None:
            return None
        uri = flat(with_values(self.resource.uri, values))
        return Case((flat(subject.name), uri, (), "[]", flat(told)), flat(case_name(f"{self.name} refused")))

    def _case(self, call: Answered, uri: str, how: Answering, met: Outcome) -> Case:
        decided = how.is_decided_before(self._arguments(call.arguments) or {})
        answers = () if decided else how.answers(call)
        name = flat(case_name(f"{self.name} {call.name}"))
        start = (flat(how.subject.name), flat(uri), answers)
        if met.is_error:
            return Case((*start, waits_code(met), envelope_code(met.body)), name)
        is_bytes = how.subject.operation.returns.kind == "content" and "description" not in met.body
        shown = {"mimeType": self.media_type, "bytes": met.body["bytes"]} if is_bytes else met.body
        return Case((*start, flat(shown)), name)


def _typed(text: str, subject: Subject, parameter: str) -> Any:
    schema = subject.input_schema
    shown = runtime("shapes").Shapes(schema).resolved(schema["properties"][parameter])
    return runtime("resource").typed(text, shown)


def _unknown(each: list[_Read]) -> str:
    """A URI that nobody has, close to the first."""
    uri = f"x{with_values(each[0].resource.uri, dict.fromkeys(variables_of(each[0].resource.uri), '1'))}"
    while any(read.has(uri) for read in each):
        uri = f"x{uri}"
    return uri


def _imports(made: ResourceTests, package: str) -> tuple[str, ...]:
    cases = [*made.fixed, *made.answered, *made.failures]
    needed = ["Agent", "MCPError", "pytest"]
    needed += ["SECRETS"] if made.failures else []
    needed += ["base64", "json"] if made.answered else []
    return content_imports(cases, needed, package)
