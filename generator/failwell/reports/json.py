"""Findings for programs: one JSON list of objects.

Each has `file`, `code`, `rule` (its name), `severity` (`error` or `warning`), `message`, `help`, and `line`, `column`,
`endLine`, `endColumn`: 1-based, counted in characters, the end exclusive. What is not known is null. The text is ASCII.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..findings import Finding
from ..rules import Rule
from .report import Linted


def report(files: Sequence[Linted], rules: Mapping[str, Rule]) -> str:
    """The findings of all files as a JSON list."""
    return json.dumps([_object(finding, name, rules) for name, _, findings in files for finding in findings], indent=2)


def _object(finding: Finding, name: str, rules: Mapping[str, Rule]) -> dict[str, Any]:
    rule, span = rules.get(finding.code), finding.span
    return {
        "file": name,
        "code": finding.code,
        "rule": rule.name if rule is not None else None,
        "severity": finding.severity.value,
        "message": finding.message,
        "help": finding.help,
        "line": span.line if span is not None else None,
        "column": span.column if span is not None else None,
        "endLine": span.end_line if span is not None else None,
        "endColumn": span.end_column if span is not None else None,
    }
