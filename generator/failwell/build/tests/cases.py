"""The cases of one operation: calls with what their source answers, and what the agent must receive for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jmespath.exceptions import JMESPathError

from ...wrapping import flat
from ..tool import Mode
from .case import Case, Column
from .outcome import Met, Outcome, broken_reply, outcome
from .subject import Subject
from .values import case_name

LONGEST = 20_000
"""Characters of one case; a longer one helps nobody who reads it."""


@dataclass(frozen=True, eq=False)  # a key of what is known of calls; comparing them would cost more than it tells
class Answered:
    """A call and the answers that its source gives, one for each attempt, the last one for good."""

    name: str
    arguments: Mapping[str, Any]
    answers: tuple[Any, ...]


@dataclass(frozen=True)
class Answering:
    """How the source of an operation is told in the tests.

    `perform` says what an attempt comes to, `code` writes an answer down, and `sent` what an attempt sends.
    """

    subject: Subject
    perform: Callable[[Any, Mapping[str, Any], list[Any]], Met]
    code: Callable[[Any], str]
    sent: Callable[[Mapping[str, Any]], str | None]
    known: dict[Answered, Outcome | None] = field(default_factory=dict)

    def outcome(self, call: Answered) -> Outcome | None:
        """What becomes of the call; None where that cannot be said beforehand."""
        if call not in self.known:
            self.known[call] = self._outcome(call)
        return self.known[call]

    def _outcome(self, call: Answered) -> Outcome | None:
        arguments = self.subject.checked(call.arguments)
        if arguments is None:
            return None
        try:
            if decided := self.subject.before(arguments):
                return decided
            answers = call.answers
            rules = self.subject.rules
            met = outcome(
                rules,
                lambda made, failures: self.perform(answers[min(made, len(answers) - 1)], arguments, failures),
                arguments.get(rules.key_parameter or ""),
            )
            return self._held_to_its_schema(met)
        except (JMESPathError, TypeError, ValueError, KeyError):
            return None

    def _held_to_its_schema(self, met: Outcome) -> Outcome:
        """The outcome, which is a failure where replies are strict and this one is not as declared."""
        if met.is_error or self.subject.spec.defaults.replies != "strict":
            return met
        problem = self.subject.problem(met.body)
        return met if problem is None else broken_reply(self.subject.rules, met, problem)

    def is_decided_before(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the arguments alone decide."""
        checked = self.subject.checked(arguments)
        return checked is None or self.subject.before(checked) is not None

    def meets(self, mode: Mode, call: Answered) -> bool:
        """Whether the call comes to this mode."""
        met = self.outcome(call)
        return met is not None and met.is_error and met.body["failure"] == mode.name

    def arguments_for(self, mode: Mode, usual: Mapping[str, Any]) -> Mapping[str, Any]:
        """The arguments of a call that is to meet the mode: those of its example, in the usual ones where need be."""
        example = mode.how.mode.example
        given = example.input if example is not None else {}
        return given if given and self.subject.checked(given) is not None else {**usual, **given}

    def answers(self, call: Answered) -> Column:
        """The answers as a column."""
        return tuple(map(self.code, call.answers))

    def success(self, call: Answered) -> Case | None:
        """The case of a call that succeeds."""
        met = self.outcome(call)
        if met is None or met.is_error or met.waits or self.subject.problem(met.body) is not None:
            return None
        arguments = self.subject.checked(call.arguments)
        assert arguments is not None, "the call has an outcome"
        once = self.sent(arguments)
        sent: Column = "None" if once is None else (once,)
        return _case(call, flat(dict(call.arguments)), self.answers(call), sent, flat(met.body))

    def warning(self, calls: Iterable[Answered]) -> Case | None:
        """The case of the first call whose result is passed on although it breaks its declared schema."""
        for call in calls:
            met = self.outcome(call)
            if met is not None and not met.is_error and (problem := self.subject.problem(met.body)) is not None:
                line = f"{self.subject.name}: the reply breaks its declared schema: {problem}"
                return _case(call, flat(dict(call.arguments)), self.answers(call), flat(line))
        return None

    def failure(self, call: Answered) -> Case | None:
        """The case of a call that fails, with everything that the agent receives."""
        met = self.outcome(call)
        if met is None or not met.is_error:
            return None
        asked = replace(call, answers=()) if self.is_decided_before(call.arguments) else call
        return _case(asked, flat(dict(call.arguments)), self.answers(asked), waits_code(met), envelope_code(met.body))

    def part_of_failure(self, call: Answered) -> Case | None:
        """The case of a call that fails in a way of which no mode speaks, without the words that describe it."""
        met = self.outcome(call)
        if met is None or not met.is_error:
            return None
        told = _without_words(met.body)
        return _case(call, flat(dict(call.arguments)), self.answers(call), waits_code(met), envelope_code(told))

    def recovery(self, call: Answered) -> Case | None:
        """The case of a call that succeeds after a failure that passes."""
        met = self.outcome(call)
        if met is None or met.is_error or not met.waits:
            return None
        return _case(call, flat(dict(call.arguments)), self.answers(call), waits_code(met), flat(met.body))


def refused(subject: Subject) -> Iterator[Case]:
    """Calls with wrong arguments."""
    known: list[Any] = []
    for name, arguments in subject.arguments.wrong():
        told = subject.refusal(arguments)
        if told is not None and told not in known and _is_short(arguments):
            known.append(told)
            yield Case((flat(arguments), flat(told)), flat(case_name(name)))


def named(cases: Sequence[Case | None]) -> tuple[Case, ...]:
    """The cases that there are, each once and under a name of its own."""
    found: dict[tuple[Column, ...], Case] = {}
    names: dict[str, int] = {}
    for case in cases:
        if case is None or case.columns in found or _length(case) > LONGEST:
            continue
        count = names[case.name] = names.get(case.name, 0) + 1
        own = case.name if count == 1 else flat(f"{case.name[1:-1]}-{count}")
        found[case.columns] = Case(case.columns, own)
    return tuple(found.values())


def _length(case: Case) -> int:
    return sum(len(each) if isinstance(each, str) else sum(map(len, each)) for each in case.columns)


def _case(call: Answered, *columns: Column) -> Case:
    return Case(columns, flat(case_name(call.name)))


def waits_code(met: Outcome) -> str:
    """The code of the waits between the attempts, in seconds."""
    return flat([float(each) for each in met.waits])


def _without_words(body: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in body.items() if name not in ("description", "userMessage")}
    if "attemptHistory" in told:
        attempts = told["attemptHistory"]
        told["attemptHistory"] = [{key: each[key] for key in each if key != "error"} for each in attempts]
    return told


def envelope_code(body: Mapping[str, Any]) -> str:
    """The code of an envelope, in which attempts that failed alike are told once."""
    attempts = body.get("attemptHistory", [])
    alike = [{**each, "attempt": 0} for each in attempts]
    if not alike or any(each != alike[0] for each in alike):
        return flat(dict(body))
    arguments = [flat(attempts[0]["source"]), str(len(attempts))]
    arguments += [flat(attempts[0]["error"])] if "error" in attempts[0] else []
    shown = {name: flat(value) for name, value in body.items() if name != "attemptHistory"}
    shown["attemptHistory"] = f"history({', '.join(arguments)})"
    return f"{{{', '.join(f'{flat(name)}: {code}' for name, code in shown.items())}}}"


def _is_short(arguments: Mapping[str, Any]) -> bool:
    return len(flat(dict(arguments))) < LONGEST
