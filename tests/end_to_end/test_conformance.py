"""The official conformance suite passes, but for what docs/conformance.md says does not apply."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .node import newer_node, node_tool
from .processes import Listening, listening
from .projects import OWN_SPECS, ROOT, rendered

pytestmark = pytest.mark.slow

VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
HANDLERS = Path(__file__).parent / "conformance_handlers"
TOLD = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")


def suite(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = node_tool("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "conformance")
    command = [newer_node(), str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def excepted(kind: str) -> set[str]:
    """The scenarios or the checks that do not apply, each with a reason."""
    (table,) = re.findall(rf"^\| {kind} \| why \|\n\|---\|---\|\n((?:\|.*\n)+)", TOLD, re.MULTILINE)
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", table, re.MULTILINE)
    assert len(rows) == len(table.splitlines())
    return {name for name, _ in rows}


def listed() -> Mapping[str, str]:
    """Scenario of servers to the revisions it is for, as the suite lists them; those of extensions are left out."""
    text = suite("list").stdout.partition("Server scenarios")[2].partition("Client scenarios")[0]
    rows = re.findall(r"^  - ([\w-]+) \[(.+)\]$", text, re.MULTILINE)
    return {name: versions for name, versions in rows if versions != "extension"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    source = rendered(OWN_SPECS / "conformance.yaml", tmp_path_factory.mktemp("conformance"))
    for handler in HANDLERS.glob("*.py"):
        shutil.copy(handler, source / "conformance" / "handlers")
    with listening("conformance", source, {}) as process:
        yield process


@dataclass(frozen=True)
class Run:
    """What the suite found: scenario to its checks."""

    version: str
    checks: Mapping[str, list[dict[str, Any]]]


@pytest.fixture(scope="module", params=VERSIONS)
def run(request: pytest.FixtureRequest, server: Listening, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("checks")
    version: str = request.param
    done = suite("server", "--url", server.url, "--suite", "all", "--spec-version", version, "-o", str(folder))
    assert "=== SUMMARY ===" in done.stdout, done.stderr
    found = {path.parent.name: json.loads(path.read_text()) for path in folder.glob("server-*/checks.json")}
    return Run(version, {re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*$", "", name): each for name, each in found.items()})


def test_every_scenario_that_applies_passes(run: Run) -> None:
    wanted = {name for name, versions in listed().items() if run.version in versions.split(",")}
    assert set(run.checks) == wanted
    excused = excepted("check")
    failed = [
        f"{name}: {check['id']}: {check.get('errorMessage')}"
        for name in sorted(wanted - excepted("scenario"))
        for check in run.checks[name]
        if check["status"] in ("FAILURE", "WARNING") and check["id"] not in excused
    ]
    assert failed == []
    passed = {name for name, checks in run.checks.items() if any(check["status"] == "SUCCESS" for check in checks)}
    assert {"tools-call-simple-text", "resources-read-text", "prompts-get-simple", "completion-complete"} <= passed


def test_what_does_not_apply_is_part_of_the_suite() -> None:
    """So a row goes when its scenario does."""
    assert excepted("scenario") <= set(listed())
    assert len(excepted("scenario")) < len(listed())


def test_a_check_that_does_not_apply_never_passes(run: Run) -> None:
    """So a row goes when its reason does."""
    passed = {check["id"] for checks in run.checks.values() for check in checks if check["status"] == "SUCCESS"}
    assert not excepted("check") & passed
