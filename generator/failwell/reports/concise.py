"""Findings on one line each, as compilers print them and editors read them."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding
from .colour import Palette
from .report import Linted, summary
from .visible import visible


def report(files: Sequence[Linted], color: bool) -> str:
    """`file:line:column: error[FW103] message` for each finding, and a summary."""
    palette = Palette(color)
    lines = [_line(finding, name, palette) for name, _, findings in files for finding in findings]
    return "\n".join([*lines, summary(files)])


def _line(finding: Finding, name: str, palette: Palette) -> str:
    place = f":{finding.span.line}:{finding.span.column}" if finding.span is not None else ""
    title = palette.severity(f"{finding.severity.value}[{finding.code}]", finding.severity)
    return f"{visible(name)}{place}: {title} {visible(finding.message)}"
