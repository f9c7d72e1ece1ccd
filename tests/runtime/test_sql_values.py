"""Values between JSON and a database."""

from __future__ import annotations

import importlib
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

values = importlib.import_module("demo_server.runtime.sql.values")
classes = importlib.import_module("demo_server.runtime.sql.classes")

SCALARS = st.none() | st.booleans() | st.integers() | st.text() | st.floats() | st.decimals() | st.binary()
TIMES = st.dates() | st.times() | st.datetimes() | st.uuids()
ANYTHING = st.recursive(SCALARS | TIMES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(ANYTHING)
def test_every_value_becomes_json(value: Any) -> None:
    json.dumps(values.json_value(value), allow_nan=False)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner)))
def test_what_is_json_already_stays(value: Any) -> None:
    assert values.json_value(value) == value


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_no_decimal_loses_a_digit(value: Decimal) -> None:
    assert Decimal(str(values.json_value(value))) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [(Decimal("20.50"), 20.5), (Decimal("20.00"), 20), (Decimal("1E+3"), 1000), (Decimal("NaN"), "NaN")],
)
def test_a_decimal_is_a_number_where_one_holds_it(value: Decimal, expected: object) -> None:
    assert values.json_value(value) == expected


@given(st.lists(st.sampled_from(["id", "id_2", "id_3", "name"])))
def test_column_names_become_distinct_and_the_first_of_each_stays(columns: list[str]) -> None:
    names = values.distinct(columns)
    assert len(set(names)) == len(columns)
    assert all(name.startswith(column) for name, column in zip(names, columns, strict=True))
    assert names[:1] == columns[:1]


@pytest.mark.parametrize(
    ("code", "category", "name"),
    [
        ("08001", "transient", "unreachable"),
        ("08006", "transient", "unreachable"),
        ("08P01", "transient", "sql_08P01"),
        ("40001", "transient", "sql_40001"),
        ("40P01", "transient", "sql_40P01"),
        ("40002", "business", "sql_40002"),
        ("53300", "transient", "sql_53300"),
        ("55P03", "transient", "locked"),
        ("55006", "business", "sql_55006"),
        ("57014", "transient", "timeout"),
        ("57P01", "transient", "sql_57P01"),
        ("22012", "validation", "sql_22012"),
        ("23502", "validation", "sql_23502"),
        ("23503", "validation", "sql_23503"),
        ("23514", "validation", "sql_23514"),
        ("23505", "business", "sql_23505"),
        ("23P01", "business", "sql_23P01"),
        ("42601", "business", "sql_42601"),
        ("28P01", "permission", "sql_28P01"),
        ("42501", "permission", "sql_42501"),
        ("25006", "permission", "sql_25006"),
        ("P0001", "business", "sql_P0001"),
        ("HY000", "business", "sql_HY000"),
    ],
)
def test_an_sqlstate_has_the_category_and_name_of_the_table(code: str, category: str, name: str) -> None:
    failure = classes.SqlFailure("shop", code, message="said", constraint="c")
    assert (failure.category, failure.name, failure.code, failure.sent) == (category, name, code, False)
    assert failure.details == {"upstream": {"code": code, "message": "said"}, "constraint": "c"}
    assert "'shop'" in failure.description


@pytest.mark.parametrize(
    ("code", "category"),
    [("42601", "validation"), ("42501", "permission"), ("23505", "business"), ("57014", "transient")],
)
def test_only_errors_in_the_statement_are_the_callers_fault(code: str, category: str) -> None:
    assert classes.SqlFailure("shop", code, message="said", given=True).category == category
