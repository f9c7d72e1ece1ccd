"""The tables of an operation's cases, before they have their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .case import Case
from .cases import Answered, Answering
from .limits import at_the_limits
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

    def add_troubles(self, how: Answering, troubles: Troubles, arguments: Mapping[str, Any]) -> None:
        """Calls whose source fails in ways of which the spec says nothing."""
        for name, answer in troubles.met_by(how.subject):
            call = Answered(name, arguments, (answer,))
            met = how.outcome(call)
            if met is not None and met.is_error and not is_declared(how.subject, met):
                self.built_in.append(how.part_of_failure(call))

    def add_limits(self, how: Answering, good: Answered) -> None:
        """Calls with arguments at the limits of the failure modes."""
        for arguments in at_the_limits(how.subject, good.arguments):
            call = replace(good, name="at a limit", arguments=arguments)
            self.successes.append(how.success(call))
            self.failures.append(how.failure(call))


@dataclass(frozen=True)
class Troubles:
    """How a kind of source may fail whatever it is asked, by name.

    `of_each` are those that every operation meets; the others come to the same for all that are alike. `lasting` is
    one that may pass after two attempts.
    """

    answers: tuple[tuple[str, Any], ...]
    of_each: tuple[str, ...]
    lasting: Any

    def met_by(self, subject: Subject) -> Iterator[tuple[str, Any]]:
        """Those that are shown with this operation."""
        return ((name, answer) for name, answer in self.answers if subject.is_first or name in self.of_each)

    def recoveries(self, how: Answering, good: Answered, provoked: Sequence[Answered]) -> Iterator[Case | None]:
        """Calls whose first attempts fail for reasons that pass."""
        answer = good.answers[-1]
        for name, trouble in self.met_by(how.subject):
            yield how.recovery(Answered(f"{name} passes", good.arguments, (trouble, answer)))
        if how.subject.is_first:
            yield how.recovery(Answered("the third attempt", good.arguments, (self.lasting, self.lasting, answer)))
        for call in provoked:
            if call.answers:
                yield how.recovery(Answered(f"{call.name} passes", good.arguments, (*call.answers, answer)))


def is_declared(subject: Subject, met: Outcome) -> bool:
    """Whether the spec declares the failure that a call comes to."""
    return any(mode.name == met.body.get("failure") for mode in subject.modes)
