"""The one notation of placeholders, and what is known of the expressions inside them."""

from __future__ import annotations

import json
import string

import jmespath
import pytest
from failwell.texts import Placeholder, parse_expression, parse_text
from hypothesis import given
from hypothesis import strategies as st

names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)
noisy_texts = st.text(alphabet="{}'\"`\\ab.[]:, \n", max_size=40)


def texts_with_placeholders() -> st.SearchStrategy[list[str]]:
    return st.lists(
        st.one_of(names.map(lambda name: "{" + name + "}"), st.text(string.punctuation + " é\n", max_size=6))
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("no braces", ["no braces"]),
        ("a {b} c", ["a ", "b", " c"]),
        ("{b}", ["b"]),
        ("{b}{c}", ["b", "c"]),
        ("{customer.items[0].id}", ["customer.items[0].id"]),
        ("{a.{x: y, z: w}} end", ["a.{x: y, z: w}", " end"]),
        ("{join('}', list)} end", ["join('}', list)", " end"]),
        ("{join('it\\'s}', list)} end", ["join('it\\'s}', list)", " end"]),
        ('{a."}"} end', ['a."}"', " end"]),
        ('{a || `{"k": "}"}`} end', ['a || `{"k": "}"}`', " end"]),
    ],
)
def test_a_text_is_split_at_its_placeholders(text: str, parts: list[str]) -> None:
    parsed = parse_text(text)
    assert [part.expression if isinstance(part, Placeholder) else part for part in parsed.parts] == parts
    assert all(placeholder.error is None for placeholder in parsed.placeholders)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("query { customer { name } }", "query { customer { name } }"),
        ('{"json": {"a": 1}}', '{"json": {"a": 1}}'),
        ("{{name}}", "{name}}"),
        ("{{{name}", "{{name}"),
        ("{1} {_a} {é} {} }{", "{1} {_a} {é} {} }{"),
        ("{{ stays", "{{ stays"),
        ("ends {", "ends {"),
    ],
)
def test_every_brace_that_no_letter_follows_is_text(text: str, plain: str) -> None:
    assert parse_text(text).plain == plain


@pytest.mark.parametrize("text", ["{name", "call {name now", "{it's}", "{a.{b: c}", '{a."}', "{a || `}"])
def test_a_placeholder_that_is_not_closed_says_so(text: str) -> None:
    placeholder = parse_text(text).placeholders[0]
    assert "not closed" in (placeholder.error or "")
    assert placeholder.offset + placeholder.length == len(text)


def test_a_faulty_expression_is_told_and_the_rest_of_the_text_is_still_read() -> None:
    faulty, sound = parse_text("{a b} and {c}").placeholders
    assert faulty.error == "not an expression: unexpected `b`"
    assert (sound.error, set(sound.names)) == (None, {"c"})


def test_only_a_text_that_is_one_placeholder_keeps_the_type_of_its_value() -> None:
    assert parse_text("{amount}").sole is not None
    assert all(parse_text(text).sole is None for text in ("", " {amount}", "{amount}{amount}", "amount", "{{amount}"))


def test_the_names_of_a_text_are_those_of_all_its_placeholders() -> None:
    assert parse_text("{a.x} of {b} {length(c)}").names == {"a", "b", "c"}


@given(noisy_texts)
def test_nothing_of_a_text_is_lost(text: str) -> None:
    parts = parse_text(text).parts
    rebuilt = "".join("" if isinstance(part, str) else text[part.offset : part.offset + part.length] for part in parts)
    literal = "".join(part for part in parts if isinstance(part, str))
    assert len(rebuilt) + len(literal) <= len(text)
    assert all(part for part in parts)
    for part in parts:
        if isinstance(part, Placeholder):
            assert text[part.offset] == "{"
            assert text[part.offset + 1 :].startswith(part.expression)


@given(st.text(max_size=40))
def test_a_text_whose_braces_are_doubled_before_letters_is_itself(text: str) -> None:
    escaped = "".join(
        "{{" if char == "{" and text[index + 1 : index + 2] in tuple(string.ascii_letters) else char
        for index, char in enumerate(text)
    )
    assert parse_text(escaped).plain == text


@given(texts_with_placeholders())
def test_placeholders_are_found_whatever_stands_around_them(pieces: list[str]) -> None:
    pieces = [piece if piece.startswith("{") and piece.endswith("}") else piece.replace("{", "") for piece in pieces]
    wanted = [
        piece[1:-1] for piece in pieces if len(piece) > 2 and piece[0] == "{" and piece[1] in string.ascii_letters
    ]
    assert [placeholder.expression for placeholder in parse_text("".join(pieces)).placeholders] == wanted


@pytest.mark.parametrize(
    ("expression", "read"),
    [
        ("amount > `500`", {"amount"}),
        ("a.b.c", {"a"}),
        ("a[0].b", {"a"}),
        ("a[*].b", {"a"}),
        ("a[].b", {"a"}),
        ("a[?x == y].z", {"a"}),
        ("a[1:3].b", {"a"}),
        ("a.{x: y}", {"a"}),
        ("{x: y, z: w.v}", {"y", "w"}),
        ("[a, b.c]", {"a", "b"}),
        ("a.[b, c]", {"a"}),
        ("a | b", {"a"}),
        ("@ | b", {"b"}),
        ("@.b.c", {"b"}),
        ("@", set()),
        ("*.x", set()),
        ("length(items)", {"items"}),
        ("items | length(@)", {"items"}),
        ("sort_by(items, &name)[0].id", {"items"}),
        ("a && !b || c", {"a", "b", "c"}),
        ("contains(tags, name) || `true`", {"tags", "name"}),
        ("(a || b).c", {"a", "b"}),
        ('"x y".z', {"x y"}),
        ("!ok && error", {"ok", "error"}),
    ],
)
def test_an_expression_names_what_it_reads_from_its_scope(expression: str, read: set[str]) -> None:
    parsed = parse_expression(expression)
    assert (set(parsed.names), parsed.error) == (read, None)


@given(
    st.sampled_from(["{}.p", "{}[0]", "{}[?q=={}]", "not_null({}, x)", "[{}, y]", "{} || z", "{} | p", "!{}"]), names
)
def test_a_name_that_is_not_read_makes_no_difference(shape: str, name: str) -> None:
    expression = shape.replace("{}", name)
    scope = {read: [{"p": 1}] for read in parse_expression(expression).names}
    other = {**scope, **{key: "noise" for key in ("p", "q", "noise") if key not in scope}}
    assert jmespath.search(expression, scope) == jmespath.search(expression, other)


@pytest.mark.parametrize(
    ("expression", "path", "is_name"),
    [
        ("email", ("email",), True),
        ("email ", ("email",), True),
        ("a.b.c", ("a", "b", "c"), False),
        ('a."x-y"', ("a", "x-y"), False),
        ('"x-y"', ("x-y",), False),
        ("a[0]", None, False),
        ("length(a)", None, False),
        ("`1`", None, False),
        ("", None, False),
    ],
)
def test_a_bare_name_and_a_path_of_names_are_recognised(
    expression: str, path: tuple[str, ...] | None, is_name: bool
) -> None:
    parsed = parse_expression(expression)
    assert (parsed.path, parsed.is_name) == (path, is_name)


@pytest.mark.parametrize(
    ("expression", "error", "offset"),
    [
        ("", "the expression is empty", 0),
        ("a.", "the expression ends too early", 2),
        ("a[0", "the expression ends too early", 3),
        ("a b", "not an expression: unexpected `b`", 2),
        ("a ? b", "not an expression: unknown token ?", 2),
        ("a = b", "not an expression: unknown token '='", 2),
        ("x || upper(a)", "JMESPath has no function `upper`", 5),
        ("length()", "the function `length` takes 1 argument, not 0", 0),
        ("a[?contains(@)]", "the function `contains` takes 2 arguments, not 1", 3),
        ("not_null()", "the function `not_null` takes at least 1 argument, not 0", 0),
        ("(" * 5000, "the expression is nested too deeply", 0),
    ],
)
def test_what_is_wrong_with_an_expression_is_told_with_its_place(expression: str, error: str, offset: int) -> None:
    parsed = parse_expression(expression)
    assert (parsed.error, parsed.error_offset, parsed.names, parsed.path) == (error, offset, frozenset(), None)


@given(st.text(alphabet="ab.[]{}()'\"`\\|&!=<>@*?:,-0 \n", max_size=25))
def test_an_expression_without_error_is_one_that_jmespath_takes(expression: str) -> None:
    try:
        jmespath.compile(expression)
        accepted = True
    except (ValueError, IndexError):
        accepted = False
    parsed = parse_expression(expression)
    assert accepted or parsed.error
    assert parsed.error is None or 0 <= (parsed.error_offset or 0) <= len(expression)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_a_literal_in_a_placeholder_may_hold_any_character(value: object) -> None:
    literal = json.dumps(value, ensure_ascii=False).replace("`", "\\`")
    placeholder = parse_text("before {a || `" + literal + "`} after").placeholders[0]
    assert (placeholder.error, set(placeholder.names)) == (None, {"a"})
