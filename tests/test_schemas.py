"""JSON Schemas as the generator treats them: references, annotations, and what is closed or open."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from failwell.literals import literal
from failwell.schemas import closed, opened, python_type, resolve, typed_dict, typed_dicts, used_types, with_defs
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

TYPES: dict[str, Any] = {
    "Customer": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    "Customers": {"type": "array", "items": {"$ref": "#/types/Customer"}},
    "Alias": {"$ref": "#/types/Customers", "description": "the same"},
    "Status": {"enum": ["open", "closed"]},
    "Node": {
        "type": "object",
        "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/types/Node"}}},
    },
    "Nest": {"type": "array", "items": {"$ref": "#/types/Nest"}},
    "Loop": {"$ref": "#/types/Loop"},
    "Maybe": {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
    "Vip": {"allOf": [{"$ref": "#/types/Customer"}, {"properties": {"level": {"type": "integer"}}}]},
    "odd name": {"type": "object", "properties": {"a": {"type": "string"}}},
}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/types/{name}"}


schemas = st.recursive(
    st.sampled_from(
        [
            {},
            True,
            {"type": "string"},
            {"type": "integer", "minimum": 1},
            {"type": ["string", "null"]},
            {"enum": ["a", 1, None]},
            {"const": {"properties": {"a": 1}}},
            {"default": ref("Node")},
            ref("Customer"),
            ref("Node"),
            ref("Vip"),
        ]
    ),
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(lambda values: {"type": "object", "additionalProperties": values}, inner),
        st.builds(
            lambda properties, more: {"type": "object", "properties": properties, **more},
            st.dictionaries(st.sampled_from(["a", "b", "properties", "$ref"]), inner, max_size=3),
            st.sampled_from([{}, {"required": ["a"]}, {"additionalProperties": True}, {"additionalProperties": False}]),
        ),
        st.builds(
            lambda key, branches: {key: branches},
            st.sampled_from(["anyOf", "oneOf", "allOf"]),
            st.lists(inner, min_size=1, max_size=3),
        ),
        st.builds(lambda own, part: {"properties": {"a": own}, "anyOf": [part, {}]}, inner, inner),
        st.builds(lambda condition, then: {"if": condition, "then": then}, inner, inner),
    ),
    max_leaves=8,
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["a", "b"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "id", "level", "value"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def accepts(schema: dict[str, Any] | bool, value: Any) -> bool:
    definitions = {name: with_defs(each, TYPES) for name, each in TYPES.items() if name != "Loop"}
    return Draft202012Validator({"$defs": definitions, "allOf": [with_defs(schema, TYPES)]}).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "annotation"),
    [
        ({"type": "string", "format": "email"}, "str"),
        ({"type": "integer"}, "int"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"type": "null"}, "None"),
        ({"type": ["null", "string"]}, "str | None"),
        ({"type": "array", "items": {"type": "string"}}, "list[str]"),
        ({"type": "array"}, "list[Any]"),
        ({"type": "array", "prefixItems": [{"type": "string"}], "items": False}, "list[Any]"),
        ({"type": "object"}, "dict[str, Any]"),
        ({"type": "object", "additionalProperties": {"type": ["integer", "null"]}}, "dict[str, int | None]"),
        ({"type": "object", "properties": {"a": {}}}, "dict[str, Any]"),
        ({"type": "string", "enum": ["a", "it's"]}, 'Literal["a", "it\'s"]'),
        ({"enum": ["a", None, 1]}, 'Literal["a", 1] | None'),
        ({"enum": [1.5, 2.5]}, "float"),
        ({"enum": [True, False]}, "bool"),
        ({"const": "x"}, 'Literal["x"]'),
        ({"enum": [f"a long value {number}" for number in range(9)]}, "str"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "string"}]}, "str | None"),
        ({"oneOf": [{"type": "string"}, {}]}, "Any"),
        ({"type": "object", "anyOf": [{"required": ["a"]}]}, "dict[str, Any]"),
        ({"allOf": [{"type": "string"}, {"minLength": 3}]}, "str"),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, "Any"),
        ({}, "Any"),
        (True, "Any"),
        (ref("Customer"), "Customer"),
        ({**ref("Customer"), "description": "who"}, "Customer"),
        ({"type": "array", "items": ref("Customer")}, "list[Customer]"),
        (ref("Alias"), "list[Customer]"),
        (ref("Status"), 'Literal["open", "closed"]'),
        (ref("Node"), "Node"),
        (ref("Nest"), "list[Any]"),
        (ref("Loop"), "Any"),
        (ref("Maybe"), "Maybe | None"),
        (ref("Vip"), "dict[str, Any]"),
        (ref("odd name"), "dict[str, Any]"),
        (ref("Unknown"), "Any"),
    ],
)
def test_a_schema_has_the_annotation_that_a_person_would_write(schema: Any, annotation: str) -> None:
    assert python_type(schema, TYPES) == annotation


@given(schemas)
def test_every_annotation_is_an_expression_on_one_line(schema: Any) -> None:
    annotation = python_type(schema, TYPES)
    compile(annotation, "annotation", "eval")
    assert "\n" not in annotation


def test_object_types_have_typed_dictionaries_and_so_have_the_objects_inside_them() -> None:
    order = {
        "type": "object",
        "description": "One order.",
        "properties": {
            "id": {"type": "string", "description": "Its number"},
            "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
            "parent": ref("Order"),
        },
        "required": ["id"],
    }
    whole, lines = typed_dicts({"Order": order, "Names": {"type": "array"}})
    assert (whole.name, whole.description, whole.functional) == ("Order", "One order.", False)
    assert [(each.name, each.declared, each.description) for each in whole.fields] == [
        ("id", "str", "Its number"),
        ("lines", "NotRequired[list[OrderLines]]", None),
        ("parent", "NotRequired[Order]", None),
    ]
    assert (lines.name, [each.declared for each in lines.fields]) == ("OrderLines", ["NotRequired[str]"])


@pytest.mark.parametrize("name", ["1Q", "a-b", "class", "", "str", "__secret", "a b"])
def test_a_property_that_no_class_body_can_have_asks_for_the_functional_form(name: str) -> None:
    assert typed_dicts({"T": {"type": "object", "properties": {"a": {}, name: {}}}})[0].functional


def test_derived_names_never_clash_with_those_of_types() -> None:
    inline = {"type": "object", "properties": {"x": {"type": "string"}}}
    types = {"A": {"type": "object", "properties": {"b": inline, "B": inline}}, "AB": inline}
    names = [model.name for model in typed_dicts(types)]
    assert len(set(names)) == 4
    assert {"A", "AB"} < set(names)


def test_an_object_that_is_no_type_has_a_typed_dictionary_under_a_given_name() -> None:
    (model,) = typed_dict("FindResult", {"type": "object", "properties": {"who": ref("Customer")}}, TYPES)
    assert (model.name, model.fields[0].annotation) == ("FindResult", "Customer")


def test_typed_dictionaries_pass_the_type_checker(tmp_path: Path) -> None:
    odd = {"type": "object", "properties": {"1Q": {"type": "integer"}, "self": ref("Odd"), "in": {"enum": ["a", None]}}}
    lines = ["from __future__ import annotations", "from typing import Any, Literal, NotRequired, TypedDict"]
    for model in typed_dicts({**TYPES, "Odd": odd}):
        if model.functional:
            entries = {field.name: field.declared for field in model.fields}
            lines.append(f"{model.name} = TypedDict({literal(model.name)}, {literal(entries)})")
        else:
            lines += [
                f"class {model.name}(TypedDict):",
                *(f"    {field.name}: {field.declared}" for field in model.fields),
            ]
    lines.append('value: Odd = {"1Q": 1, "self": {"1Q": 2, "in": None}}')
    module = tmp_path / "records.py"
    module.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(module)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stdout
    exec(compile("\n".join(lines), "records", "exec"), {})


def test_a_reference_is_followed_to_its_end_and_what_stands_beside_it_wins() -> None:
    assert resolve({**ref("Alias"), "title": "T"}, TYPES) == {
        **TYPES["Customers"],
        "description": "the same",
        "title": "T",
    }
    assert resolve({**ref("Alias"), "description": "mine"}, TYPES) == {**TYPES["Customers"], "description": "mine"}
    assert resolve(ref("Loop"), TYPES) == {}
    assert resolve(ref("Unknown"), TYPES) == {}
    assert resolve(True, TYPES) is True


def test_types_that_types_use_are_used_too() -> None:
    assert used_types({"type": "array", "items": ref("Alias")}, TYPES) == {"Alias", "Customers", "Customer"}
    assert used_types({"properties": {"a": ref("Node")}}, TYPES) == {"Node"}
    assert used_types({"const": ref("Node"), "default": ref("Node"), "properties": {"$ref": {}}}, TYPES) == set()


@given(schemas)
def test_no_reference_to_types_is_left_when_definitions_stand_in_their_place(schema: Any) -> None:
    before = copy.deepcopy(schema)
    assert used_types(with_defs(schema, TYPES), TYPES) == set()
    assert schema == before


def test_references_are_rewritten_only_where_schemas_stand_and_for_the_names_given() -> None:
    schema = {"anyOf": [ref("Node"), ref("Other")], "default": ref("Node"), "properties": {"$ref": ref("Node")}}
    node = {"$ref": "#/$defs/Node"}
    assert with_defs(schema, {"Node"}) == {
        "anyOf": [node, ref("Other")],
        "default": ref("Node"),
        "properties": {"$ref": node},
    }


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"properties": {"a": {}}}, {"a": 1}, {"b": 1}),
        ({"items": {"properties": {"a": {}}}}, [{"a": 1}], [{"b": 1}]),
        ({"properties": {"a": {"properties": {"b": {}}}}}, {"a": {"b": 1}}, {"a": {"c": 1}}),
        ({"anyOf": [{"properties": {"a": {}}}, {"type": "null"}]}, {"a": 1}, {"b": 1}),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"a": 1, "b": 1}, {"a": 1, "c": 1}),
        ({"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}]}, {"a": 1, "b": 1}, {"c": 1}),
        (ref("Vip"), {"id": "x", "level": 1}, {"id": 1}),
        (TYPES["Vip"], {"id": "x", "level": 1}, {"id": "x", "other": 1}),
        ({**ref("Customer"), "properties": {"b": {}}}, {"id": "x", "b": 1}, {"id": "x", "c": 1}),
        ({"allOf": [{"properties": {"a": {"properties": {"b": {}}}}}]}, {"a": {"b": 1}}, {"a": {"c": 1}}),
        ({"properties": {"a": {}}, "patternProperties": {"^x-": {}}}, {"a": 1, "x-b": 2}, {"b": 2}),
        (
            {"properties": {"a": {}}, "if": {"properties": {"a": {"const": 1}}}, "then": {"properties": {"b": {}}}},
            {"a": 1, "b": 2},
            {"a": 2, "b": 2},
        ),
    ],
)
def test_objects_are_closed_at_every_depth_and_as_a_whole(schema: dict[str, Any], good: Any, bad: Any) -> None:
    assert accepts(closed(schema, TYPES), good)
    assert not accepts(closed(schema, TYPES), bad)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"properties": {"a": {}}, "additionalProperties": True},
        {"properties": {"a": {}}, "unevaluatedProperties": {"type": "string"}},
        {"default": {"properties": {}}, "enum": [{"properties": {}}]},
        {"allOf": [{"minLength": 2}, {"maxLength": 3}]},
        {"not": {"properties": {"a": {}}}},
        {"contains": {"properties": {"a": {}}}},
        {"anyOf": [ref("Customer"), {"type": "null"}]},
    ],
)
def test_what_has_no_properties_or_speaks_for_itself_stays_as_it_is(schema: dict[str, Any]) -> None:
    assert closed(schema, TYPES) == schema


@given(schemas, values)
@settings(max_examples=200)
def test_closing_only_ever_refuses_more_unless_something_is_tested(schema: Any, value: Any) -> None:
    if not {"if", "oneOf"} & keywords(schema) and accepts(closed(schema, TYPES), value):
        assert accepts(schema, value)


@given(schemas)
def test_closing_changes_nothing_but_what_it_adds(schema: Any) -> None:
    before = copy.deepcopy(schema)
    once = closed(schema, TYPES)
    assert schema == before
    Draft202012Validator.check_schema(with_defs(once, TYPES))


@given(schemas, values)
def test_opening_only_ever_allows_more_unless_something_is_tested(schema: Any, value: Any) -> None:
    if not {"if", "oneOf"} & keywords(schema) and accepts(schema, value):
        assert accepts(opened(schema), value)


def test_opening_takes_back_what_closing_did() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"properties": {"b": {}}}}}}
    assert opened(closed(schema)) == schema
    assert opened({"additionalProperties": {"type": "string"}}) == {"additionalProperties": {"type": "string"}}


def keywords(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        return set(schema).union(*map(keywords, schema.values()))
    return set().union(*map(keywords, schema)) if isinstance(schema, list) else set()
