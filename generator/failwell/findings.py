"""Findings: what is wrong in a spec, where, and the way out. They are collected and returned, never raised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters: an error stops rendering, a warning stops only a strict run."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, order=True)
class Span:
    """A place in a text: 1-based lines and columns counted in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Finding:
    """One problem of one file. `span` is None only where the file could not be read at all."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    help: str | None = None


def in_reading_order(findings: list[Finding]) -> list[Finding]:
    """The findings from the top of the file to its end, those without a place first, duplicates dropped."""
    first = Span(0, 0, 0, 0)
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda finding: (finding.span or first, finding.code, finding.message))
