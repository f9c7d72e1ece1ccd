"""Findings in SARIF 2.1.0, which code scanning services and editors read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from .. import __version__
from ..findings import Finding, Span
from ..rules import Rule
from .report import Linted

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def report(files: Sequence[Linted], rules: Mapping[str, Rule]) -> str:
    """The findings of all files as one SARIF log with one run."""
    indexes = {code: index for index, code in enumerate(rules)}
    run = {
        "tool": {
            "driver": {"name": "failwell", "version": __version__, "rules": [_rule(rule) for rule in rules.values()]}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, name, indexes) for name, _, findings in files for finding in findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.summary} {rule.why} `failwell explain {rule.code}` shows an example and its repair."},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(finding: Finding, name: str, indexes: Mapping[str, int]) -> dict[str, Any]:
    text = finding.message if finding.help is None else f"{finding.message}\nhelp: {finding.help}"
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(name)}}
    if finding.span is not None:
        place["region"] = _region(finding.span)
    result = {
        "ruleId": finding.code,
        "level": finding.severity.value,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
    return {**result, "ruleIndex": indexes[finding.code]} if finding.code in indexes else result


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")
