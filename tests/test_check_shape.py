"""The shape of a spec: every problem in one run, in plain words, at its place, and no problem that only follows."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from checking import HANDLER, HTTP, SQL, changed, checked, codes, findings, only, pointed_at
from failwell.check import check
from failwell.findings import Severity
from failwell.load import load
from failwell.rules import RULES
from hypothesis import given, settings
from hypothesis import strategies as st

TEN_MISTAKES = """\
failwell: 1
server: {name: Desk, version: 1.0}
sources:
  shop: {sql: "mysql://shop"}
operations:
  find:
    descripton: Find customers.
    input: {email: {type: strin}}
    query: SELECT * FROM customers WHERE email = :mail
    returns: {list: {$ref: "#/types/Customer"}}
    empty: Nobody has the address '{emial}'.
    failures:
      gone: {category: transcient, when: {rows: 2-1}, description: "{error.what} is gone for good."}
"""


def test_ten_mistakes_in_one_file_give_ten_findings_in_one_run() -> None:
    found = findings(TEN_MISTAKES)
    assert [(finding.code, finding.span and finding.span.line) for finding in found] == [
        ("FW201", 2),
        ("FW104", 2),
        ("FW420", 4),
        ("FW103", 7),
        ("FW112", 8),
        ("FW413", 9),
        ("FW203", 10),
        ("FW303", 11),
        ("FW105", 13),
        ("FW508", 13),
        ("FW305", 13),
    ]


def test_a_spec_with_an_error_is_none_and_one_with_warnings_is_not() -> None:
    assert checked(changed(HTTP, ("id: {type: string,", "id: {type: strin,"))).spec is None
    warned = checked(changed(HTTP, ("$CARRIER_TOKEN", "swordfish")))
    assert [finding.severity for finding in warned.findings] == [Severity.WARNING]
    assert warned.spec is not None


def test_a_misspelt_required_key_is_told_once_and_taken_for_what_it_means() -> None:
    finding = only(changed(SQL, ("    empty: Customer", "    emtpy: Customer")))
    assert (finding.code, finding.help) == ("FW103", "did you mean `empty`?")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title: x", "title: true", "expected a text, got the boolean `true`"),
        ("title: x", "title: 7", "expected a text, got the number `7`"),
        ("title: x", "title: [x]", "expected a text, got a list"),
        ("title: x", "title: {x: y}", "expected a text, got a mapping"),
        ("title: x", "title:", "`title` has no value"),
        ("title: x", "meta: 5", "expected a mapping, got the number `5`"),
        ("title: x", "always_load: no", "expected true or false, got the text `no`"),
        ("title: x", "timeout: 10", "expected a duration such as `500ms`, `10s`, `2m` or `1h`, got the number `10`"),
        ("title: x", "hints: {read_only: maybe}", "expected true or false, got the text `maybe`"),
        ("title: x", "retry: {mode: slow}", "expected one of `foreground` or `background`, got the text `slow`"),
        ("title: x", "retry: {attempts: 1.5}", "expected a whole number, got the number `1.5`"),
        ("title: x", "retry: {attempts: 0}", "expected at least 1, got the number `0`"),
        ("title: x", "examples: {}", "expected a list, got a mapping"),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(old: str, new: str, message: str) -> None:
    frame = changed(HTTP, ("    request: GET", "    title: x\n    request: GET"))
    assert message in [finding.message for finding in findings(changed(frame, (f"    {old}\n", f"    {new}\n")))]


def test_an_operation_without_returns_tells_of_a_wrong_parameter_alone() -> None:
    spec = """\
failwell: 1
server: {name: desk, description: A desk.}
operations:
  keep: {description: Keep a note., handler: true, input: {note: text}}
"""
    assert [finding.message for finding in findings(spec) if finding.severity is Severity.ERROR] == [
        "expected a mapping, got the text `text`"
    ]


def test_a_value_that_could_have_several_shapes_is_told_once() -> None:
    finding = only(changed(HTTP, ("when: {status: 404}", "when: {status: 404, code: true}")))
    assert finding.message == "expected a text or a whole number, got the boolean `true`"


def test_texts_that_look_like_numbers_are_offered_quotes() -> None:
    finding = only(changed(HTTP, ("  name: parcels\n", "  name: parcels\n  version: 1.0\n")))
    assert (finding.code, finding.help) == ("FW104", "put it in quotes to make it a text")


@pytest.mark.parametrize(
    ("frame", "old", "new", "place"),
    [
        (HTTP, "    auth: {bearer:", "    auth: {baerer:", "{baerer: $CARRIER_TOKEN}"),
        (HTTP, "when: {status: 404}", "when: {stauts: 404}", "stauts"),
        (HTTP, "when: {status: 404}", "when: [{stauts: 404}]", "stauts"),
        (HTTP, "{object: {status: {type: string}}}", "{value: {type: string}, felds: {a: b}}", "felds"),
        (SQL, "reply: {rows: 1}", "reply: {row: 1}", "row"),
        (HANDLER, "expect: {pages: 1}", "expects: {pages: 1}", "expects"),
        (HTTP, "      unknown_parcel:\n", "      unknown_parcel:\n        user_mesage: Sorry.\n", "user_mesage"),
        (HTTP, "sources:\n", "lint: {alow: []}\nsources:\n", "alow"),
    ],
)
def test_an_unknown_key_is_found_at_every_depth(frame: str, old: str, new: str, place: str) -> None:
    spec = changed(frame, (old, new))
    assert only(spec).code in ("FW103", "FW105", "FW108")
    assert pointed_at(spec) == place


def test_a_misspelt_section_does_not_make_everything_in_it_unknown() -> None:
    assert codes(changed(HTTP, ("sources:\n", "source:\n"))) == ["FW103"]


@pytest.mark.parametrize("version", ["2", "'1'", "true", "1.0.0"])
def test_another_version_of_the_language_is_refused(version: str) -> None:
    assert codes(changed(HTTP, ("failwell: 1\n", f"failwell: {version}\n"))) == ["FW101"]


def test_a_version_that_is_missing_is_told_at_the_first_key() -> None:
    spec = changed(HTTP, ("failwell: 1\n\n", ""))
    assert only(spec).code == "FW102"
    assert pointed_at(spec) == "server"


def test_mistakes_in_one_operation_do_not_hide_those_of_another() -> None:
    spec = changed(
        SQL, ("    query: SELECT", "    qery: 1\n    query: SELECT"), ("WHERE id = :id", "WHERE id = :ident")
    )
    assert codes(spec) == ["FW103", "FW413"]


def test_a_failure_mode_that_is_not_sound_leaves_the_others_to_be_checked() -> None:
    spec = changed(
        HTTP,
        ("        category: validation\n", "        category: wrong\n"),
        ("        recovery:", "        details: {a: status.}\n        recovery:"),
    )
    assert codes(spec) == ["FW105", "FW301"]


ANY: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 700)
    | st.sampled_from(["", "x", "{", "{id}", "$", "(", "5xx", "2-1", "1s"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "type", "when", "$ref"]), inner),
    max_leaves=5,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path in the values."""
    steps = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [path, *(inner for step in steps for inner in paths(value[step], (*path, step)))]


@settings(max_examples=150, deadline=None)
@given(frame=st.sampled_from([HTTP, SQL, HANDLER]), data=st.data())
def test_whatever_stands_anywhere_gives_findings_and_never_an_exception(frame: str, data: st.DataObject) -> None:
    document = yaml.safe_load(frame)
    for _ in range(2):
        *path, last = data.draw(st.sampled_from([path for path in paths(document) if path]))
        inside = document
        for step in path:
            inside = inside[step]
        inside[last] = data.draw(ANY)
    loaded = load(yaml.safe_dump(document, allow_unicode=True).encode(), "spec.yaml")
    assert loaded.document is not None
    result = check(loaded.document)
    assert all(finding.span is not None and finding.code in RULES for finding in result.findings)
    assert (result.spec is None) == any(finding.severity is Severity.ERROR for finding in result.findings)
