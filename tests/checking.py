"""A short way from the text of a spec to its findings."""

from __future__ import annotations

from failwell.check import Checked, check
from failwell.findings import Finding
from failwell.load import load
from failwell.rules.frames import HANDLER, HTTP, SQL, changed

__all__ = ["HANDLER", "HTTP", "SQL", "changed", "checked", "codes", "findings", "only", "pointed_at"]


def checked(spec: str) -> Checked:
    """What becomes of a spec that is sound YAML."""
    loaded = load(spec.encode(), "spec.yaml")
    assert loaded.document is not None
    assert not loaded.findings
    return check(loaded.document)


def findings(spec: str) -> list[Finding]:
    """The findings of a spec."""
    return list(checked(spec).findings)


def codes(spec: str) -> list[str]:
    """The codes of the findings of a spec."""
    return [finding.code for finding in findings(spec)]


def only(spec: str) -> Finding:
    """The one finding of a spec."""
    found = findings(spec)
    assert len(found) == 1, found
    return found[0]


def pointed_at(spec: str) -> str:
    """The text at which the one finding of a spec points."""
    span = only(spec).span
    assert span is not None
    assert span.line == span.end_line
    return spec.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1]
