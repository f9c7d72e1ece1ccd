"""Colours of a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from ..findings import Severity

_SEVERITIES = {Severity.ERROR: "1;31", Severity.WARNING: "1;33"}


@dataclass(frozen=True)
class Palette:
    """Paints texts, or leaves them as they are where `on` is false."""

    on: bool

    def severity(self, text: str, severity: Severity) -> str:
        """The text in the colour of `severity`."""
        return self._painted(text, _SEVERITIES[severity])

    def strong(self, text: str) -> str:
        """The text in bold."""
        return self._painted(text, "1")

    def margin(self, text: str) -> str:
        """The text as what surrounds a quoted line."""
        return self._painted(text, "34")

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text
