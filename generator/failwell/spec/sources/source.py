"""What sources of every kind may say."""

from __future__ import annotations

from pydantic import Field

from ..failures import FailureMode
from ..part import Part
from ..settings import Duration, Retry


class CommonSource(Part):
    """The settings that every source takes; `read_only` is a text where an environment variable decides."""

    timeout: Duration | None = None
    retry: Retry | None = None
    failures: dict[str, FailureMode] = Field(default_factory=dict)
    description: str | None = None
    read_only: bool | str = False
