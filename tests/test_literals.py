"""Literals of generated code: the same value, no way out of them, and the form that ruff gives them."""

from __future__ import annotations

import ast
import inspect
import keyword
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from failwell.literals import (
    Code,
    bracketed,
    call,
    class_name,
    docstring,
    fstring,
    identifier,
    literal,
    module_name,
    package_name,
    statement,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

RUFF = Path(sys.executable).with_name("ruff")
characters = st.characters(exclude_categories=["Cs"])
tricky = st.sampled_from(
    ["'", '"', "\\", "\n", "{", "}", '"""', "#", "\x00", "\x7f", "\u2028", "\u202e", "é", "😀", "日"]
)
texts = st.lists(st.one_of(characters, tricky), max_size=130).map("".join)
odd_texts = st.text("ab '\"\\\n{}#\x00\x7f\u2028\u202e\xa0éक्日😀☀❤️\U000e0041", max_size=130)
plain_texts = st.text("abc '\"\\\n", max_size=130)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)


def values(strings: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        scalars | strings,
        lambda inner: (
            st.lists(inner, max_size=6)
            | st.lists(inner, max_size=6).map(tuple)
            | st.dictionaries(strings, inner, max_size=6)
        ),
        max_leaves=15,
    )


def formatted(source: str) -> str:
    command = [str(RUFF), "format", "--isolated", "--line-length=120", "--target-version=py311", "-"]
    return subprocess.run(command, input=source.encode(), capture_output=True, check=True).stdout.decode()


def same(one: object, other: object) -> bool:
    """Equal, with types, so that 1, 1.0 and true differ, and the sign of zero counts."""
    return repr(one) == repr(other)


@given(values(texts))
def test_a_literal_evaluates_to_the_value_it_was_made_from(value: Any) -> None:
    assert same(ast.literal_eval(literal(value)), value)


@given(values(texts), st.integers(0, 10), st.integers(0, 40), st.integers(0, 10))
def test_the_layout_of_a_literal_changes_nothing_of_its_value(value: Any, depth: int, prefix: int, suffix: int) -> None:
    assert same(ast.literal_eval(literal(value, depth * 4, prefix, suffix)), value)


@given(st.integers(10**4300, 10**4310) | st.integers(-(10**4310), -(10**4300)))
@settings(max_examples=5)
def test_numbers_of_any_length_have_a_literal(number: int) -> None:
    assert ast.literal_eval(literal(number)) == number


@given(texts)
def test_a_text_is_one_token_on_one_line_that_shows_nothing_invisible(text: str) -> None:
    source = literal(text)
    body = ast.parse(f"x = {source}").body
    assert len(body) == 1
    assert all(char == "\ufe0f" or unicodedata.category(char) not in {"Cc", "Cf", "Zl", "Zp", "Co"} for char in source)
    assert all(char == " " or unicodedata.category(char) != "Zs" for char in source)
    assert source.isprintable() or any(unicodedata.category(char) == "Cn" for char in source)


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("it's", '''"it's"'''),
        ('say "hi"', """'say "hi"'"""),
        ('it\'s "x"', "'it\\'s \"x\"'"),
        ("Prix : 3\u202f€ – 日本 😀 ❤️", '"Prix : 3\\u202f€ – 日本 😀 ❤️"'),
        ("\u202eevil\u2066", '"\\u202eevil\\u2066"'),
        ("\x00\x1b\x7f\x85\ufeff\U000e0041", '"\\x00\\x1b\\x7f\\x85\\ufeff\\U000e0041"'),
        (1e300, "1e300"),
        (1e-7, "1e-07"),
        (-0.0, "-0.0"),
        ((1,), "(1,)"),
        ({}, "{}"),
        ({"a": [True, None]}, '{"a": [True, None]}'),
    ],
)
def test_literals_are_written_as_a_person_would(value: object, source: str) -> None:
    assert literal(value) == source


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "\ud800", ["\udfff"], {"a": float("-inf")}])
def test_what_has_no_literal_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"has no literal|is no character"):
        literal(value)


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes", [object()]])
def test_values_of_other_types_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no literal"):
        literal(value)


def test_values_nested_too_deeply_are_refused_before_python_fails_on_them() -> None:
    value: list[Any] = []
    for _ in range(59):
        value = [value]
    assert ast.literal_eval(literal(value, 0, 0, 120)) == value
    with pytest.raises(ValueError, match="nested"):
        literal([[value, value]])


def test_a_collection_stays_on_one_line_exactly_as_long_as_it_fits() -> None:
    value = ["x" * 100]
    assert "\n" not in literal(value, indent=8, prefix=4, suffix=4)
    assert literal(value, indent=8, prefix=5, suffix=4) == f'[\n{" " * 12}"{"x" * 100}",\n{" " * 8}]'


@st.composite
def placed_literals(draw: st.DrawFn, strings: st.SearchStrategy[str]) -> str:
    """A statement with a literal in it at one of the places where the generator puts them."""
    place = draw(
        st.sampled_from(["x = {}", "f({}, 1)", "return {}", "x: dict[str, object] = {}", "raise X({}) from error"])
    )
    value = draw(
        values(strings).filter(lambda value: not isinstance(value, str | int | float | None) and not loose(value))
    )
    head, tail = place.split("{}")
    if place.startswith("f("):
        return "    f(\n        " + literal(value, 8, 0, 1) + ",\n        1,\n    )"
    if place.startswith("raise"):
        return "    " + call("X", [literal(value, 8, 0, 1)], 4, "raise ", " from error")
    return "    " + head + literal(value, 4, len(head), len(tail))


def loose(value: object) -> bool:
    """Whether ruff may see it narrower than the generator and then join it: a tuple of one, with wide characters."""
    if isinstance(value, dict):
        return any(loose(item) for item in value.values())
    if isinstance(value, list | tuple):
        one = isinstance(value, tuple) and len(value) == 1
        return (one and not str(value).isascii()) or any(loose(item) for item in value)
    return False


def assert_ruff_leaves(sources: list[str]) -> None:
    module = "\n".join(f"def f{number}():\n{source}\n\n" for number, source in enumerate(sources)).rstrip("\n") + "\n"
    assert formatted(module) == module


ruff_runs = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


@given(st.lists(placed_literals(odd_texts), min_size=10, max_size=30))
@ruff_runs
def test_ruff_leaves_literals_of_any_text_as_they_are(sources: list[str]) -> None:
    assert_ruff_leaves(sources)


@given(st.lists(placed_literals(plain_texts), min_size=10, max_size=30))
@ruff_runs
def test_ruff_leaves_literals_of_common_texts_as_they_are(sources: list[str]) -> None:
    assert_ruff_leaves(sources)


@given(st.lists(st.tuples(st.sampled_from(["x = ", "return ", "NAME: str = "]), st.text(" abc\"'\\é", max_size=135))))
@ruff_runs
def test_ruff_leaves_a_statement_of_one_text_as_it_is(pairs: list[tuple[str, str]]) -> None:
    assert_ruff_leaves(["    " + statement(head, literal(text), 4) for head, text in pairs] or ["    pass"])


words = st.text("abc", min_size=1, max_size=40)


@given(
    st.lists(st.tuples(words, st.lists(words | values(plain_texts), min_size=1, max_size=5)), min_size=1, max_size=30)
)
@ruff_runs
def test_ruff_leaves_calls_as_they_are(calls: list[tuple[str, list[Any]]]) -> None:
    sources = []
    for name, arguments in calls:
        shown = [f"{key}={literal(value, 8, len(key) + 1, 1)}" for key, value in zip("abcde", arguments, strict=False)]
        sources.append("    " + call(name + "_", shown, 4, "return ", ""))
    assert_ruff_leaves(sources)


@given(st.lists(words, unique=True), words)
@ruff_runs
def test_ruff_leaves_signatures_as_they_are(parameters: list[str], annotation: str) -> None:
    items = [f"{name}_: {annotation}" for name in parameters]
    closing = f") -> {annotation}:"
    source = "def " + bracketed("f(", items, closing, prefix=4) + "\n    pass\n"
    assert formatted(source) == source


CODES = ["email", "text(a)", "a.b", "d['k']", 'd["k"]', "{'a': 1}['a']", "a if b else c", "x[1:2]", "f(a, b)", "not a"]


@given(st.lists(st.one_of(texts, st.sampled_from(CODES).map(Code)), max_size=8))
def test_an_f_string_shows_its_texts_and_values_and_nothing_else(parts: list[str | Code]) -> None:
    scope = {"email": "E", "text": str, "a": type("A", (str,), {"b": "B"})("A"), "b": "", "c": "C", "d": {"k": "K"}}
    scope |= {"x": "xyz", "f": "{}{}".format}
    expected = "".join(part if isinstance(part, str) else str(eval(part.source, dict(scope))) for part in parts)
    source = fstring(parts)
    assert eval(source, dict(scope)) == expected
    assert (source[0] == "f") == any(isinstance(part, Code) for part in parts)


@given(
    st.lists(
        st.lists(st.one_of(texts, plain_texts, st.sampled_from(CODES).map(Code)), max_size=5), min_size=10, max_size=30
    )
)
@ruff_runs
def test_ruff_leaves_f_strings_as_they_are(many: list[list[str | Code]]) -> None:
    assert_ruff_leaves([f"    f(\n        {fstring(parts)},\n    )" for parts in many])


@pytest.mark.parametrize(
    "source",
    [
        "a\\b",
        "'a' + \"b\"",
        "a # b",
        "a\nb",
        "a!r",
        "a:>3",
        "",
        " ",
        "a}{b",
        "a = b",
        "x := 1",
        "a=",
        "a;b",
        "}",
        "lambda: 1",
    ],
)
def test_what_is_no_plain_expression_cannot_stand_in_an_f_string(source: str) -> None:
    with pytest.raises(ValueError, match="f-string"):
        fstring([Code(source)])


safe_texts = st.text("ab .\"'é-\n", max_size=60)


@given(st.one_of(texts, safe_texts))
def test_a_docstring_shows_exactly_the_text(text: str) -> None:
    source = docstring(text, 4)
    if source is not None:
        assert inspect.cleandoc(ast.literal_eval(source)) == text
        assert len(ast.parse(f"def f():\n    {source}\n").body) == 1


@given(st.lists(safe_texts, min_size=10, max_size=30))
@ruff_runs
def test_ruff_leaves_docstrings_as_they_are(many: list[str]) -> None:
    shown = [source for text in many if (source := docstring(text, 4)) is not None]
    assert_ruff_leaves(["    " + source for source in shown] or ["    pass"])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Find a customer.", '"""Find a customer."""'),
        ("Find it.\n\nAll of it.", '"""Find it.\n\n    All of it.\n    """'),
        ('"Quoted" it is.', '""" "Quoted" it is."""'),
        ('Find it.\n\nSay "yes"', '"""Find it.\n\n    Say "yes"\n    """'),
        ("List:\n  - one\nend", '"""List:\n      - one\n    end\n    """'),
    ],
)
def test_plain_texts_have_a_docstring(text: str, shown: str) -> None:
    assert docstring(text, 4) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " x",
        "x ",
        "x\n",
        "\nx",
        'say "hi"',
        "a\\b",
        'a"""b',
        "tab\tx",
        "bidi\u202e",
        "x \ny",
        "a\n  - b",
        "\ud800",
        "nbsp\xa0",
    ],
)
def test_texts_that_a_docstring_would_change_have_none(text: str) -> None:
    assert docstring(text, 4) is None


spec_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True)
operation_names = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
taken = st.sampled_from(
    ["class", "class_", "str", "None", "self", "con", "con_", "test_x", "tool_test_x", "x_test", "conftest"]
)


@pytest.mark.parametrize("name", [*keyword.kwlist, "str", "list", "Any", "field", "self"])
def test_words_that_are_taken_get_an_underscore(name: str) -> None:
    assert identifier(name) == f"{name}_"


@pytest.mark.parametrize("name", ["id", "input", "type_", "email", "match", "format", "json", "schema"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert identifier(name) == (name if name != "type_" else "type__")


@given(spec_names | taken)
def test_identifiers_can_be_used_in_python(name: str) -> None:
    assert identifier(name).isidentifier()
    assert not keyword.iskeyword(identifier(name))


@given(operation_names | taken)
def test_a_module_can_be_imported_and_is_no_test(name: str) -> None:
    module = module_name(name)
    assert module.isidentifier()
    assert not keyword.iskeyword(module)
    assert not re.match(r"test_|.*_test$|conftest$|(con|prn|aux|nul|com\d|lpt\d)$", module)


@pytest.mark.parametrize("derived", [identifier, class_name, module_name])
@given(one=operation_names | taken, other=operation_names | taken)
def test_two_names_never_become_one(derived: Callable[[str], str], one: str, other: str) -> None:
    if derived is class_name:
        one, other = one.lower(), other.lower()
    assert (derived(one) == derived(other)) == (one == other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("find_customer", "FindCustomer"), ("a", "A"), ("get_v1", "GetV1"), ("get_v_1", "GetV_1"), ("ab_c", "AbC")],
)
def test_a_class_is_named_in_capitals(name: str, expected: str) -> None:
    assert class_name(name) == expected


@pytest.mark.parametrize(
    ("server", "package"),
    [
        ("refund-desk", "refund_desk"),
        ("json", "json_server"),
        ("mcp", "mcp_server"),
        ("typing", "typing_server"),
        ("mcp-types", "mcp_types_server"),
        ("tests", "tests_server"),
        ("src", "src_server"),
        ("class", "class_server"),
        ("con", "con_server"),
        ("cgi", "cgi_server"),
        ("distutils", "distutils_server"),
    ],
)
def test_a_package_never_hides_another(server: str, package: str) -> None:
    assert package_name(server) == package
