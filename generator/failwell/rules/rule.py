"""A rule: one code, its severity, and the page from which `failwell explain` and the docs are made."""

from __future__ import annotations

from dataclasses import dataclass

from ..findings import Finding, Severity, Span


@dataclass(frozen=True)
class Rule:
    """One thing that can be wrong with a spec.

    `example` is a whole spec file that gives exactly this finding, `repair` the same file put right; a test holds
    both to it.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    example: str
    repair: str

    def finding(self, message: str, span: Span | None, help: str | None = None) -> Finding:  # noqa: A002 - the field's name
        """A finding of this rule at `span`."""
        return Finding(self.code, self.severity, message, span, help)
