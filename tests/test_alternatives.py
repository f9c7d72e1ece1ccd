"""A matcher whose patterns cannot be put together is several matchers, each of what the spec says and nothing else."""

from __future__ import annotations

import pytest
from failwell.build.conditions import alternatives
from failwell.spec import Matcher


@pytest.mark.parametrize("key", ["message", "stdout"])
def test_each_alternative_has_the_keys_that_were_written(key: str) -> None:
    matcher = Matcher.model_validate({"exit_code": 3, key: ["no (?P<thing>[a-z]+)", "(?i)nothing"]})

    made = alternatives(matcher)

    assert [getattr(each, key) for each in made] == [("no (?P<thing>[a-z]+)",), ("(?i)nothing",)]
    assert [each.keys() for each in made] == [{"exit_code", key}] * 2


def test_plain_patterns_stay_together() -> None:
    matcher = Matcher.model_validate({"message": ["a", "b"]})

    assert alternatives(matcher) == (matcher,)
