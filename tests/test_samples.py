"""Example values: valid ones always fit their schema, invalid ones are refused for the reason they tell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from failwell.formats import EXAMPLES, FORMATS
from failwell.patterns import matching
from failwell.samples import Invalid, Sample, invalid_samples, sample
from failwell.schemas import with_defs
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

TEMPLATES = Path(__file__).parent.parent / "templates"
TYPES: dict[str, Any] = {
    "Customer": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "email": {"type": "string", "format": "email"},
            "note": {"type": "string"},
        },
        "required": ["id", "email"],
    },
    "Tree": {
        "type": "object",
        "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/types/Tree"}}},
        "required": ["value", "children"],
    },
    "Endless": {"type": "object", "properties": {"next": {"$ref": "#/types/Endless"}}, "required": ["next"]},
    **{
        f"Knot{number}": {
            "type": "object",
            "properties": {f"p{other}": {"$ref": f"#/types/Knot{other}"} for other in range(8)},
            "required": [f"p{other}" for other in range(8)],
        }
        for number in range(8)
    },
}


def checker() -> FormatChecker:
    found = FormatChecker(formats=())
    for name, holds in FORMATS.items():
        found.checks(name)(lambda value, holds=holds: not isinstance(value, str) or holds(value))
    return found


def errors(schema: Any, value: Any) -> list[Any]:
    whole = {**with_defs(schema, TYPES), "$defs": {name: with_defs(each, TYPES) for name, each in TYPES.items()}}
    return list(Draft202012Validator(whole, format_checker=checker()).iter_errors(value))


bounds = st.dictionaries(
    st.sampled_from(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
    st.integers(-50, 50) | st.sampled_from([0.5, -1.5, 2.25, 1e6]),
    max_size=2,
)
numbers = st.builds(
    lambda kind, limits, step: {"type": kind, **limits, **step},
    st.sampled_from(["integer", "number"]),
    bounds,
    st.sampled_from([{}, {}, {"multipleOf": 5}, {"multipleOf": 0.5}]),
)
texts = st.builds(
    lambda low, high, more: {"type": "string", **({"minLength": low} if low else {}), **high, **more},
    st.integers(0, 30),
    st.sampled_from([{}, {"maxLength": 40}, {"maxLength": 5}]),
    st.sampled_from([{}, {"format": "date"}, {"format": "email"}, {"format": "unheard-of"}, {"pattern": "^[a-z]+$"}]),
)
leaves = st.one_of(
    numbers,
    texts,
    st.sampled_from(
        [
            *({}, True, {"type": "boolean"}, {"type": "null"}, {"enum": ["a", 2]}, {"const": {"a": 1}}),
            *({"$ref": "#/types/Customer"}, {"$ref": "#/types/Tree"}, {"type": ["string", "null"]}),
            *({"type": "integer", "default": 7}, {"type": "string", "default": 3}),
            {"type": "string", "examples": ["told"]},
        ]
    ),
)
schemas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(
            lambda items, more: {"type": "array", "items": items, **more},
            inner,
            st.sampled_from([{}, {"minItems": 2}, {"minItems": 2, "uniqueItems": True}]),
        ),
        st.builds(
            lambda properties, required: {
                "type": "object",
                "properties": properties,
                "required": [*properties][:required],
            },
            st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
            st.integers(0, 3),
        ),
        st.builds(
            lambda key, parts: {key: parts},
            st.sampled_from(["anyOf", "oneOf", "allOf"]),
            st.lists(inner, min_size=1, max_size=3),
        ),
    ),
    max_leaves=6,
)


@given(schemas)
def test_a_sample_always_fits_its_schema(schema: Any) -> None:
    made = sample(schema, TYPES)
    assert made is None or errors(schema, made.value) == []


@given(schemas)
def test_samples_are_the_same_every_time(schema: Any) -> None:
    assert repr(sample(schema, TYPES)) == repr(sample(schema, TYPES))


@given(numbers)
def test_a_number_is_found_wherever_there_is_an_integer_in_the_range(schema: Any) -> None:
    assume(any(map(Draft202012Validator(schema).is_valid, range(-60, 60))))
    assert sample(schema, TYPES) is not None


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_text_of_any_length_is_found(low: int, more: int) -> None:
    made = sample({"type": "string", "minLength": low, "maxLength": low + more}, {})
    assert made is not None
    assert low <= len(made.value) <= low + more


@given(schemas)
@settings(suppress_health_check=list(HealthCheck))
def test_invalid_samples_are_refused_for_one_reason_of_the_kind_they_tell(schema: Any) -> None:
    for invalid in invalid_samples(schema, TYPES):
        found = errors(schema, invalid.value)
        assert found
        assert all(not error.path for error in found)
        causes = [
            each for error in found for each in (error.context if error.validator in ("anyOf", "oneOf") else [error])
        ]
        assert any(each.validator == "type" for each in causes) == (invalid.problem == "type")


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, "example"),
        ({"type": "integer"}, 1),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 0.5}, 0.25),
        ({"type": "integer", "minimum": 18, "multipleOf": 10}, 20),
        ({"type": "number", "multipleOf": 0.1, "minimum": 1.05, "maximum": 1.19}, 1.1),
        ({"type": "integer", "maximum": -5}, -5),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({"type": ["null", "string"], "format": "date"}, "2026-01-11"),
        ({"type": "string", "examples": ["mine"], "default": "other", "enum": ["other", "mine"]}, "mine"),
        ({"type": "string", "default": "mine"}, "mine"),
        ({"type": "string", "examples": ["too long"], "maxLength": 3}, "exa"),
        ({"enum": [None, "a"]}, None),
        ({"type": "string", "pattern": "^pur_"}, "pur_1"),
        ({"type": "array", "items": {"type": "string"}}, ["example"]),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": True}, [1, 2, 3]),
        ({"type": "array", "items": {"enum": ["a"]}, "minItems": 2}, ["a", "a"]),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}, ["example", 1]),
        ({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}, {"key1": 1}),
        ({"type": "object", "properties": {"a": {"type": "integer"}}}, {}),
        ({"$ref": "#/types/Customer"}, {"id": "example", "email": "person1@example.com"}),
        ({"anyOf": [{"type": "string", "minLength": 9}, {"type": "null"}]}, "exampleee"),
        ({"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 3}]}, 3),
        (
            {"allOf": [{"$ref": "#/types/Customer"}, {"properties": {"level": {"const": 2}}, "required": ["level"]}]},
            {"level": 2, "id": "example", "email": "person1@example.com"},
        ),
    ],
)
def test_samples_are_plain_and_telling(schema: Any, value: Any) -> None:
    assert sample(schema, TYPES) == Sample(value)


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"$ref": "#/types/Endless"},
        {"$ref": "#/types/Knot0"},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"type": "string", "pattern": "^(?!a)b(?=c)"},
        {"type": "string", "pattern": "("},
        {"enum": []},
    ],
)
def test_where_no_simple_sample_is_found_there_is_none(schema: Any) -> None:
    assert sample(schema, TYPES) is None


def test_a_recursive_type_has_a_sample_that_ends() -> None:
    made = sample({"$ref": "#/types/Tree"}, TYPES)
    assert made is not None
    assert errors({"$ref": "#/types/Tree"}, made.value) == []


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_distinct_examples_and_something_that_it_refuses(name: str) -> None:
    schema = {"type": "array", "items": {"type": "string", "format": name}, "minItems": 5, "uniqueItems": True}
    made = sample(schema, {})
    assert made is not None
    assert len(set(made.value)) == 5
    assert all(FORMATS[name](text) for text in made.value)
    assert {invalid.problem for invalid in invalid_samples({"type": "string", "format": name}, {})} == {"type", "value"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, [Invalid(12345, "type")]),
        (
            {"type": "integer", "minimum": 1, "maximum": 100},
            [Invalid("text", "type"), Invalid(0, "value"), Invalid(101, "value")],
        ),
        ({"type": "string", "enum": ["a", "b"]}, [Invalid(12345, "type"), Invalid("text", "value")]),
        ({"type": "string", "format": "email"}, [Invalid(12345, "type"), Invalid("text", "value")]),
        ({"type": "string", "pattern": "^pur_"}, [Invalid(12345, "type"), Invalid("text", "value")]),
        ({"type": "string", "minLength": 1}, [Invalid(12345, "type"), Invalid("", "value")]),
        ({"type": "number", "exclusiveMinimum": 0}, [Invalid("text", "type"), Invalid(0, "value")]),
        ({"type": "boolean"}, [Invalid("text", "type")]),
        (
            {"type": "array", "items": {"type": "string"}, "maxItems": 1},
            [Invalid("text", "type"), Invalid(["example"] * 2, "value")],
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, [Invalid("text", "type")]),
        ({"$ref": "#/types/Customer"}, [Invalid("text", "type")]),
        ({}, []),
    ],
)
def test_invalid_samples_lie_just_beyond_the_limits(schema: Any, expected: list[Invalid]) -> None:
    assert list(invalid_samples(schema, TYPES)) == expected


def test_null_is_never_an_invalid_sample_since_it_may_mean_unset() -> None:
    kinds = ["string", "integer", "number", "boolean", "array", "object"]
    assert all(invalid.value is not None for kind in kinds for invalid in invalid_samples({"type": kind}, {}))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^pur_", "pur_"),
        ("^[A-Z]{3}-\\d{2,4}$", "AAA-00"),
        ("^(?:red|green)+$", "red"),
        ("^(?<year>\\d{4})$", "0000"),
        ("a.c?[^a-z]", "aa0"),
        ("^[\\w.]+@x\\.org$", "a@x.org"),
        ("^[]x]$", None),
        ("[\\]]", "]"),
        ("", ""),
        ("(?=a)", None),
        ("(a)\\1", None),
        ("\\p{L}", None),
        ("[z-a]", None),
        ("a{100000}", None),
    ],
)
def test_simple_patterns_have_a_text_that_matches(pattern: str, text: str | None) -> None:
    found = matching(pattern)
    assert found == text or (text is None and found is not None and re.search(pattern, found))


@given(st.text("ab01.^$*+?{}[]()|\\dw-<:!=", max_size=12))
def test_whatever_the_pattern_a_text_that_is_found_matches(pattern: str) -> None:
    found = matching(pattern)
    assert found is None or re.search(re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", pattern), found, re.ASCII)


def generated_formats() -> dict[str, Any]:
    (template,) = TEMPLATES.rglob("formats.py.jinja")
    scope: dict[str, Any] = {"__name__": "formats"}
    exec(compile(template.read_text(encoding="utf-8"), str(template), "exec", dont_inherit=True), scope)
    return {name: holds for name, (holds, _) in scope["_CHECKS"].items()}


edited = st.sampled_from([example.replace("#", "1") for example in EXAMPLES.values()]).flatmap(
    lambda text: st.builds(
        lambda at, new: text[:at] + new + text[at + 1 :],
        st.integers(0, len(text)),
        st.text("09aAzZ-:.@/%+~\\ P", max_size=2),
    )
)


@given(edited | st.text(max_size=12))
def test_formats_are_asserted_as_in_generated_servers(text: str) -> None:
    theirs = generated_formats()
    assert {name: holds(text) for name, holds in FORMATS.items()} == {name: theirs[name](text) for name in theirs}
