"""The tables of an operation's cases, before they have their names."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cases import Answered, Answering
from .model import Case


@dataclass
class Tables:
    """The cases by what they show; see `OperationTests`.

    `how` says how the source is told, `good` is a call that succeeds; they are None where there is no such thing.
    """

    how: Answering | None = None
    good: Answered | None = None

    successes: list[Case | None] = field(default_factory=list)
    setups: list[Case | None] = field(default_factory=list)
    failures: list[Case | None] = field(default_factory=list)
    built_in: list[Case | None] = field(default_factory=list)
    warned: list[Case | None] = field(default_factory=list)
    recovered: list[Case | None] = field(default_factory=list)
