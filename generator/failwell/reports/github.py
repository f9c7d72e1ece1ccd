"""Findings as workflow commands, which GitHub shows as annotations of a pull request.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from .report import Linted
from .visible import visible


def report(files: Sequence[Linted]) -> str:
    """One `::error` or `::warning` command for each finding, each on a line."""
    return "\n".join(_command(finding, name) for name, _, findings in files for finding in findings)


def _command(finding: Finding, name: str) -> str:
    properties = {"file": visible(name), **_place(finding), "title": finding.code}
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    message = visible(finding.message)
    if finding.help is not None:
        message += f"\nhelp: {visible(finding.help)}"
    return f"::{finding.severity.value} {listed}::{_data(message)}"


def _place(finding: Finding) -> dict[str, str]:
    """GitHub takes columns only where the place is within one line."""
    span = finding.span
    if span is None:
        return {}
    if span.line != span.end_line:
        return {"line": str(span.line), "endLine": str(span.end_line)}
    return {"line": str(span.line), "col": str(span.column), "endColumn": str(span.end_column)}


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
