"""The tables of an operation's cases, before they have their names."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cases import Answered, Answering
from .model import Case
from .outcome import Outcome
from .subject import Subject


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

    def add_failure(self, subject: Subject, call: Answered, how: Answering) -> None:
        """A call that fails in a way of its own: told in full where the spec says how, in part where it does not."""
        met = how.outcome(call)
        if met is not None and met.is_error:
            declared = is_declared(subject, met)
            (self.failures if declared else self.built_in).append(
                how.failure(call) if declared else how.part_of_failure(call)
            )


def is_declared(subject: Subject, met: Outcome) -> bool:
    """Whether the spec declares the failure that a call comes to."""
    return any(mode.name == met.body.get("failure") for mode in subject.modes)
