"""What becomes of a call: how often its source is asked, how long is waited in between, and what the agent receives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...runtime import runtime
from ...spec import FailureMode, Retry
from .matching import Facts
from .values import filled, found

Met = Any
"""A Failure of the runtime, or the JSON object of a success."""


@dataclass(frozen=True)
class Rules:
    """What decides of an operation how its failures are told and tried again."""

    tool: str
    retry: Retry
    repeatable: bool
    harmless: bool
    check_with: tuple[str, ...]
    any_path: bool
    key_parameter: str | None


@dataclass(frozen=True)
class Outcome:
    """The JSON object that the agent receives, the waits between the attempts in seconds, and the last failure."""

    body: dict[str, Any]
    waits: tuple[float, ...]
    failures: tuple[Any, ...]
    is_error: bool

    @property
    def calls(self) -> int:
        """How many attempts there were."""
        return len(self.waits) + 1


def is_failure(met: Met) -> bool:
    """Whether an attempt failed."""
    return isinstance(met, runtime("failure").Failure)


def outcome(rules: Rules, perform: Callable[[int, list[Any]], Met], key: str | None = None) -> Outcome:
    """What becomes of the call whose attempt `n` after these failures comes to `perform(n, failures)`.

    `key` is the idempotency key that the agent gave. Raises ValueError where a reply has a key that it did not give.
    """
    failures: list[Any] = []
    waits: list[float] = []
    while True:
        met = perform(len(failures), failures)
        if not is_failure(met):
            return Outcome(met, tuple(waits), tuple(failures), is_error=False)
        failures.append(met)
        wait = _wait(rules.retry, met, len(failures))
        if not _worthwhile(rules, met, len(failures)) or sum(waits) + wait >= _of(rules.retry.budget):
            return Outcome(_envelope(rules, failures, key), tuple(waits), tuple(failures), is_error=True)
        waits.append(wait)


def refused_before(rules: Rules, failure: Any) -> Outcome:
    """What becomes of a call that never reaches its source."""
    return Outcome(_envelope(rules, [failure], None), (), (failure,), is_error=True)


def broken_reply(rules: Rules, met: Outcome, problem: str) -> Outcome:
    """What becomes of a call whose result breaks its declared schema where that is not allowed."""
    failure = runtime("failure").UnexpectedReply(problem)
    return replace(refused_before(rules, failure), waits=met.waits)


def _worthwhile(rules: Rules, failure: Any, made: int) -> bool:
    if failure.category != "transient" or made >= _of(rules.retry.attempts):
        return False
    if rules.retry.mode == "background" and failure.overloaded:
        return False
    return bool(rules.repeatable or failure.certain or not failure.sent)


def _wait(retry: Retry, failure: Any, made: int) -> float:
    backoff = min(_of(retry.initial) * _of(retry.factor) ** (made - 1), _of(retry.max))
    return max(backoff, failure.retry_after or 0.0)


def _of(value: float | None) -> float:
    assert value is not None, "the standard retries leave nothing open"
    return value


def _envelope(rules: Rules, failures: list[Any], key: str | None) -> dict[str, Any]:
    module = runtime("envelope")
    circumstances = module.Circumstances(
        tool=rules.tool,
        harmless=rules.harmless,
        any_path=rules.any_path,
        failures=tuple(failures),
        check_with=rules.check_with,
        key=(rules.key_parameter, key) if rules.key_parameter else None,
    )
    told: dict[str, Any] = module.envelope(failures[-1], circumstances)
    if told.get("details", {}).get("idempotencyKey", "") is None:
        raise ValueError("the key is new for each call")
    return told


def mode_failure(
    name: str,
    mode: FailureMode,
    facts: Facts | None,
    cause: Any,
    names: Mapping[str, Any],
    groups: Mapping[str, Any],
    retry_after: float | None = None,
) -> Any:
    """The failure that a mode is; `names` are the arguments and the values that a handler gives."""
    known = {**names, **groups, "error": _error(facts)}
    details = {key: _detail(key, each.expression, known) for key, each in mode.details.items()}
    known |= details
    named = {"category": mode.category, "name": name, "certain": bool(mode.retryable)}
    return type("Mode", (runtime("failure").Failure,), named)(
        filled(mode.description, known),
        cause=cause,
        recovery=None if mode.recovery is None else filled(mode.recovery, known),
        user_message=None if mode.user_message is None else filled(mode.user_message, known),
        retry_after=retry_after,
        details={**groups, **details},
    )


def _detail(name: str, expression: str | None, known: Mapping[str, Any]) -> Any:
    return known.get(name) if expression is None else found(expression, known)


ERROR_NAMES = (
    "code",
    "message",
    "status",
    "headers",
    "body",
    "constraint",
    "rows",
    "exit_code",
    "stdout",
    "stderr",
)


def _error(facts: Facts | None) -> dict[str, Any]:
    if facts is None:
        return {}
    reason = runtime("http.status").reason_phrase(facts.status) if facts.status else None
    shown = {name: getattr(facts, name) for name in ERROR_NAMES}
    return {**shown, "reason": reason}
