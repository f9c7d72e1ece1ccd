"""What the rules look at: the sound parts of a spec with their places, and each operation with what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..spec import BODIES, KINDS, CommonSource, FailureMode, Kind, Operation, Source, Spec
from .place import Place


@dataclass(frozen=True)
class Mode:
    """A failure mode with its name and place."""

    name: str
    mode: FailureMode
    place: Place


@dataclass(frozen=True)
class Subject:
    """One operation with what its rules need to know of the rest."""

    name: str
    operation: Operation
    place: Place
    spec: Spec

    @cached_property
    def written_bodies(self) -> tuple[str, ...]:
        """The keys of the file that say how it is done."""
        return tuple(key for key in BODIES if self.place.has(key) or key in self.operation.model_fields_set)

    @cached_property
    def body(self) -> str | None:
        """The one key that says how it is done, None where it does not say or says several things."""
        return self.written_bodies[0] if len(self.written_bodies) == 1 else None

    def lost(self, key: str) -> bool:
        """Whether the file has the key, but nothing sound in it."""
        return self.place.has(key) and key not in self.operation.model_fields_set

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters, also of those that are not sound."""
        return frozenset(self.operation.input) | frozenset(name for name, _ in (self.place / "input").entries())

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The sources it uses, by name: those it names, or the only one that fits."""
        known = self.spec.sources
        if self.operation.source:
            return {name: known[name] for name in self.operation.source if name in known}
        fitting = {name: source for name, source in known.items() if self.body in source.kind.bodies}
        return fitting if len(fitting) == 1 else {}

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds whose matchers and failures it has."""
        by_body = [kind for kind in KINDS.values() if self.body in kind.bodies]
        of_sources = [source.kind for source in self.sources.values()] if self.body == "handler" else []
        return tuple(dict.fromkeys([*by_body, *of_sources]))

    @cached_property
    def own_modes(self) -> tuple[Mode, ...]:
        """Its own failure modes, from top to bottom."""
        place = self.place / "failures"
        return tuple(Mode(name, mode, place / name) for name, mode in self.operation.failures.modes.items())

    @cached_property
    def used_modes(self) -> tuple[Mode, ...]:
        """The shared failure modes that it takes up."""
        place = self.place.top / "failures"
        known = self.spec.failures
        return tuple(Mode(name, known[name], place / name) for name in self.operation.failures.use if name in known)

    @cached_property
    def source_modes(self) -> tuple[Mode, ...]:
        """The failure modes of its sources."""
        return tuple(mode for name, source in self.sources.items() for mode in modes_of(self.place, name, source))

    @property
    def modes(self) -> tuple[Mode, ...]:
        """All declared failure modes in the order in which they are tried."""
        return self.own_modes + self.used_modes + self.source_modes


def modes_of(place: Place, name: str, source: CommonSource) -> Iterator[Mode]:
    """The failure modes of the source `name`; `place` is any place of the document."""
    failures = place.top / "sources" / name / "failures"
    return (Mode(mode_name, mode, failures / mode_name) for mode_name, mode in source.failures.items())


@dataclass(frozen=True)
class Survey:
    """The sound parts of a whole spec."""

    spec: Spec
    place: Place

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """Every operation, in the order of the file."""
        place = self.place / "operations"
        return tuple(Subject(name, one, place / name, self.spec) for name, one in self.spec.operations.items())

    @cached_property
    def shared_modes(self) -> tuple[Mode, ...]:
        """The failure modes that operations may take up."""
        place = self.place / "failures"
        return tuple(Mode(name, mode, place / name) for name, mode in self.spec.failures.items())

    @cached_property
    def source_modes(self) -> tuple[tuple[Kind, Mode], ...]:
        """The failure modes of all sources, with the kind of each."""
        return tuple(
            (source.kind, mode)
            for name, source in self.spec.sources.items()
            for mode in modes_of(self.place, name, source)
        )

    def names(self, section: str) -> frozenset[str]:
        """The names in a section of the file, also of parts that are not sound."""
        return frozenset(name for name, _ in (self.place / section).entries())
