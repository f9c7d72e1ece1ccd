"""Resources: each as an entry of `resources.py`, and the media type under which it is listed."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from ..media import is_text, media_type_of
from ..prose import Prose, spread
from ..spec import Resource, Spec
from ..texts import parse_text
from ..uris import variables_of
from ..wrapping import flat
from .content_model import ResourceEntry
from .icons import icons_code
from .imports import Imports
from .scope import mapping

RUNTIME = ".runtime.resource"
JSON = "application/json"


def resource_entries(spec: Spec, imports: Imports) -> tuple[ResourceEntry, ...]:
    """All resources, in the order of the spec."""
    if spec.resources:
        imports.use(RUNTIME, "Resource")
    return tuple(_entry(name, each, spec, imports) for name, each in spec.resources.items())


def _entry(name: str, resource: Resource, spec: Spec, imports: Imports) -> ResourceEntry:
    arguments: list[str | Prose] = [f"name={flat(name)}", f"uri={flat(resource.uri)}"]
    if resource.title is not None:
        arguments.append(Prose((resource.title.strip(),), "title="))
    arguments.append(Prose((resource.description.strip(),), "description="))
    media_type = media_type_in(spec, resource)
    if media_type != JSON:
        arguments.append(f"mime_type={flat(media_type)}")
    arguments.append(_contents(resource, media_type, imports))
    arguments += icons_code(resource.icons, imports)
    arguments += _annotations(resource, imports)
    return ResourceEntry(name, resource.uri, " ".join(resource.description.split()), tuple(arguments))


def media_type_in(spec: Spec, resource: Resource) -> str:
    """The media type of a resource: what it says, or what its contents most plainly are."""
    if resource.operation is not None:
        return spec.operations[resource.operation].returns.media_type or JSON
    if resource.file is not None:
        return resource.mime_type or media_type_of(resource.file)
    return resource.mime_type or "text/plain"


def arguments_in(resource: Resource) -> dict[str, Any]:
    """Parameter to the constant, or to the text `{variable}`, that the operation of a resource is given for it."""
    if resource.arguments is not None:
        return resource.arguments
    return {name: f"{{{name}}}" for name in variables_of(resource.uri)}


def variable_in(value: Any) -> str | None:
    """The variable that an argument is; None where it is a constant."""
    sole = parse_text(value).sole if isinstance(value, str) else None
    return None if sole is None else sole.expression


def constant_in(value: Any) -> Any:
    """The constant that an argument is."""
    return parse_text(value).plain if isinstance(value, str) else value


def _contents(resource: Resource, media_type: str, imports: Imports) -> str:
    if resource.operation is not None:
        imports.use(RUNTIME, "Answer")
        given = {name: _value(value, imports) for name, value in arguments_in(resource).items()}
        return f"contents=Answer({', '.join([flat(resource.operation), *([mapping(given)] if given else [])])})"
    if resource.file is not None:
        imports.use(RUNTIME, "Packaged")
        binary = [] if is_text(media_type) else ["binary=True"]
        return f"contents=Packaged({', '.join(['__package__', flat(PurePosixPath(resource.file).name), *binary])})"
    imports.use(RUNTIME, "Text")
    return spread("Text", [Prose((resource.text or "",))], 8, "contents=", ",").removesuffix(",")


def _value(value: Any, imports: Imports) -> str:
    name = variable_in(value)
    if name is None:
        return flat(constant_in(value))
    return f"{imports.use(RUNTIME, 'Variable')}({flat(name)})"


def _annotations(resource: Resource, imports: Imports) -> list[str]:
    given = [f"audience={flat(list(resource.annotations.audience))}"] if resource.annotations.audience else []
    priority = resource.annotations.priority
    given += [f"priority={flat(float(priority))}"] if priority is not None else []
    if given:
        imports.use("mcp_types", "Annotations")
    return [f"annotations=Annotations({', '.join(given)})"] if given else []
