"""The call that the example of an agent makes: refused by the server itself, so that nothing is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..wrapping import flat, wrapped


@dataclass(frozen=True)
class Demonstration:
    """A call that is refused, and values for the settings without which the server does not start."""

    tool: str
    settings: Mapping[str, str]

    @property
    def call(self) -> str:
        """The assignments of the tool and its arguments."""
        return f'TOOL, ARGUMENTS = {flat(self.tool)}, "{{}}"'

    @property
    def settings_code(self) -> str:
        """The assignment of the settings."""
        return wrapped(f"SETTINGS = {flat(dict(self.settings))}")

    @property
    def merged(self) -> str:
        """What is added to the environment for this call."""
        return " if own_call else {**os.environ, **SETTINGS}" if self.settings else ""
