"""Lints a spec: everything that is found in it, from its bytes to its meaning."""

from __future__ import annotations

from .check import Checked, check
from .findings import Finding, Severity, in_reading_order
from .load import Document, Loaded, load


def lint_text(data: bytes, name: str) -> list[Finding]:
    """The findings of the spec in `data`, in reading order."""
    return lint(load(data, name))


def lint(loaded: Loaded) -> list[Finding]:
    """The findings of a loaded file, without the warnings that its `lint.allow` names."""
    return list(examine(loaded).findings)


def examine(loaded: Loaded) -> Checked:
    """The spec of a loaded file and its findings; the spec is None where any of these is an error."""
    document = loaded.document
    if document is None:
        return Checked(None, loaded.findings)
    allowed = _allowed(document)
    checked = check(document)
    findings = in_reading_order(
        [
            finding
            for finding in (*loaded.findings, *checked.findings)
            if finding.severity is Severity.ERROR or finding.code not in allowed
        ]
    )
    sound = all(finding.severity is not Severity.ERROR for finding in findings)
    return Checked(checked.spec if sound else None, tuple(findings))


def _allowed(document: Document) -> frozenset[str]:
    """The codes under `lint.allow`, whatever stands there."""
    lint_part = document.data.get("lint")
    allow = lint_part.get("allow") if isinstance(lint_part, dict) else None
    codes = allow if isinstance(allow, list) else [allow]
    return frozenset(code for code in codes if isinstance(code, str))
