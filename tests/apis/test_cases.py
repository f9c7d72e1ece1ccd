"""The cases are complete: each outcome that an example spec declares is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from . import exchange_rates, expense_approval_cases, git_history_cases, github, refund_desk_cases, slack
from .case import Case

SPECS = Path(__file__).parents[2] / "specs"
CASES: dict[str, tuple[Case, ...]] = {
    "refund_desk": refund_desk_cases.CASES + refund_desk_cases.LOCKED,
    "github_issues": github.CASES,
    "slack_messages": slack.CASES,
    "exchange_rates": (*exchange_rates.CASES, exchange_rates.EMPTY_CURRENCIES),
    "expense_approval": expense_approval_cases.CASES,
    "git_history": git_history_cases.CASES
    + git_history_cases.WITHOUT_COMMITS
    + git_history_cases.NO_REPOSITORY
    + git_history_cases.FOREIGN,
}

# The list of currencies takes no argument that the API could refuse; `git diff` does not say whose a repository is.
NEVER = {("list_currencies", "unknown_currency"), ("git_diff", "foreign_repository")}


def _spec(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = yaml.safe_load((SPECS / f"{name}.yaml").read_text())
    return spec


def _declared(spec: dict[str, Any]) -> Iterator[tuple[str, str | None, str | None]]:
    """Tool, failure and category of everything that the spec says can come of a call."""
    of_sources = {
        name: mode for source in spec.get("sources", {}).values() for name, mode in source.get("failures", {}).items()
    }
    for tool, operation in spec["operations"].items():
        yield tool, "success", None
        if "empty" in operation:
            yield tool, "empty", None
        failures = dict(operation.get("failures", {}))
        shared = {name: spec["failures"][name] for name in failures.pop("use", [])}
        for name, mode in (failures | shared | of_sources).items():
            if (tool, name) not in NEVER:
                yield tool, name, mode["category"]


@pytest.mark.parametrize("name", CASES)
def test_every_declared_outcome_has_a_case(name: str) -> None:
    asked_for = {(case.tool, case.failure or case.outcome, case.category) for case in CASES[name]}

    assert set(_declared(_spec(name))) == asked_for
