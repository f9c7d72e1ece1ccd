"""The JSON Schemas of a spec: that they are valid, that their references lead somewhere and their examples fit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..findings import Finding
from ..rules import expressions as expression_rules
from ..rules import structure as rules
from ..spec.parameters import OWN_KEYS
from . import regexes
from .instances import problems_of
from .keywords import INSTEAD, KEYWORDS, TYPES, is_plain, schemas_below
from .nearest import nearest
from .place import Place
from .survey import Subject, Survey
from .types import reference
from .wording import described


def types(survey: Survey) -> Iterator[Finding]:
    """Findings about the schemas under `types`."""
    for _, place in (survey.place / "types").entries():
        yield from findings_in(place)


def of_operation(subject: Subject) -> Iterator[Finding]:
    """Findings about the schemas of parameters and results, and about details that are schemas."""
    for _, place in (subject.place / "input").entries():
        yield from findings_in(place, OWN_KEYS)
        yield from _optional_default(place)
    for place in _results(subject):
        yield from findings_in(place)


def details(place: Place) -> Iterator[Finding]:
    """Findings about the schemas among the details of the failure mode at the place."""
    for _, inner in (place / "details").entries():
        yield from findings_in(inner)


def _results(subject: Subject) -> Iterator[Place]:
    returns = subject.place / "returns"
    yield from (returns / "list", returns / "value")
    whole = returns / "object"
    if isinstance((whole / "$ref").raw, str):
        yield whole
    else:
        yield from (place for _, place in whole.entries())


def findings_in(whole: Place, own_keys: Iterable[str] = ()) -> Iterator[Finding]:
    """Findings about the schema at the place and those inside; the outer one may have `own_keys` beside keywords."""
    for place in schemas_below(whole):
        raw = place.raw
        schema = {key: value for key, value in raw.items() if place is not whole or key not in own_keys}
        invalid = [*_keywords(place, schema)] or [*_invalid(place, schema)] or [*_patterns(place, schema)]
        yield from invalid
        yield from reference(place / "$ref") if "$ref" in schema else ()
        yield from _values(place, schema) if not invalid else ()


def _keywords(place: Place, schema: dict[str, Any]) -> Iterator[Finding]:
    for key in schema:
        if key not in KEYWORDS and not key.startswith("x-"):
            meant = INSTEAD.get(key) or (f"did you mean `{found}`?" if (found := nearest(key, KEYWORDS)) else None)
            message = f"`{key}` is no keyword of JSON Schema 2020-12 that a spec can use"
            yield rules.UNKNOWN_KEYWORD.finding(message, (place / key).key_span, meant)


def broken_keywords(schema: dict[str, Any]) -> tuple[str, ...]:
    """The keywords of the schema whose values it cannot have; schemas inside do not count."""
    shallow = {key: value for key, value in schema.items() if not key.startswith("x-")}
    return () if is_plain(shallow) else _refused_keywords(json.dumps(shallow, sort_keys=True))


def _invalid(place: Place, schema: dict[str, Any]) -> Iterator[Finding]:
    for path in broken_keywords(schema):
        inner = place / path
        yield rules.INVALID_SCHEMA.finding(f"{described(inner.raw)} is no valid `{path}`", inner.span, _help(inner))


@lru_cache(maxsize=2048)
def _refused_keywords(schema: str) -> tuple[str, ...]:
    """The keywords whose values the meta-schema refuses in the schema, which is given as JSON."""
    from jsonschema import Draft202012Validator  # a tenth of a second, which only faulty and unusual schemas need

    errors = Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(json.loads(schema))
    return tuple(dict.fromkeys(str(error.path[0]) for error in errors if error.path and not _is_deep(error.path)))


def _is_deep(path: Any) -> bool:
    """Whether a path leads into a schema inside, which is looked at by itself."""
    return len([*path]) > 2 or (len([*path]) == 2 and path[0] not in ("required", "type", "enum"))


def _help(place: Place) -> str | None:
    if place.name == "type":
        return f"a type is one of {', '.join(TYPES)}, or a list of these"
    if place.name == "required" and isinstance(place.raw, bool):
        return "a parameter is required unless it has a `default` or `optional: true`; `required` lists properties"
    return None


def _patterns(place: Place, schema: dict[str, Any]) -> Iterator[Finding]:
    if "pattern" in schema:
        yield from pattern(place / "pattern", str(schema["pattern"]))
    for key, inner in (place / "patternProperties").entries():
        yield from pattern(inner, str(key))


def pattern(place: Place, text: str) -> Iterator[Finding]:
    """Findings about a regular expression of a JSON Schema."""
    if (error := regexes.error_in(text)) is not None:
        message = f"`{text}` is no regular expression: {error[0]}"
        yield expression_rules.REGEX.finding(message, place.text_span(error[1], 1))
    elif (foreign := regexes.only_python(text)) is not None:
        message = f"`{foreign[0]}` means nothing in the regular expressions of JSON Schema, which clients run too"
        yield expression_rules.UNPORTABLE_PATTERN.finding(message, place.text_span(foreign[1], len(foreign[0])))


def _values(place: Place, schema: dict[str, Any]) -> Iterator[Finding]:
    types = (place.document.data.get("types") or {}) if isinstance(place.document.data.get("types"), dict) else {}
    tested = [place / "default"] if "default" in schema and not _unset(place, schema) else []
    for key in ("examples", "enum"):
        tested += (place / key).members() if key in schema else []
    bare = {key: value for key, value in schema.items() if key not in ("default", "examples", "enum")}
    for item in tested:
        full = schema if item.path[-1] == "default" else bare
        for problem in problems_of(full, item.raw, types):
            told = "default" if item.path[-1] == "default" else str(item.path[-2])
            yield rules.UNFIT_VALUE.finding(f"this `{told}` breaks its own schema: {problem}", item.span)


def _unset(place: Place, schema: dict[str, Any]) -> bool:
    """Whether the default is null where null means unset."""
    return schema.get("default") is None and (place / "optional").raw is True


def _optional_default(place: Place) -> Iterator[Finding]:
    if place.has("default") and (place / "optional").raw is not False and place.has("optional"):
        message = f"`optional` says nothing new: `{place.name}` has a default"
        yield rules.NO_EFFECT.finding(message, (place / "optional").key_span, "drop `optional`, or the default")
