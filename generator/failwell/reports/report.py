"""What a report is made from."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding, Severity

Linted = tuple[str, str, Sequence[Finding]]  # the name of a file, its text, and what was found in it


def summary(files: Sequence[Linted]) -> str:
    """The last line of a report for people: how much was found in how many files."""
    severities = [finding.severity for _, _, findings in files for finding in findings]
    counts = [_counted(severities.count(severity), severity.value) for severity in Severity]
    found = ", ".join(count for count in counts if not count.startswith("0 "))
    return f"{found or 'No findings'} in {_counted(len(files), 'file')}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
