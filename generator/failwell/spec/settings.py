"""Durations, sizes, retries and the defaults of a whole server."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .part import Part

SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
BYTES = {"KB": 1_000, "MB": 1_000_000}
DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)", re.ASCII)
SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)(KB|MB)", re.ASCII)

Category: TypeAlias = Literal["transient", "validation", "business", "permission"]


def seconds(value: Any) -> Any:
    """The seconds of a text such as `500ms` or `10s`; raises PydanticCustomError for anything else."""
    match = DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise PydanticCustomError("duration", "expected a duration such as `500ms`, `10s`, `2m` or `1h`")
    return float(match[1]) * SECONDS[match[2]]


def size(value: Any) -> Any:
    """The bytes of a text such as `200KB`; raises PydanticCustomError for anything else."""
    match = SIZE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise PydanticCustomError("size", "expected a size such as `200KB` or `5MB`")
    return int(float(match[1]) * BYTES[match[2]])


Duration: TypeAlias = Annotated[float, BeforeValidator(seconds)]
Size: TypeAlias = Annotated[int, BeforeValidator(size)]


class Retry(Part):
    """How a transient failure is tried again, times in seconds; None where a wider setting decides."""

    attempts: Annotated[int, Field(ge=1, le=100)] | None = None
    initial: Duration | None = None
    factor: Annotated[float, Field(ge=1, le=100)] | None = None
    max: Duration | None = None
    jitter: bool | None = None
    budget: Duration | None = None
    mode: Literal["foreground", "background"] | None = None

    def over(self, wider: Retry | None) -> Retry:
        """These settings, with those of `wider` where nothing is set here."""
        return Retry.model_construct(**{**(wider.set_values() if wider else {}), **self.set_values()})

    def set_values(self) -> dict[str, Any]:
        """The settings that were written."""
        return {name: value for name, value in self if value is not None}


STANDARD_RETRY = Retry.model_construct(
    attempts=3, initial=0.5, factor=2.0, max=8.0, jitter=True, budget=20.0, mode="foreground"
)


class Crash(Part):
    """How an unexpected exception is told."""

    category: Category = "business"


class Defaults(Part):
    """What holds for every operation that says nothing else; `timeout` in seconds, `max_result` in bytes."""

    timeout: Duration = 10.0
    retry: Retry = Retry.model_construct()
    retryable: Literal["same_call", "any_path"] = "same_call"
    extra_arguments: Literal["forbid", "ignore"] = "forbid"
    replies: Literal["lenient", "strict"] = "lenient"
    max_result: Size = 200_000
    crash: Crash = Crash.model_construct()
