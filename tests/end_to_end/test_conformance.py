"""The official conformance suite passes for generated servers, as far as docs/conformance.md says that it applies."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conformance_suite import PASSES, Check, Suite
from .processes import listening
from .projects import OWN_SPECS, ROOT, rendered

pytestmark = pytest.mark.slow

HANDLERS = Path(__file__).parent / "conformance_handlers"

STABLE, NEXT = Suite("0.1.16"), Suite("0.2.0-alpha.12")

RUNS = [(NEXT, "2025-06-18"), (STABLE, "2025-11-25"), (NEXT, "2025-11-25"), (NEXT, "2026-07-28")]
"""Versions of the suite and of the protocol; 2026-07-28 is the first without a handshake."""

Pair = tuple[str, str]
"""A scenario or a check, and a version of the protocol."""

Results = Callable[[Suite, str], dict[str, list[Check]]]


def _told(heading: str) -> list[Pair]:
    """The rows of the table below a heading of docs/conformance.md."""
    text = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+`) \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    cells = [(re.findall(r"`([^`]+)`", names), versions.split(", ")) for names, versions in rows]
    return [(name, version) for names, versions in cells for name in names for version in versions]


PASSING = _told("Scenarios that pass")
UNCHECKED = _told("Checks that do not apply")
NOT_APPLICABLE = _told("Scenarios that do not apply")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Gives what a suite finds about the server of conformance.yaml; each is run once."""
    source = rendered(OWN_SPECS / "conformance.yaml", tmp_path_factory.mktemp("conformance"))
    for handler in HANDLERS.glob("*.py"):
        shutil.copy(handler, source / "conformance" / "handlers")
    found: dict[tuple[Suite, str], dict[str, list[Check]]] = {}

    def checks(suite: Suite, protocol: str) -> dict[str, list[Check]]:
        if (suite, protocol) not in found:
            with listening("conformance", source, {}) as server:
                found[suite, protocol] = suite.checks(protocol, server.url, tmp_path_factory.mktemp("checks"))
        return found[suite, protocol]

    return checks


@pytest.mark.parametrize(
    ("suite", "protocol", "scenario"),
    [(suite, protocol, name) for suite, protocol in RUNS for name, version in PASSING if version == protocol],
    ids=lambda value: value.version if isinstance(value, Suite) else value,
)
def test_a_scenario_that_applies_passes(suite: Suite, protocol: str, scenario: str, results: Results) -> None:
    checks = results(suite, protocol)[scenario]
    failed = {f"{scenario}:{each.id}" for each in checks if each.status not in PASSES}
    expected = {name for name, version in UNCHECKED if version == protocol and name.startswith(f"{scenario}:")}
    assert failed == expected, checks
    assert any(each.is_of_the_scenario and each.status == "SUCCESS" for each in checks), checks


def test_each_scenario_of_the_suite_passes_or_is_told_with_the_reason() -> None:
    told = [*PASSING, *NOT_APPLICABLE]
    listed = [(name, version) for name, versions in NEXT.scenarios().items() for version in versions]
    asked = {"extension", *(protocol for _, protocol in RUNS)}
    assert sorted(told) == sorted((name, version) for name, version in listed if version in asked)
    assert {name for name, _ in told} == {name for name, _ in listed}
    assert STABLE.scenarios().keys() <= NEXT.scenarios().keys()
