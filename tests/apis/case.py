"""Cases: calls of a tool, each with what an agent must receive for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Category = Literal["transient", "validation", "business", "permission"]

SECRET = "secretive-stack-trace"
"""A word in pages of HTML and in exceptions that no reply may hold."""


@dataclass(frozen=True)
class Case:
    """One call and its outcome; `failure`, `category` and `retryable` are None where they do not matter.

    `contains` are texts that stand in the structured content as `json.dumps` writes it. `retryable` is what
    `isRetryable` says when the server gives up, so it is false where it has itself tried again in vain.
    """

    tool: str
    arguments: Mapping[str, Any]
    outcome: Literal["success", "empty", "failure"]
    failure: str | None = None
    category: Category | None = None
    retryable: bool | None = None
    contains: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return f"{self.tool} {self.failure or self.outcome}"


def success(tool: str, arguments: Mapping[str, Any], *contains: str) -> Case:
    """A call that gives a result."""
    return Case(tool, arguments, "success", contains=contains)


def empty(tool: str, arguments: Mapping[str, Any], *contains: str) -> Case:
    """A call that is carried out and finds nothing."""
    return Case(tool, arguments, "empty", contains=contains)


def transient(tool: str, arguments: Mapping[str, Any], failure: str, *contains: str, retryable: bool) -> Case:
    """A call that fails for reasons that may pass."""
    return Case(tool, arguments, "failure", failure, "transient", retryable, contains)


def validation(tool: str, arguments: Mapping[str, Any], failure: str, *contains: str) -> Case:
    """A call that fails for what was given."""
    return Case(tool, arguments, "failure", failure, "validation", False, contains)


def business(tool: str, arguments: Mapping[str, Any], failure: str, *contains: str) -> Case:
    """A call that a rule forbids."""
    return Case(tool, arguments, "failure", failure, "business", False, contains)


def permission(tool: str, arguments: Mapping[str, Any], failure: str, *contains: str) -> Case:
    """A call that somebody has no right to make."""
    return Case(tool, arguments, "failure", failure, "permission", False, contains)
