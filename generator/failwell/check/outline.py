"""The first half of the check: the shape of every part, section by section, so that one mistake hides nothing else."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from ..findings import Finding
from ..rules import structure as rules
from ..spec import (
    SOURCE_KINDS,
    Defaults,
    FailureMode,
    Lint,
    Operation,
    Part,
    Prompt,
    Resource,
    Server,
    Source,
    Spec,
)
from .place import Place
from .shape import shape_of
from .survey import Survey


class Outline(Part):
    """The top level of a spec, its sections unread."""

    failwell: Any
    server: Any
    defaults: Any = None
    types: Any = None
    sources: Any = None
    failures: Any = None
    operations: Any
    resources: Any = None
    prompts: Any = None
    lint: Any = None


SECTIONS = ("types", "sources", "failures", "operations", "resources", "prompts")


@cache
def adapter(annotation: Any) -> TypeAdapter[Any]:
    """The validator of one kind of part, made once."""
    return TypeAdapter(annotation)


@dataclass
class Reading:
    """The sections read so far."""

    place: Place
    findings: list[Finding] = field(default_factory=list)

    def part(self, annotation: Any, place: Place) -> Any:
        """The model of one part, None where it is missing or beyond saving."""
        if not place.exists:
            return None
        shape = shape_of(adapter(annotation), annotation, place)
        self.findings += shape.findings
        return shape.model

    def section(self, annotation: Any, name: str, only: Container[str] | None = None) -> dict[str, Any]:
        """The sound parts of a section that maps names to parts, or of those in `only`."""
        place = self.place / name
        if place.exists and not isinstance(place.raw, dict):
            self.part(dict[str, Any], place)
        parts = ((key, self.part(annotation, inner)) for key, inner in place.entries() if only is None or key in only)
        return {key: part for key, part in parts if part is not None}

    def sources(self) -> dict[str, Any]:
        """The sound sources, each of exactly one kind."""
        single = []
        for name, place in (self.place / "sources").entries():
            kinds = [kind for kind in SOURCE_KINDS if place.has(kind)]
            if not isinstance(place.raw, dict) or len(kinds) == 1:
                single.append(name)
            else:
                told = f"says both `{kinds[0]}` and `{kinds[1]}`" if kinds else "does not say what it is"
                at = (place / kinds[1] if kinds else place).key_span
                help_ = "a source is one of `http`, `sql` and `command`"
                self.findings.append(rules.SOURCE_KIND.finding(f"the source `{name}` {told}", at, help_))
        return self.section(Source, "sources", single)

    def top(self) -> None:
        """Checks the keys of the top level, and the version, which decides what all others mean."""
        self.part(Outline, self.place)
        version = self.place / "failwell"
        if version.exists and (version.raw != 1 or isinstance(version.raw, bool)):
            message = f"this is version {version.raw!r} of the language; known is version 1"
            self.findings.append(rules.VERSION.finding(message, version.span, "write `failwell: 1`"))
        operations = self.place / "operations"
        if operations.exists and not operations.raw:
            message = "a server without operations offers an agent nothing"
            self.findings.append(rules.NO_OPERATIONS.finding(message, operations.key_span, "describe at least one"))


def has_its_sections(place: Place) -> bool:
    """Whether every key of the top level is known, and every section that maps names is a mapping."""
    return all(
        name in Outline.model_fields and (name not in SECTIONS or isinstance(inner.raw, dict))
        for name, inner in place.entries()
    )


def read(place: Place) -> tuple[Survey, list[Finding]]:
    """The sound parts of the document at `place`, and what is wrong with the shape of the rest."""
    reading = Reading(place)
    reading.top()
    spec = Spec.model_construct(
        failwell=1,
        server=reading.part(Server, place / "server") or Server.model_construct(name="unnamed"),
        defaults=reading.part(Defaults, place / "defaults") or Defaults.model_construct(),
        types=reading.section(dict[str, Any], "types"),
        sources=reading.sources(),
        failures=reading.section(FailureMode, "failures"),
        operations=reading.section(Operation, "operations") if (place / "operations").raw else {},
        resources=reading.section(Resource, "resources"),
        prompts=reading.section(Prompt, "prompts"),
        lint=reading.part(Lint, place / "lint") or Lint.model_construct(),
    )
    return Survey(spec, place), reading.findings
