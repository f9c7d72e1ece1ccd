"""The tables of an operation's cases, before they have their names."""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Case


@dataclass
class Tables:
    """The cases by what they show; see `OperationTests`."""

    successes: list[Case | None] = field(default_factory=list)
    setups: list[Case | None] = field(default_factory=list)
    failures: list[Case | None] = field(default_factory=list)
    built_in: list[Case | None] = field(default_factory=list)
    warned: list[Case | None] = field(default_factory=list)
    recovered: list[Case | None] = field(default_factory=list)
