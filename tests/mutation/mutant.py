"""One change of one file, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass

from .places import Places, Span


@dataclass(frozen=True)
class Mutant:
    """A file of a package, by its path in there, with another text at one place.

    `kind` is the sort of change, `function` the qualified name of the function that it is in, "" outside of all.
    """

    path: str
    function: str
    kind: str
    places: Places
    span: Span
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {_shown(self.before)} -> {_shown(self.after)}"

    @property
    def line(self) -> int:
        """The line in which the change begins."""
        return self.places.line(self.span)

    @property
    def before(self) -> str:
        """What stood there."""
        return self.places.text(self.span)

    @property
    def text(self) -> str:
        """The whole file after the change."""
        return self.places.with_other(self.span, self.after)

    @property
    def module(self) -> str:
        """The name by which the file is imported from its package."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:60]} ... {line[-35:]}"
