"""Values as texts, and equality as JSON has it."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

values = importlib.import_module("demo_server.runtime.values")

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([0.0, 1.0, 1.5]) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (600.0, "600"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (1e300, "1e+300"),
        (2**70, "1180591620717411303424"),
        (True, "true"),
        (False, "false"),
        (None, "(unknown)"),
        ("", ""),
        ("a,b", "a,b"),
        (["a", 2.0, None, True], "a,2,null,true"),
        ({"a": [1, "é"]}, '{"a": [1, "é"]}'),
    ],
)
def test_a_value_stands_in_a_text_as_people_write_it(value: Any, expected: str) -> None:
    assert values.text(value) == expected


def test_an_absent_value_reads_as_the_caller_says() -> None:
    assert values.text(None, "") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        ({"a": 1}, {"a": 1.0, "b": None}),
        ([{"a": None}], [{}]),
        (None, None),
        ("x", "x"),
    ],
)
def test_values_that_are_the_same_in_json_are_equal(one: Any, other: Any) -> None:
    assert values.same(one, other)
    assert values.same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [(True, 1), (False, 0), (0, None), ("1", 1), ([], {}), ([1], [1, None]), ({"a": True}, {"a": 1}), ("", None)],
)
def test_values_that_differ_in_json_are_not_equal(one: Any, other: Any) -> None:
    assert not values.same(one, other)
    assert not values.same(other, one)


@given(JSON)
def test_every_value_equals_itself_after_a_journey_through_json(value: Any) -> None:
    assert values.same(value, json.loads(json.dumps(value)))


def test_what_is_none_is_left_out_and_what_is_empty_stays() -> None:
    assert values.present({"a": None, "b": "", "c": 0, "d": [], "e": False}) == {"b": "", "c": 0, "d": [], "e": False}
