"""Sources that are programs. Known by name only: operations that run them are not supported yet."""

from __future__ import annotations

from typing import Any, ClassVar

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
    """A program."""

    kind: ClassVar[Kind] = COMMAND

    command: Any
    args: Any = None
    env: Any = None
    cwd: Any = None
    max_output: Any = None
