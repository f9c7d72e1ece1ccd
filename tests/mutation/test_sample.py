"""The generated tests notice when what a spec became is broken: of a sample of mutants of all examples, 95 of 100."""

from __future__ import annotations

from pathlib import Path

import pytest

from .trying import broken, outcomes, sampled

SEED = 20261130
COUNT = 100
LEAST = 95


@pytest.mark.slow
def test_generated_tests_catch_at_least_95_of_100_mutants(tmp_path: Path) -> None:
    tried = list(outcomes(sampled(broken(tmp_path), COUNT, SEED)))

    survivors = [f"{outcome.subject}/{outcome.mutant}" for outcome in tried if not outcome.caught]
    assert len(tried) == COUNT
    assert COUNT - len(survivors) >= LEAST, "\n".join([f"seed {SEED}", *survivors])
