"""Resources: where they are read, and that what they are read from is there and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..hints import annotations_of
from ..rules import content as rules
from ..rules import references
from ..rules import sources as files
from ..spec import CONTENTS, Operation, Resource
from ..texts import parse_text
from ..uris import problem_of, shape_of, variables_of
from .addresses import is_beside_the_spec
from .instances import problems_of
from .nearest import suggestion
from .place import Place
from .survey import Survey


def resources(survey: Survey) -> Iterator[Finding]:
    """Findings about the resources of a spec."""
    seen: dict[str, str] = {}
    for name, resource in survey.spec.resources.items():
        place = survey.place / "resources" / name
        yield from _uri(resource, place / "uri")
        other = seen.setdefault(shape_of(resource.uri), name)
        if other != name:
            message = f"the resource `{other}` is read with the same URIs"
            yield rules.URI.finding(message, (place / "uri").span, "give one of them another URI")
        yield from _contents(name, resource, place)
        yield from _file(place / "file")
        if resource.operation is not None:
            yield from _operation(resource, place, survey)


def _uri(resource: Resource, place: Place) -> Iterator[Finding]:
    if (problem := problem_of(resource.uri)) is not None:
        help_ = "write it as `shop://orders/{id}`, other characters encoded as in `%20`"
        yield rules.URI.finding(f"`{resource.uri}` {problem}", place.span, help_)


def _contents(name: str, resource: Resource, place: Place) -> Iterator[Finding]:
    written = [key for key in CONTENTS if place.has(key)]
    if not written:
        message = f"the resource `{name}` does not say what it holds"
        yield rules.CONTENTS.finding(message, place.key_span, "add `text`, `file` or `operation`")
    for extra in written[1:]:
        message = f"the resource `{name}` says twice what it holds: `{written[0]}` and `{extra}`"
        yield rules.CONTENTS.finding(message, (place / extra).key_span, "keep one of them")
    if written == ["operation"] and place.has("mime_type"):
        message = "`mime_type` has no effect: what an operation gives is read as JSON"
        yield rules.CONTENTS.finding(message, (place / "mime_type").key_span, "drop it")
    if written and "operation" not in written:
        if place.has("with"):
            yield rules.CONTENTS.finding("`with` has no effect without `operation`", (place / "with").key_span)
        for variable in variables_of(resource.uri):
            message = f"the variable `{variable}` has no effect: the contents are always the same"
            yield rules.CONTENTS.finding(message, (place / "uri").span, "take it out, or read an `operation`")


def _file(place: Place) -> Iterator[Finding]:
    if isinstance(place.raw, str) and not is_beside_the_spec(place.raw):
        message = f"`{place.raw}` is no file beside the spec"
        yield files.SETUP.finding(message, place.span, "give a path relative to the spec, below its folder")


def _operation(resource: Resource, place: Place, survey: Survey) -> Iterator[Finding]:
    known, at = survey.names("operations"), place / "operation"
    if resource.operation not in known:
        message = f"there is no operation `{resource.operation}`"
        help_ = suggestion(str(resource.operation), known, "declared")
        yield references.UNKNOWN_OPERATION.finding(message, at.span, help_)
        return
    operation = survey.spec.operations.get(resource.operation)
    subject = next((each for each in survey.subjects if each.name == resource.operation), None)
    if operation is None or subject is None or subject.body is None or subject.lost("input") or subject.lost("hints"):
        return
    if not annotations_of(operation).read_only:
        message = f"`{resource.operation}` may change something, and clients read resources without asking anybody"
        help_ = "offer it as a tool alone; if it only reads, say `hints: {read_only: true}` there"
        yield rules.CHANGES.finding(message, at.span, help_)
    yield from _arguments(resource, operation, place, survey)


def _arguments(resource: Resource, operation: Operation, place: Place, survey: Survey) -> Iterator[Finding]:
    variables, given = variables_of(resource.uri), place / "with"
    names = variables if resource.arguments is None else tuple(resource.arguments)
    used = set() if resource.arguments is not None else set(variables)
    for name in names:
        at = (given / name).key_span if given.exists else (place / "uri").span
        if name not in operation.input:
            message = f"`{resource.operation}` has no parameter `{name}`"
            yield rules.ARGUMENTS.finding(message, at, suggestion(name, operation.input, "the parameters are"))
        elif given.exists:
            used |= parse_text(given.raw[name]).names if isinstance(given.raw[name], str) else set()
            yield from _value(given / name, variables, operation.input[name].json_schema, survey)
    for name, parameter in operation.input.items():
        if parameter.required and name not in names:
            message = f"`{resource.operation}` needs `{name}`, and nothing gives it"
            help_ = f"add `{name}` to `with`, or a variable of this name to `uri`"
            yield rules.ARGUMENTS.finding(message, (given if given.exists else place / "operation").key_span, help_)
    for name in variables:
        if name not in used:
            message = f"the variable `{name}` of the URI is used nowhere"
            yield rules.ARGUMENTS.finding(message, (place / "uri").span, "use it in `with`, or take it out")


def _value(place: Place, variables: tuple[str, ...], schema: dict[str, object], survey: Survey) -> Iterator[Finding]:
    """Findings about what a parameter is given: a constant, or one variable."""
    text = parse_text(place.raw) if isinstance(place.raw, str) else None
    if text is not None and text.placeholders:
        if text.sole is None or text.sole.expression not in variables:
            message = f"`{place.raw}` is no variable of the URI"
            help_ = suggestion(text.placeholders[0].expression, variables, "the variables are")
            yield rules.ARGUMENTS.finding(message, place.span, help_)
        return
    constant = place.raw if text is None else text.plain
    for problem in problems_of(schema, constant, survey.spec.types):
        yield rules.ARGUMENTS.finding(problem, place.span)
        return
