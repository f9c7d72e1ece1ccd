"""What a server reads from its environment: its settings, and the variables behind them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class SettingField:
    """One value that is read from the environment when the server starts; `source` is what the spec says of it."""

    name: str
    annotation: str
    code: str
    source: str


@dataclass(frozen=True)
class EnvironmentVariable:
    """A variable of the environment that the server reads; `default` is None where it has to be set."""

    name: str
    default: str | None
    secret: bool
    purpose: str

    @property
    def note(self) -> str:
        """Whether it has to be set."""
        return " (required)" if self.default is None else ""

    @property
    def line(self) -> str:
        """The line of an environment file, a comment where there is a default."""
        if self.default is None:
            return f"{self.name}="
        if "'" not in self.default:
            return f"# {self.name}='{self.default}'"
        escaped = re.sub(r'[\\"]', r"\\\g<0>", self.default)
        return f'# {self.name}="{escaped}"'

    @property
    def shown_default(self) -> str:
        """The default as a table shows it."""
        return "required" if self.default is None else f"`{self.default}`"

    @property
    def reference(self) -> str:
        """The variable as a client fills it in from its own environment."""
        return f"${{{self.name}}}" if self.default is None else f"${{{self.name}:-{self.default}}}"
