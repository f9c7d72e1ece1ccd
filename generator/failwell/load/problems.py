"""Collects the findings of one file while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..findings import Finding
from ..rules.rule import Rule
from .lines import Lines
from .node import Place

MAX_FINDINGS = 100  # of one file: a hostile one could have millions


@dataclass
class Problems:
    """The findings so far, `MAX_FINDINGS` at most."""

    lines: Lines
    findings: list[Finding] = field(default_factory=list)

    def report(self, rule: Rule, message: str, place: Place, advice: str | None = None) -> None:
        """Adds a finding of `rule` at `place`, with `advice` as its help."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(rule.finding(message, self.lines.span(*place), advice))

    def full(self) -> bool:
        """Whether there are so many findings that no more are taken."""
        return len(self.findings) >= MAX_FINDINGS


def shortened(text: str) -> str:
    """The text, or its beginning where it would fill a message."""
    return text if len(text) <= 60 else f"{text[:57]}..."
