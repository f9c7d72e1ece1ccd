"""How the command line ends: the exit codes, and what is said before."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import typer

from ..terminal import say, wants_color, warn

if TYPE_CHECKING:
    from typing import TextIO

    from ..findings import Finding
    from ..spec_file import Examined

FINDINGS, USAGE, CONFLICTS, INTERRUPTED, BUG = 1, 2, 3, 130, 70


def report(examined: Iterable[Examined], format_: str, stream: TextIO) -> None:
    """Print what was found in specs."""
    from ..reports import render_report

    files = [(str(each.path), each.loaded.text, each.findings) for each in examined]
    if text := render_report(format_, files, color=wants_color(stream)):
        say(text, stream)


def report_and_stop(examined: Examined, strict: bool) -> None:
    """Print what was found in a spec that is about to be rendered; end here if that stops it."""
    if examined.findings:
        report([examined], "full", sys.stderr)
    if examined.spec is None or failed(examined.findings, strict):
        refuse("Nothing was written.")


def failed(findings: Iterable[Finding], strict: bool) -> bool:
    """Whether the findings stop a run: errors do, and warnings if it is strict."""
    from ..findings import Severity

    return any(strict or finding.severity is Severity.ERROR for finding in findings)


def refuse(text: str) -> NoReturn:
    """Say why nothing was done, and end."""
    warn(text)
    raise typer.Exit(FINDINGS)


def reason(error: OSError) -> str:
    """What the system says of the error."""
    return (error.strerror or str(error)).lower()
