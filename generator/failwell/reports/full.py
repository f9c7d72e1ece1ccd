"""Findings for people: each with the line it is about and the way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..findings import Finding
from .colour import Palette
from .excerpt import excerpt, lines_of
from .report import Linted, summary
from .visible import visible


def report(files: Sequence[Linted], color: bool) -> str:
    """The findings of all files and a summary."""
    blocks = [full(findings, name, text, color=color) for name, text, findings in files if findings]
    return "\n\n".join([*blocks, summary(files)])


def full(findings: Iterable[Finding], name: str, text: str, *, color: bool = False) -> str:
    """The findings of the file `name`, a blank line between them."""
    palette, lines = Palette(color), lines_of(text)
    return "\n\n".join("\n".join(_block(finding, name, lines, palette)) for finding in findings)


def _block(finding: Finding, name: str, lines: Sequence[str], palette: Palette) -> list[str]:
    title = palette.severity(f"{finding.severity.value}[{finding.code}]", finding.severity)
    heading = title + palette.strong(f": {visible(finding.message)}")
    advice = [] if finding.help is None else [f"= help: {visible(finding.help)}"]
    if finding.span is None:
        return [heading, f"{palette.margin('-->')} {visible(name)}", *(f"  {line}" for line in advice)]
    number, margin = str(finding.span.line), " " * len(str(finding.span.line))
    line, carets = excerpt(lines, finding.span)
    return [
        heading,
        f"{margin[1:]}{palette.margin('-->')} {visible(name)}:{number}:{finding.span.column}",
        palette.margin(f"{margin} |"),
        f"{palette.margin(f'{number} |')} {line}".rstrip(),
        f"{palette.margin(f'{margin} |')} {palette.severity(carets, finding.severity)}",
        *(f"{margin} {line}" for line in advice),
    ]
