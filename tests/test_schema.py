"""The schema of the language: it takes every sound spec, refuses misspelt keys, and describes every key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from checking import HANDLER, HTTP, SQL, changed
from failwell.check.language import own_keys
from failwell.load import load
from failwell.rules import RULES
from failwell.schema import language_schema
from failwell.spec import (
    CallerStatement,
    CommandSource,
    Defaults,
    Empty,
    Example,
    FailureExample,
    FailureMode,
    FilePart,
    Hints,
    HttpSource,
    Lint,
    Matcher,
    Operation,
    Part,
    Reply,
    Request,
    Retry,
    Server,
    Spec,
    SqlSource,
)
from jsonschema import Draft7Validator, Draft202012Validator
from test_check_complete_example import COMPLETE

SCHEMA = language_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
SPECS = Path(__file__).parent.parent / "specs"


def values(spec: str) -> Any:
    """The values of a spec."""
    document = load(spec.encode(), "spec.yaml").document
    assert document is not None
    return document.data


def problems(spec: str) -> list[str]:
    """What the schema has against a spec."""
    return [error.message for error in VALIDATOR.iter_errors(values(spec))]


def closed_mappings(schema: Any) -> Iterator[dict[str, Any]]:
    """Every mapping with keys of its own that the schema describes."""
    if isinstance(schema, dict):
        if schema.get("additionalProperties") is False:
            yield schema["properties"]
        for inner in schema.values():
            yield from closed_mappings(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from closed_mappings(inner)


def test_it_is_a_valid_schema_for_new_and_for_older_editors() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft7Validator.check_schema(SCHEMA)


def test_every_key_is_described() -> None:
    for properties in closed_mappings(SCHEMA):
        for key, schema in properties.items():
            described = schema.get("description") or SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]["description"]
            assert described, key


@pytest.mark.parametrize("path", sorted(SPECS.glob("*.yaml")), ids=lambda path: path.stem)
def test_it_takes_the_example_specs(path: Path) -> None:
    assert problems(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("spec", [COMPLETE, HTTP, SQL, HANDLER], ids=["complete", "http", "sql", "handler"])
def test_it_takes_sound_specs(spec: str) -> None:
    assert problems(spec) == []


@pytest.mark.parametrize("code", [code for code in RULES if code > "FW1"])
def test_it_takes_the_repair_of_every_rule(code: str) -> None:
    assert problems(RULES[code].repair) == []


# What needs more than a schema: keys without effect beside others, values that break the schema they stand in.
@pytest.mark.parametrize(
    "code", [code for code in RULES if code.startswith("FW1") and code not in ("FW110", "FW113", "FW114")]
)
def test_it_refuses_what_has_the_wrong_shape(code: str) -> None:
    assert problems(RULES[code].example)


def test_it_refuses_a_misspelt_key_wherever_one_is_known() -> None:
    document = yaml.safe_load(changed(HTTP, ("description: Parcel number", "format: uri, description: Parcel number")))
    places = [
        document,
        document["server"],
        document["sources"]["carrier"],
        document["sources"]["carrier"]["auth"],
        (operation := document["operations"]["get_parcel"]),
        operation["input"]["id"],
        operation["returns"],
        operation["failures"]["unknown_parcel"],
        operation["failures"]["unknown_parcel"]["when"],
    ]
    assert VALIDATOR.is_valid(document)
    for place in places:
        place["descripton"] = "x"
        assert not VALIDATOR.is_valid(document)
        del place["descripton"]


@pytest.mark.parametrize(
    "model",
    [
        CallerStatement, CommandSource, Defaults, Empty, Example, FailureExample, FailureMode, FilePart, Hints,
        HttpSource, Lint, Matcher, Operation, Reply, Request, Retry, Server, Spec, SqlSource,
    ],
)  # fmt: skip
def test_it_knows_the_same_keys_as_the_models(model: type[Part]) -> None:
    assert own_keys(model) in [frozenset(properties) for properties in closed_mappings(SCHEMA)]
