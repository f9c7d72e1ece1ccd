"""Sources that are programs."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from ..part import Items
from ..settings import Size
from .kind import Kind
from .source import CommonSource

COMMAND = Kind(
    name="command",
    bodies=frozenset({"run"}),
    matchers=frozenset({"exit_code", "stdout"}),
    error_names=frozenset({"exit_code", "stdout", "stderr", "message"}),
    failures=frozenset({"timeout", "command_failed", "program_missing", "output_too_large", "not_executable"}),
    reply_keys=frozenset({"exit_code", "stdout", "stderr", "error"}),
)


class CommandSource(CommonSource):
    """A program: `args` stand before the arguments of every operation, `cwd` is where it runs, `max_output` bytes."""

    kind: ClassVar[Kind] = COMMAND

    command: str
    args: Items[str] = ()
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str | None = None
    max_output: Size = 1_000_000
