"""Arguments checked against exactly the advertised schema: every problem is named, and nothing else is refused."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

arguments = importlib.import_module("demo_server.runtime.arguments")
failure = importlib.import_module("demo_server.runtime.failure")


def tool_schema(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
        **more,
    }


FIND_CUSTOMER = tool_schema(
    {
        "email": {"type": "string"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
        "state": {"enum": ["open", "closed"]},
    },
    "email",
)


def check(schema: dict[str, Any], given: dict[str, Any], **options: Any) -> dict[str, Any]:
    checked = arguments.ArgumentSchema(schema, "find_customer", **options).check(given)
    assert isinstance(checked, dict)
    return checked


def refused(schema: dict[str, Any], given: dict[str, Any]) -> Any:
    with pytest.raises(failure.InvalidArguments) as caught:
        check(schema, given)
    return caught.value


def problems(schema: dict[str, Any], given: dict[str, Any]) -> list[dict[str, str]]:
    found = refused(schema, given).details["problems"]
    assert isinstance(found, list)
    return found


def problem_with(part: Any, value: Any) -> dict[str, str]:
    (only,) = problems(tool_schema({"x": part}), {"x": value})
    return only


def test_valid_arguments_come_back_with_the_defaults_filled_in() -> None:
    assert check(FIND_CUSTOMER, {"email": "ada@example.com"}) == {"email": "ada@example.com", "limit": 20}


def test_a_default_is_never_shared_between_calls() -> None:
    schema = arguments.ArgumentSchema(tool_schema({"tags": {"type": "array", "default": []}}), "tag")
    schema.check({})["tags"].append("changed")
    assert schema.check({}) == {"tags": []}


def test_every_problem_is_named_in_one_reply_in_the_order_of_the_schema() -> None:
    error = refused(FIND_CUSTOMER, {"emial": "ada@example.com", "state": "gone", "limit": "10"})
    assert error.details["problems"] == [
        {"parameter": "email", "problem": "missing", "expected": "string"},
        {"parameter": "limit", "problem": "type", "expected": "integer", "received": "string '10'"},
        {"parameter": "state", "problem": "value", "expected": "'open' or 'closed'", "received": "string 'gone'"},
        {
            "parameter": "emial",
            "problem": "unexpected",
            "expected": "one of email, limit or state",
            "received": "string 'ada@example.com'",
            "nearest": "email",
        },
    ]
    assert error.description == (
        "4 invalid arguments for find_customer. 'email' (string) is missing. "
        "'limit': expected integer, received string '10'. "
        "'state': expected 'open' or 'closed', received string 'gone'. "
        "'emial' is unexpected: did you mean 'email'?"
    )
    assert (error.category, error.name) == ("validation", "invalid_arguments")


def test_one_problem_is_told_in_the_singular() -> None:
    assert refused(FIND_CUSTOMER, {}).description.startswith("1 invalid argument for find_customer. ")


@pytest.mark.parametrize("value", [10, 10.0, -3, 10**400, 1e22])
def test_whole_numbers_are_integers_and_are_handed_on_as_such(value: float) -> None:
    checked = check(tool_schema({"x": {"type": "integer"}}), {"x": value})
    assert checked == {"x": value}
    assert type(checked["x"]) is int


def test_whole_numbers_are_integers_at_every_depth() -> None:
    checked = check(tool_schema({"x": {}}), {"x": {"a": [1.0, 2.5]}})
    assert json.dumps(checked) == '{"x": {"a": [1, 2.5]}}'


@pytest.mark.parametrize(
    ("value", "received"),
    [
        ("10", "string '10'"),
        (True, "boolean true"),
        (1.5, "number 1.5"),
        (float("inf"), "number Infinity"),
        (float("nan"), "number NaN"),
        (None, "null"),
        ([1], "array of 1 item"),
        ({"a": 1, "b": 2}, "object of 2 properties"),
    ],
)
def test_everything_else_is_no_integer(value: object, received: str) -> None:
    schema = tool_schema({"x": {"type": "integer"}}, "x")
    assert problems(schema, {"x": value}) == [
        {"parameter": "x", "problem": "type", "expected": "integer", "received": received}
    ]


@pytest.mark.parametrize("value", [True, False, float("inf"), float("-inf"), float("nan"), "1"])
def test_booleans_and_infinite_values_are_no_numbers(value: object) -> None:
    assert problem_with({"type": "number", "minimum": 0}, value)["problem"] == "type"


@pytest.mark.parametrize(
    ("part", "value", "expected"),
    [
        ({"minimum": 1}, 0, "at least 1"),
        ({"maximum": 100}, 101, "at most 100"),
        ({"exclusiveMinimum": 0}, 0, "more than 0"),
        ({"exclusiveMaximum": 1.5}, 2, "less than 1.5"),
        ({"multipleOf": 0.01}, 19.999, "a multiple of 0.01"),
        ({"multipleOf": 3}, 10**400, "a multiple of 3"),
        ({"minLength": 2}, "a", "a text of at least 2 characters"),
        ({"maxLength": 1}, "ab", "a text of at most 1 character"),
        ({"pattern": "^pur_"}, "x", "a text that matches ^pur_"),
        ({"const": "a"}, "b", "'a'"),
        ({"enum": ["a", 1, None]}, "b", "'a', 1 or null"),
        ({"format": "date"}, "yesterday", "a date as in 2026-11-30"),
        ({"minItems": 1}, [], "an array of at least 1 item"),
        ({"maxItems": 2}, [1, 2, 3], "an array of at most 2 items"),
        ({"uniqueItems": True}, [1, {"a": 1}, {"a": 1.0}], "an array without duplicates"),
        ({"minProperties": 1}, {}, "an object of at least 1 property"),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, "an object of at most 1 property"),
        ({"not": {"type": "null"}, "type": ["null", "string"]}, None, "other than null"),
        ({"contains": {"type": "string"}, "maxContains": 1}, ["a", "b"], "an array with at most 1 of string"),
        ({"contains": {"type": "string"}, "minContains": 2}, ["a"], "an array with at least 2 of string"),
        ({"prefixItems": [{}], "items": False}, [1, 2], "an array of fewer items"),
        ({"prefixItems": [{}], "unevaluatedItems": False}, [1, 2], "an array of fewer items"),
        ({"contains": {"type": "integer"}}, ["a"], "an array with at least 1 of integer"),
    ],
)
def test_a_value_out_of_range_says_what_was_expected(part: dict[str, Any], value: object, expected: str) -> None:
    (only,) = problems(tool_schema({"x": part}, "x"), {"x": value})
    assert (only["parameter"], only["problem"], only["expected"]) == ("x", "value", expected)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ({"multipleOf": 0.01}, 19.99),
        ({"multipleOf": 0.1}, 10**400),
        ({"uniqueItems": True}, [1, True, "1", [1], [True]]),
        ({"pattern": "b"}, "abc"),
        ({"pattern": r"^(?<year>\d{4})$"}, "2026"),
        ({"pattern": r"^[$]\$$"}, "$$"),
        ({"const": 1}, 1.0),
        ({"format": "unheard-of"}, "x"),
    ],
)
def test_a_value_in_range_is_taken(part: dict[str, Any], value: object) -> None:
    check(tool_schema({"x": part}), {"x": value})


@pytest.mark.parametrize("value", ["2026\n", "٢٠٢٦"])
def test_a_pattern_means_what_it_means_in_json_schema(value: str) -> None:
    assert problem_with({"pattern": r"^\d{4}$"}, value)["problem"] == "value"


def test_a_wrong_type_hides_the_listed_values_that_it_cannot_be() -> None:
    assert problem_with({"enum": ["a", "b"], "type": "string"}, 5) == {
        "parameter": "x",
        "problem": "type",
        "expected": "'a' or 'b'",
        "received": "integer 5",
    }


def test_null_unsets_an_optional_parameter() -> None:
    assert check(FIND_CUSTOMER, {"email": "a", "limit": None, "state": None}) == {"email": "a", "limit": 20}


def test_null_is_a_value_where_the_schema_admits_it() -> None:
    schema = tool_schema({"note": {"type": ["string", "null"], "default": "none"}})
    assert check(schema, {"note": None}) == {"note": None}


def test_null_is_no_value_of_a_required_parameter() -> None:
    assert problems(FIND_CUSTOMER, {"email": None})[0]["received"] == "null"


def test_null_does_not_excuse_an_unexpected_parameter() -> None:
    assert problems(FIND_CUSTOMER, {"email": "a", "other": None})[0]["problem"] == "unexpected"


def test_unexpected_parameters_are_dropped_at_the_top_level_where_the_server_ignores_them() -> None:
    nested = tool_schema({"a": tool_schema({"b": {}})})
    assert check(FIND_CUSTOMER, {"email": "a", "_session": 1}, ignore_extra=True) == {"email": "a", "limit": 20}
    with pytest.raises(failure.InvalidArguments):
        check(nested, {"a": {"c": 1}}, ignore_extra=True)


ORDER = tool_schema(
    {
        "items": {
            "type": "array",
            "items": tool_schema({"customer": {"$ref": "#/$defs/Customer"}, "count": {"type": "integer"}}, "customer"),
        },
        "labels": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]+$"},
            "additionalProperties": {"type": "string"},
        },
    },
    **{"$defs": {"Customer": tool_schema({"name": {"type": "string"}, "born": {"type": "string", "format": "date"}})}},
)


def test_problems_are_found_at_every_depth() -> None:
    given = {
        "items": [{"customer": {"name": "Ada"}}, {"count": "2"}, {"customer": {"nmae": "Eve", "born": "1815"}}],
        "labels": {"a b": 1},
    }
    assert [(each["parameter"], each["problem"]) for each in problems(ORDER, given)] == [
        ("items[1].count", "type"),
        ("items[1].customer", "missing"),
        ("items[2].customer.born", "value"),
        ("items[2].customer.nmae", "unexpected"),
        ("labels['a b']", "value"),
        ("labels['a b']", "type"),
    ]
    assert problems(ORDER, given)[1]["expected"] == "object"
    assert problems(ORDER, given)[3]["nearest"] == "name"


PET = {
    "oneOf": [
        tool_schema({"kind": {"const": "cat"}, "lives": {"type": "integer"}, "name": {}}, "kind", "lives"),
        tool_schema({"kind": {"const": "dog"}, "tricks": {"type": "array"}}, "kind"),
    ]
}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"kind": "cat"}, [("x.lives", "missing", "integer")]),
        ({"kind": "dog", "tricks": 1}, [("x.tricks", "type", "array")]),
        ({"kind": "dog", "lives": 9}, [("x.lives", "unexpected", "one of kind or tricks")]),
        ({"kind": "cow", "lives": 1}, [("x.kind", "value", "'cat' or 'dog'")]),
        ({"lives": 1}, [("x.kind", "missing", "'cat' or 'dog'")]),
        ("cat", [("x", "type", "object with kind and lives or object with kind")]),
    ],
)
def test_a_property_with_a_fixed_value_decides_which_alternative_was_meant(value: object, told: list[Any]) -> None:
    found = problems(tool_schema({"x": PET}), {"x": value})
    assert [(each["parameter"], each["problem"], each["expected"]) for each in found] == told


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "5", ("x", "type", "integer or null")),
        ({"anyOf": [{"const": "a"}, {"const": "b"}]}, "c", ("x", "value", "'a' or 'b'")),
        (
            {"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]},
            "a",
            ("x", "value", "a text of at least 2 characters"),
        ),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}, ("x", "value", "object with a or object with b")),
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, 1, ("x", "value", "only one of number or integer")),
    ],
)
def test_alternatives_are_told_where_none_was_clearly_meant(part: Any, value: object, told: tuple[str, ...]) -> None:
    only = problem_with(part, value)
    assert (only["parameter"], only["problem"], only["expected"]) == told


def test_rules_over_several_parameters_are_told_by_the_parameter_they_concern() -> None:
    schema = tool_schema({"user": {"type": "string"}, "password": {"type": "string"}})
    schema["dependentRequired"] = {"user": ["password"]}
    assert problems(schema, {"user": "ada"}) == [{"parameter": "password", "problem": "missing", "expected": "string"}]


def test_properties_that_no_part_of_a_schema_knows_are_unexpected() -> None:
    part = {
        "allOf": [{"properties": {"name": {"type": "string"}}}],
        "if": {"properties": {"kind": {"const": "person"}}, "required": ["kind"]},
        "then": {"properties": {"born": {}}},
        "unevaluatedProperties": False,
    }
    check(tool_schema({"x": part}), {"x": {"kind": "person", "name": "Ada", "born": 1815}})
    (only,) = problems(tool_schema({"x": part}), {"x": {"nam": "Ada"}})
    assert (only["parameter"], only["problem"], only["nearest"]) == ("x.nam", "unexpected", "name")


def test_nothing_is_suggested_that_would_be_refused_too() -> None:
    part = {"properties": {"a": {}}, "allOf": [{"properties": {"bear": {}}}], "additionalProperties": False}
    assert "nearest" not in problem_with(part, {"bear": 1})


@pytest.mark.parametrize(
    ("given", "meant"), [("depth", "max_depth"), ("maxDepth", "max_depth"), ("MAX-DEPTH", "max_depth")]
)
def test_the_nearest_name_is_found_however_it_is_written(given: str, meant: str) -> None:
    assert problems(tool_schema({"max_depth": {}}), {given: 1})[0]["nearest"] == meant


def test_long_values_and_names_are_shortened() -> None:
    error = refused(FIND_CUSTOMER, {"email": "a", "limit": "9" * 5000, "x" * 5000: 1})
    assert len(json.dumps(error.details)) < 1000
    assert "(5000 characters)" in error.details["problems"][0]["received"]
    assert len(error.description) < 1000


def test_values_are_told_on_one_line() -> None:
    assert problem_with({"type": "integer"}, "a\nb\x1b[31m")["received"] == r"string 'a\nb\x1b[31m'"


def test_at_most_fifty_problems_are_listed_and_the_others_are_counted() -> None:
    schema = tool_schema({"x": {"type": "array", "items": {"type": "integer"}}})
    error = refused(schema, {"x": ["a"] * 60})
    assert len(error.details["problems"]) == 50
    assert error.description.startswith("60 invalid arguments")
    assert error.description.endswith("And 10 more.")
    endless = refused(schema, {"x": ["a"] * 100_000}).description
    assert endless.startswith("500 or more invalid arguments for find_customer. ")
    assert endless.endswith("And at least 450 more.")


@pytest.mark.parametrize("part", [{}, {"type": "array", "items": {"$ref": "#/properties/x"}}, {"uniqueItems": True}])
def test_values_nested_without_end_are_refused_and_not_a_crash(part: dict[str, Any]) -> None:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    assert problems(tool_schema({"x": part}), {"x": deep})[0]["problem"] == "value"


def test_nothing_is_compiled_before_the_first_call() -> None:
    arguments.ArgumentSchema({"properties": 5}, "never_called")


def test_a_reply_is_held_to_its_schema() -> None:
    schema = {"type": "object", "properties": {"items": {"type": "array", "items": {"required": ["id"]}}}}
    reply = arguments.ReplySchema(schema)
    assert reply.first_problem({"items": [{"id": 1}], "more": True}) is None
    assert reply.first_problem({"items": [{"id": 1}, {}]}) == "'items[1].id' (any value) is missing"
    assert arguments.first_problem(schema, []) == "'arguments': expected object, received array of 0 items"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "bb", "cat", "dog", 0.5, 1.0, -0.0]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "kind"]), inner, max_size=3),
    max_leaves=8,
)

SCHEMAS: list[dict[str, Any]] = [
    {"type": "integer", "minimum": 0, "multipleOf": 2},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 2},
    {"minimum": 1, "maximum": 2, "minLength": 2, "maxLength": 2, "pattern": "^[bc]"},
    {"type": ["string", "null"], "minLength": 1, "pattern": "a"},
    {"enum": [1, "a", None, [1], {"a": 1}]},
    {"const": {"a": [1]}},
    {"type": "array", "items": {"type": "number"}, "minItems": 1, "uniqueItems": True},
    {"prefixItems": [{"type": "string"}], "items": False},
    {"contains": {"type": "string"}, "maxContains": 1},
    {"unevaluatedItems": {"type": "string"}, "prefixItems": [{}]},
    {"type": "object", "properties": {"a": {"$ref": "#/$defs/tree"}}, "required": ["a"], "additionalProperties": False},
    {"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
    {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": {"required": ["kind"]}}},
    {"propertyNames": {"enum": ["a", "kind"]}, "maxProperties": 1},
    {"allOf": [{"properties": {"a": {}}}, {"required": ["b"]}], "unevaluatedProperties": False},
    {"if": {"type": "object"}, "then": {"required": ["kind"]}, "else": {"type": "string"}},
    {"not": {"type": ["object", "array"]}},
    PET,
    {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/tree"}, {"anyOf": [{"const": 1}, {"const": 2}]}]},
    {"oneOf": [{"type": "integer"}, {"minimum": 1}, False]},
    {"$ref": "#/$defs/tree", "maxProperties": 2},
]
TREE = {"type": "object", "properties": {"a": {"$ref": "#/$defs/tree"}, "b": {"type": "integer"}}}


@settings(max_examples=200)
@given(st.sampled_from(SCHEMAS), JSON, st.booleans())
@example({"oneOf": [{"type": "integer"}, {"minimum": 1}, False]}, 0.5, False)
def test_exactly_the_advertised_schema_decides_and_every_refusal_is_told(
    part: Any, value: Any, open_schema: bool
) -> None:
    """Held against plain jsonschema, once on the fast way of closed schemas and once on the other."""
    schema = tool_schema({"x": part}, "x", **{"$defs": {"tree": TREE}})
    if open_schema:
        del schema["additionalProperties"]
    if Draft202012Validator(schema).is_valid({"x": value}):
        assert check(schema, {"x": value}) == {"x": value}
    else:
        error = refused(schema, {"x": value})
        assert error.details["problems"]
        assert all(each["parameter"].startswith("x") for each in error.details["problems"])
        json.dumps(error.details)


def test_the_order_of_problems_does_not_depend_on_the_order_of_arguments() -> None:
    first = problems(FIND_CUSTOMER, {"limit": "1", "state": 1, "email": 2})
    assert first == problems(FIND_CUSTOMER, {"email": 2, "state": 1, "limit": "1"})
