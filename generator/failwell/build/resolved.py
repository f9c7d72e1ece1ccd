"""What the parts of a spec have to do with each other, worked out once: sources, failure modes, annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any

from ..hints import Annotations, annotations_of
from ..names import class_name, identifier, package_name
from ..spec import CommandSource, FailureMode, HttpSource, Operation, Source, Spec, SqlSource
from . import command, http, sql
from .failures import ANY_KIND, Setting, may_be_of_handler

KIND_OF_SOURCE: dict[type[Any], ModuleType] = {HttpSource: http, SqlSource: sql, CommandSource: command}
KIND_OF_BODY = {"request": HttpSource, "query": SqlSource, "execute": SqlSource, "run": CommandSource}

# What `failures.py` uses by these names.
TAKEN_CLASSES = ("Any", "CommandFailure", "Failure", "HttpFailure", "Literal", "SourceFailure", "SqlFailure")


@dataclass(frozen=True)
class Use:
    """One failure mode where it is used: who declares it, under which class name, and in which setting.

    `source` is set where the mode is a source's own.
    """

    owner: str
    name: str
    mode: FailureMode
    class_name: str
    setting: Setting
    source: str | None = None


@dataclass(frozen=True)
class Resolved:
    """A spec with the relations between its parts."""

    spec: Spec

    @cached_property
    def package(self) -> str:
        """The package of the server."""
        return self.spec.server.package or package_name(self.spec.server.name)

    @cached_property
    def sources(self) -> dict[str, tuple[str, ...]]:
        """Operation to the names of the sources that it uses; the only one that fits where it names none."""
        return {name: self._sources(operation) for name, operation in self.spec.operations.items()}

    @cached_property
    def annotations(self) -> dict[str, Annotations]:
        """Operation to its annotations."""
        return {name: annotations_of(operation) for name, operation in self.spec.operations.items()}

    @cached_property
    def readers(self) -> dict[str, tuple[str, ...]]:
        """Source to the operations that only read from it."""
        found: dict[str, list[str]] = {name: [] for name in self.spec.sources}
        for operation, names in self.sources.items():
            if self.annotations[operation].read_only:
                for name in names:
                    found[name].append(operation)
        return {name: tuple(readers) for name, readers in found.items()}

    @cached_property
    def uses(self) -> dict[str, tuple[Use, ...]]:
        """Operation to its failure modes in their effective order: its own, those it takes up, its sources'."""
        return {name: tuple(self._uses(name)) for name in self.spec.operations}

    @cached_property
    def failures(self) -> tuple[Use, ...]:
        """Every failure mode that is used, once, in the order of the operations."""
        found: dict[str, Use] = {}
        for use in (use for uses in self.uses.values() for use in uses):
            known = found.get(use.class_name)
            found[use.class_name] = use if known is None else replace(known, setting=known.setting.joined(use.setting))
        return tuple(found.values())

    def kind(self, source: str) -> ModuleType:
        """The module that builds operations on a source of this kind."""
        return kind_of(self.spec.sources[source])

    def _sources(self, operation: Operation) -> tuple[str, ...]:
        fitting = KIND_OF_BODY.get(operation.body)
        if operation.source or fitting is None:
            return operation.source
        return tuple(name for name, source in self.spec.sources.items() if isinstance(source, fitting))[:1]

    def _uses(self, name: str) -> Iterator[Use]:
        operation, sources = self.spec.operations[name], self.sources[name]
        setting = self._setting(operation, sources)
        for mode, each in operation.failures.modes.items():
            own = self._of_any_kind(operation) if operation.handler and may_be_of_handler(each, setting) else setting
            yield Use(name, mode, each, self._class_names["operation", name, mode], own)
        for mode in operation.failures.use:
            yield Use("", mode, self.spec.failures[mode], self._class_names["shared", "", mode], setting)
        for source in sources:
            of_source = self._setting(operation, (source,))
            for mode, each in self.spec.sources[source].failures.items():
                yield Use(source, mode, each, self._class_names["source", source, mode], of_source, source)

    def _setting(self, operation: Operation, sources: tuple[str, ...]) -> Setting:
        kinds = {self.kind(source) for source in sources}
        if len(kinds) == 1:
            kind = kinds.pop()
            return Setting(operation.input, self.spec.types, kind.FAILURE_CLASS, kind.FAILURE_MODULE, kind.ATTRIBUTES)
        return self._of_any_kind(operation)

    def _of_any_kind(self, operation: Operation) -> Setting:
        return Setting(operation.input, self.spec.types, *ANY_KIND)

    @cached_property
    def _class_names(self) -> dict[tuple[str, str, str], str]:
        """Whose mode it is, its owner and the mode to the name of its class, each name once."""
        spec, names, taken = self.spec, dict[tuple[str, str, str], str](), set(TAKEN_CLASSES)
        declared = [
            *(("operation", name, mode) for name, each in spec.operations.items() for mode in each.failures.modes),
            *(("shared", "", mode) for mode in spec.failures),
            *(("source", name, mode) for name, source in spec.sources.items() for mode in source.failures),
        ]
        for key in declared:
            name = failure_class_name(*key[1:])
            while name in taken:
                name += "_"
            taken.add(name)
            names[key] = name
        return names


def kind_of(source: Source) -> ModuleType:
    """The module that builds operations on this kind of source."""
    return next(module for kind, module in KIND_OF_SOURCE.items() if isinstance(source, kind))


def failure_class_name(owner: str, mode: str) -> str:
    """The class of a failure mode, which carries the name of its operation or source; one that begins so keeps it."""
    return identifier(class_name(mode if not owner or mode.startswith(f"{owner}_") else f"{owner}_{mode}"))
