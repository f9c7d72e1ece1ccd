"""References to types: that they lead somewhere, and not only to themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import references as rules
from .nearest import suggestion
from .place import Place
from .references import TYPE_PREFIX
from .survey import Survey


def reference(place: Place) -> Iterator[Finding]:
    """Findings about the one `$ref` at the place."""
    types = [name for name, _ in (place.top / "types").entries()]
    target = place.raw
    if not isinstance(target, str) or not target.startswith(TYPE_PREFIX) or "/" in target.removeprefix(TYPE_PREFIX):
        message = f"`{target}` does not lead to a type"
        help_ = "a reference has the form `#/types/Name`; declare the schema under `types`"
        yield rules.FOREIGN_REFERENCE.finding(message, place.span, help_)
    elif (name := target.removeprefix(TYPE_PREFIX)) not in types:
        message = f"there is no type `{name}`"
        yield rules.UNKNOWN_TYPE.finding(message, place.span, suggestion(name, types, "declared under `types`"))


def circles(survey: Survey) -> Iterator[Finding]:
    """Findings about types that are nothing but a reference, in the end, to themselves."""
    types = survey.spec.types
    for name in types:
        seen, current = [name], _target(types[name])
        while current is not None and current in types and current not in seen:
            seen.append(current)
            current = _target(types[current])
        if current == name:
            place = survey.place / "types" / name
            message = f"the type `{name}` is only a reference to itself: {' -> '.join([*seen, name])}"
            yield rules.CIRCULAR_TYPE.finding(message, place.key_span, "say what the type is")


def _target(schema: dict[str, object]) -> str | None:
    target = schema.get("$ref")
    return target.removeprefix(TYPE_PREFIX) if isinstance(target, str) else None
