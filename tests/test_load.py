"""Loading: bytes to values with places, and findings for everything that cannot be that."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

import failwell.load as load_stage
import pytest
import yaml
from failwell.findings import Span
from failwell.load import MAX_BYTES, Document, Loaded, load, load_file
from hypothesis import example, given
from hypothesis import strategies as st

SPECS = sorted((Path(__file__).parent.parent / "specs").glob("*.yaml"))
PARSERS = {"C": getattr(yaml, "CSafeLoader", yaml.SafeLoader), "Python": yaml.SafeLoader}


@pytest.fixture(params=PARSERS)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both parsers of PyYAML in turn."""
    monkeypatch.setattr(load_stage, "PARSER", PARSERS[request.param])
    return str(request.param)


def loaded(text: str) -> Loaded:
    return load(text.encode(), "spec.yaml")


def document(text: str) -> Document:
    result = loaded(text)
    assert result.findings == ()
    assert result.document is not None
    return result.document


def data(text: str) -> Any:
    return document(text).data


def only(text: str) -> tuple[str, str, tuple[int, int]]:
    """Code, message and place of the one finding."""
    (finding,) = loaded(text).findings
    assert finding.span is not None
    return finding.code, finding.message, (finding.span.line, finding.span.column)


def codes(text: str | bytes) -> list[str]:
    result = load(text, "spec.yaml") if isinstance(text, bytes) else loaded(text)
    return [finding.code for finding in result.findings]


def quoted(found: Document, span: Span) -> str:
    """The characters of a span that is within one line."""
    assert span.line == span.end_line
    return found.text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


# Values


@pytest.mark.parametrize(
    "text",
    ["no", "yes", "on", "off", "y", "01000", "-01", "00", "1:30", "2026-11-30", "=", "0b1", "1_000", "0o8", "+", "1e"],
)
@pytest.mark.usefixtures("parser")
def test_what_yaml_1_1_reads_as_something_else_is_a_text(text: str) -> None:
    assert data(f"a: {text}\n") == {"a": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("NULL", None),
        ("true", True), ("True", True), ("FALSE", False),
        ("0", 0), ("-7", -7), ("+7", 7), ("0o17", 15), ("0xfF", 255),
        ("0.5", 0.5), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), ("-1.5E-2", -0.015),
        ("'5'", "5"), ('"true"', "true"), ("!!str 5", "5"), ("! 5", "5"), ("!!int '5'", 5), ("!!float 1", 1),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("parser")
def test_scalars_are_those_of_the_core_schema(text: str, value: object) -> None:
    found = data(f"a: {text}\n")["a"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.usefixtures("parser")
def test_scalar_keys_are_the_text_that_is_written() -> None:
    written = "404: a\n0x1: b\ntrue: c\n~: d\n1.50: e\n'<<': f\n"
    assert data(written) == {"404": "a", "0x1": "b", "true": "c", "~": "d", "1.50": "e", "<<": "f"}


@pytest.mark.usefixtures("parser")
def test_aliases_repeat_values() -> None:
    assert data("a: &x {b: [1]}\nc: *x\nd: [*x, *x]\n") == {
        "a": {"b": [1]},
        "c": {"b": [1]},
        "d": [{"b": [1]}, {"b": [1]}],
    }


@pytest.mark.parametrize("line_break", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize(
    "form", ["a: x{}y\n", "a: 'x{}y'\n", 'a: "x{}y"\n', "a: |-\n  x{}y\n", "a: >-\n  x{}y\n", "? a\n: x{}y\n"]
)
@pytest.mark.usefixtures("parser")
def test_line_breaks_of_yaml_1_1_stay_in_the_value_and_do_not_count_as_lines(form: str, line_break: str) -> None:
    found = document(f"# {line_break}\n" + form.format(line_break) + "b: 1\n")
    assert found.data == {"a": f"x{line_break}y", "b": 1}
    assert found.key_span(["b"]).line == 2 + form.count("\n")


@pytest.mark.usefixtures("parser")
def test_private_characters_of_the_file_are_not_confused_with_hidden_line_breaks() -> None:
    assert data("a: '\ue000\u2028\ue001'\n") == {"a": "\ue000\u2028\ue001"}


def test_a_byte_order_mark_is_dropped() -> None:
    found = load(b"\xef\xbb\xbfa: 1\n", "x")
    assert found.document is not None
    assert found.document.data == {"a": 1}
    assert found.document.key_span(["a"]) == Span(1, 1, 1, 2)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(line_break: str) -> None:
    assert document(f"a: 1{line_break}{line_break}b: 2{line_break}").key_span(["b"]) == Span(3, 1, 3, 2)


# Places

PLACES = """\
server:
  name: 'desk'
  tags: [é, "b"]
operations:
  find:
    - one
    - {two: 2}
  text: |
    first
    second

  none:
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (["server", "name"], Span(2, 3, 2, 7), Span(2, 9, 2, 15)),
        (["server", "tags"], Span(3, 3, 3, 7), Span(3, 9, 3, 17)),
        (["server", "tags", 1], Span(3, 13, 3, 16), Span(3, 13, 3, 16)),
        (["operations", "find", 1], Span(7, 7, 7, 15), Span(7, 7, 7, 15)),
        (["operations", "find", 1, "two"], Span(7, 8, 7, 11), Span(7, 13, 7, 14)),
        (["operations", "text"], Span(8, 3, 8, 7), Span(8, 9, 10, 11)),
        (["operations", "none"], Span(12, 3, 12, 7), Span(12, 8, 12, 8)),
        (["server"], Span(1, 1, 1, 7), Span(2, 3, 3, 17)),
        ([], Span(1, 1, 12, 8), Span(1, 1, 12, 8)),
        # What does not exist has the place of its nearest ancestor.
        (["server", "title"], Span(1, 1, 1, 7), Span(2, 3, 3, 17)),
        (["server", "tags", 2, "x"], Span(3, 3, 3, 7), Span(3, 9, 3, 17)),
        (["server", "tags", -1], Span(3, 3, 3, 7), Span(3, 9, 3, 17)),
        (["server", "name", "x", 0], Span(2, 3, 2, 7), Span(2, 9, 2, 15)),
        ([0], Span(1, 1, 12, 8), Span(1, 1, 12, 8)),
    ],
)
@pytest.mark.usefixtures("parser")
def test_every_key_and_value_has_its_place(path: list[str | int], key: Span, value: Span) -> None:
    found = document(PLACES)
    assert (found.key_span(path), found.value_span(path)) == (key, value)


@pytest.mark.usefixtures("parser")
def test_an_alias_stands_where_it_is_written_and_its_entries_at_the_anchor() -> None:
    found = document("a: &x {b: 1}\nc: *x\n")
    assert found.value_span(["c"]) == Span(2, 4, 2, 6)
    assert found.value_span(["c", "b"]) == Span(1, 11, 1, 12)


@pytest.mark.parametrize(
    "text",
    [
        "a: find :me now\n",
        "a: 'find :me now'\n",
        "a: 'it''s ''find'' :me now'\n",
        'a: "find :me now"\n',
        "a: &x find :me now\n",
        "a: !!str   'find :me now'\n",
        "a: [1, {b: find :me now}]\n",
        "a: |\n  first\n    find :me now\n",
        "a: |-\r\n\r\n  first\r\n  find :me now\r\n",
        "a: >-\n  first\n\n  find\n  :me now\n",
        "a: first\n   find :me\n   now\n",
        "a: 'first\n\n   find :me'\n",
        "a: 😀 find :me\n",
    ],
)
@pytest.mark.usefixtures("parser")
def test_a_place_inside_a_text_is_exact(text: str) -> None:
    found = document(text)
    path: list[str | int] = ["a", 1, "b"] if "[" in text else ["a"]
    value = found.data["a"][1]["b"] if "[" in text else found.data["a"]
    assert quoted(found, found.text_span(path, value.index(":me"), 3)) == ":me"


@pytest.mark.parametrize(
    ("path", "offset", "length"),
    [
        (["escaped"], 1, 2),
        (["plain"], 2, 9),
        (["plain"], -1, 2),
        (["plain"], 1, 0),
        (["number"], 0, 1),
        (["plain", "x"], 0, 1),
    ],
)
def test_a_place_that_cannot_be_told_is_the_whole_value(path: list[str | int], offset: int, length: int) -> None:
    found = document('escaped: "a\\tbcd"\nplain: abc\nnumber: 17\n')
    assert found.text_span(path, offset, length) == found.value_span(path)


WORDS = st.text(st.sampled_from("ab :'\"é{}😀"), min_size=1, max_size=12)


@given(WORDS, st.data())
def test_a_place_inside_a_single_quoted_text_shows_these_characters(text: str, draw: st.DataObject) -> None:
    found = document("a: '" + text.replace("'", "''") + "'\n")
    offset = draw.draw(st.integers(0, len(text) - 1))
    length = draw.draw(st.integers(1, len(text) - offset))
    assert quoted(found, found.text_span(["a"], offset, length)).rstrip("'").replace("''", "'") == text[
        offset : offset + length
    ].rstrip("'")


# What YAML allows and a spec does not


@pytest.mark.usefixtures("parser")
def test_duplicate_keys_are_found_at_every_level_and_the_first_is_kept() -> None:
    result = loaded("a: 1\nb: [{c: 1, c: 2}]\na: 3\nd: {x: 1, 'x': 2}\n")
    assert [(f.code, f.message, f.span and f.span.line) for f in result.findings] == [
        ("FW002", "duplicate key `c`, first given in line 2", 2),
        ("FW002", "duplicate key `a`, first given in line 1", 3),
        ("FW002", "duplicate key `x`, first given in line 4", 4),
    ]
    assert result.document is not None
    assert result.document.data == {"a": 1, "b": [{"c": 1}], "d": {"x": 1}}


@pytest.mark.parametrize(
    ("written", "meant", "advice"),
    [
        ("{q: {email}}", {"q": "{email}"}, 'write `"{email}"`'),
        ("{q: { email }}", {"q": "{email}"}, 'write `"{email}"`'),
        ("{{email}: x}", {"{email}": "x"}, 'write `"{email}"`'),
        ("{{email}}", "{{email}}", 'write `"{{email}}"`'),
        ("[{a.b || c}]", ["{a.b || c}"], 'write `"{a.b || c}"`'),
        ('{a."b c"}', '{a."b c"}', "write `'{a.\"b c\"}'`"),
        ("{type:string}", "{type:string}", 'write `"{type:string}"`, or put a space after the colon'),
    ],
)
@pytest.mark.usefixtures("parser")
def test_a_placeholder_without_quotes_is_found_and_taken_as_meant(written: str, meant: object, advice: str) -> None:
    result = loaded(f"a: {written}\n")
    assert [(finding.code, finding.help) for finding in result.findings] == [("FW014", advice)]
    assert result.document is not None
    assert result.document.data == {"a": meant}


@pytest.mark.parametrize(
    "text", ["a: {b: {type: string}}\n", "a: {b: }\n", "a: {b: null}\n", "a:\n  b:\n", "a: {b, c}\n", "a: {1}\n"]
)
@pytest.mark.usefixtures("parser")
def test_a_mapping_that_is_meant_is_no_placeholder(text: str) -> None:
    assert codes(text) == []


@pytest.mark.usefixtures("parser")
def test_a_text_that_goes_on_after_its_first_placeholder_is_one_finding() -> None:
    assert only("a: {id} is missing\n") == ("FW005", "the text goes on after a closing bracket", (1, 9))


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: {[b]: c}\n", "a list cannot be a key", (1, 5)),
        ("? {a: 1, b: 2}\n: c\n", "a mapping cannot be a key", (1, 3)),
        ("a: {? , b: c}\n", "a key is missing here", (1, 7)),
        ("a: &x 5\n*x : b\n", "a value cannot be a key", (2, 1)),
    ],
)
def test_a_key_that_is_no_text_is_found(text: str, message: str, place: tuple[int, int]) -> None:
    assert only(text) == ("FW013", message, place)


@pytest.mark.usefixtures("parser")
def test_a_merge_key_is_found_and_left_out() -> None:
    assert only("a: &x {b: 1}\nc:\n  <<: *x\n") == ("FW012", "merge keys (`<<`) are not part of YAML 1.2", (3, 3))


@pytest.mark.parametrize(
    "value",
    [".inf", "-.INF", "+.inf", ".nan", ".NaN", "1e999", "9" * 309, "9" * 5000, "0x" + "f" * 5000, "!!float .inf"],
)
@pytest.mark.usefixtures("parser")
def test_a_number_that_json_does_not_have_is_found(value: str) -> None:
    result = loaded(f"a: {value}\n")
    assert [finding.code for finding in result.findings] == ["FW015"]
    assert result.document is not None
    assert result.document.data == {"a": 0}


def test_a_large_number_within_json_is_kept() -> None:
    assert data("a: " + "9" * 300 + "\n") == {"a": int("9" * 300)}


@pytest.mark.parametrize(
    "tag", ["!!python/object:os.system", "!foo", "!!set", "!!binary", "!!timestamp", "!!int", "!!map"]
)
@pytest.mark.usefixtures("parser")
def test_a_tag_that_is_not_of_the_core_schema_or_does_not_fit_is_found(tag: str) -> None:
    assert only(f"a: {tag} x\n") == ("FW011", f"the tag `{tag}` cannot stand here", (1, 4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: *b\n", "the alias `*b` has no anchor above it"),
        ("a: &b [*b]\n", "the alias `*b` stands inside what it repeats"),
        ("a: &b {c: {d: *b}}\n", "the alias `*b` stands inside what it repeats"),
    ],
)
@pytest.mark.usefixtures("parser")
def test_an_alias_of_nothing_or_of_itself_is_found(text: str, message: str) -> None:
    assert only(text)[:2] == ("FW009", message)


@pytest.mark.usefixtures("parser")
def test_an_alias_of_nothing_is_taken_as_the_text_that_was_meant() -> None:
    result = loaded("a: *b\n*c : d\n")
    assert [finding.code for finding in result.findings] == ["FW009", "FW009"]
    assert result.document is not None
    assert result.document.data == {"a": "*b", "*c": "d"}


@pytest.mark.usefixtures("parser")
def test_a_bomb_of_aliases_is_refused() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 60)]
    result = loaded("\n".join(levels))
    assert [finding.code for finding in result.findings] == ["FW010"]
    assert result.document is None


def test_the_size_of_a_file_is_no_bomb() -> None:
    assert len(data("a:\n" + "- 1\n" * 150_000)["a"]) == 150_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "a: " + "[" * 101 + "]" * 101,
        "- " * 50_000,
        "{a: " * 50_000,
        "? " * 50_000,
        "".join(f"{' ' * n}a:\n" for n in range(1000)),
        "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200)),
    ],
    ids=["lists", "closed lists", "block lists", "mappings", "keys", "block mappings", "aliases"],
)
@pytest.mark.usefixtures("parser")
def test_deep_nesting_is_refused(text: str) -> None:
    assert codes(text) == ["FW016"]


def test_a_hundred_levels_are_fine() -> None:
    assert codes("a: " + "[" * 99 + "]" * 99) == []


# Files that are no spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("\n# nothing\n", "the file is empty"),
        ("---\n", "the file is empty"),
        ("- a\n", "the file holds a list, not a spec"),
        ("hello\n", "the file holds a single value, not a spec"),
    ],
)
@pytest.mark.usefixtures("parser")
def test_a_file_without_a_mapping_is_no_spec(text: str, message: str) -> None:
    result = loaded(text)
    assert [(finding.code, finding.message) for finding in result.findings] == [("FW007", message)]
    assert result.document is None


@pytest.mark.usefixtures("parser")
def test_a_second_document_is_found_and_the_first_is_kept() -> None:
    result = loaded("a: 1\n---\nb: 2\n")
    assert [(f.code, f.span) for f in result.findings] == [("FW008", Span(2, 1, 2, 4))]
    assert result.document is not None
    assert result.document.data == {"a": 1}


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"a: caf\xe9\n", Span(1, 7, 1, 8)),
        ("é: ü\nb: x".encode() + b"\xff\n", Span(2, 5, 2, 6)),
        (b"\xef\xbb\xbfa: \xc3", Span(1, 4, 1, 5)),
        (b"a: \xed\xa0\x80", Span(1, 4, 1, 5)),
        (b"\x80", Span(1, 1, 1, 2)),
    ],
)
def test_the_first_byte_that_is_not_utf_8_is_named_with_its_place(content: bytes, place: Span) -> None:
    (finding,) = load(content, "x").findings
    assert (finding.code, finding.span) == ("FW004", place)
    assert "0x" in finding.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_refused_by_name(encoding: str) -> None:
    (finding,) = load("a: 1\n".encode(encoding), "x").findings
    assert (finding.code, finding.message) == ("FW004", "the file is UTF-16 or UTF-32, not UTF-8")


@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\x9b", "\ufffe", "\uffff"])
@pytest.mark.usefixtures("parser")
def test_a_control_character_is_found_and_reading_goes_on(character: str) -> None:
    result = loaded(f"a: x{character}y\nb: 1\nb: 2\n")
    assert [(f.code, f.span and f.span.line, f.span and f.span.column) for f in result.findings] == [
        ("FW006", 1, 5),
        ("FW002", 3, 1),
    ]


@pytest.mark.parametrize("escape", [r"\0", r"\a", r"\e", r"\x7f", r"\u009b", r"\uffff"])
@pytest.mark.usefixtures("parser")
def test_an_escaped_control_character_is_found(escape: str) -> None:
    result = loaded(f'a: "x{escape}y"\n')
    assert [finding.code for finding in result.findings] == ["FW006"]
    assert result.document is not None
    assert result.document.data == {"a": "x\ufffdy"}


@pytest.mark.parametrize("escape", [r"\ud800", r"\uDFFF", r"\ud83d\ude00", r"\U0000d800", r"\UFFFFFFFF", r"\U00110000"])
@pytest.mark.usefixtures("parser")
def test_the_escape_of_half_a_character_or_of_none_is_refused(escape: str) -> None:
    result = loaded(f'a: "é{escape}"\n')
    assert [(f.code, f.span and f.span.column) for f in result.findings] == [("FW006", 6)]
    assert result.document is None


def test_letters_of_every_language_and_marks_of_direction_are_kept() -> None:
    text = "שלום \u202b \u200f 漢字 😀 \ufeff \xa0 tab\there"
    assert data(f"a: '{text}'\n") == {"a": text}


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a:\n\tb: 1\n", "a tab cannot stand here", (2, 1)),
        ("a: one: two\n", "a text without quotes cannot have `: ` in it", (1, 7)),
        ("a: @x\n", "a text without quotes cannot begin with `@`", (1, 4)),
        ("a: `x`\n", "a text without quotes cannot begin with ```", (1, 4)),
        ("a: %x\n", "a text without quotes cannot begin with `%`", (1, 4)),
        ("a: *.txt\n", "a text without quotes cannot begin with `&` or `*`", (1, 4)),
        ("a: !e!x y\n", "a text without quotes cannot begin with `!`", (1, 4)),
        ("a: 'x\nb: c\n", "this quote is never closed", (1, 4)),
        ('a: "x\nb: c\n', "this quote is never closed", (1, 4)),
        ("a: 'x' y\n", "the text goes on after its closing quote", (1, 8)),
        ("a: [x] y\n", "the text goes on after a closing bracket", (1, 8)),
        ("a: [1, 2\nb: 3\n", "this list is not closed, or a comma is missing in it", (1, 4)),
        ("a: {b: {c[0]}}\n", "this mapping is not closed, or a comma is missing in it", (1, 8)),
        ("a:\n  b: 1\n c: 2\n", "this line does not fit the lines above it", (3, 2)),
        ("a: 1\n  b: 2\n", "a key cannot begin in this line", (2, 4)),
        ("a: 1\nfoo\nb: 2\n", "this line is not `key: value`", (2, 1)),
        ("a: - b\n", "a list cannot begin here", (1, 4)),
        ("a: ]\n", "a value is missing here", (1, 4)),
        ("a: |x\n  y\n", "a text cannot begin on the line of `|` or `>`", (1, 4)),
        ("{a: b}\nc: d\n", "the file goes on after its value has ended", (2, 1)),
        ("%YAML 3.0\n---\na: 1\n", "a line that begins with `%` is a directive of YAML", (1, 1)),
    ],
)
@pytest.mark.usefixtures("parser")
def test_a_syntax_error_is_told_in_plain_words(text: str, message: str, place: tuple[int, int]) -> None:
    assert only(text) == ("FW005", message, place)
    (finding,) = loaded(text).findings
    assert finding.help


@pytest.mark.parametrize(("text", "place"), [('a: "\\q"\n', (1, 5)), ('a: "\\xZZ"\n', (1, 7))])
def test_a_backslash_that_is_no_escape_is_found(text: str, place: tuple[int, int]) -> None:
    assert only(text) == ("FW005", "this backslash is not an escape of YAML", place)


def test_what_was_found_before_a_syntax_error_is_told_too() -> None:
    assert codes("a: 1\na: 2\nb: .inf\nc: @x\n") == ["FW002", "FW015", "FW005"]


def test_many_problems_are_told_in_one_run_in_reading_order() -> None:
    text = 'a: 1\na: 2\nb: {c}\nd: !x 1\ne: .nan\nf: *g\nh: {<<: 1}\ni: {[j]: 1}\nk: "\\0"\nl: \x07\n---\n'
    assert codes(text) == ["FW002", "FW014", "FW011", "FW015", "FW009", "FW012", "FW013", "FW006", "FW006", "FW008"]


def test_findings_of_a_hostile_file_are_limited() -> None:
    assert len(codes("a: 1\n" * 5000)) == 100
    assert len(codes("\x07 " * 5000)) == 100


# Files


def test_a_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_bytes(b"a: 1\n")
    found = load_file(path).document
    assert found is not None
    assert (found.name, found.data) == (str(path), {"a": 1})


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.yaml", "it does not exist"),
        ("", "it is a folder"),
        ("file/x", "not a directory"),
        ("x" * 5000, "file name too long"),
        ("a\0b", "this cannot be the name of a file"),
    ],
)
def test_a_path_that_cannot_be_read_is_a_finding(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").touch()
    result = load_file(tmp_path / name)
    assert [(f.code, f.message, f.span) for f in result.findings] == [
        ("FW001", f"the file cannot be read: {reason}", None)
    ]
    assert result.document is None


def test_a_file_that_may_not_be_read_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "spec.yaml").touch()
    monkeypatch.setattr(Path, "open", refuse)
    (finding,) = load_file(tmp_path / "spec.yaml").findings
    assert finding.message == "the file cannot be read: permission denied"


def test_a_device_a_pipe_or_a_socket_is_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        for path in (Path("/dev/zero"), tmp_path / "pipe", tmp_path / "socket"):
            assert [f.message for f in load_file(path).findings] == [
                "the file cannot be read: it is not a regular file"
            ]


def test_a_file_of_ten_megabytes_is_refused_without_reading_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "spec.yaml"
    with path.open("wb") as file:
        file.truncate(10_000_000)
    monkeypatch.setattr(Path, "open", None)
    (finding,) = load_file(path).findings
    assert (finding.code, finding.message) == ("FW003", "the file has 10,000,000 bytes; a spec has 5,000,000 at most")


def test_too_many_bytes_are_refused() -> None:
    assert codes(b" " * (MAX_BYTES + 1)) == ["FW003"]


# Whatever the bytes


def holds(content: bytes) -> None:
    """Loading returns, and what it returns is what it promises."""
    result = load(content, "x")
    assert result.document is not None or result.findings
    result.text.encode("utf-8")
    for finding in result.findings:
        (finding.message + (finding.help or "")).encode("utf-8")
    if result.document is not None:
        json.dumps(result.document.data, allow_nan=False, ensure_ascii=False).encode("utf-8")


@given(st.binary(max_size=200))
@example(b"{: }")
@example(b"\xef\xbb\xbf\xef\xbb\xbf")
def test_no_bytes_make_loading_fail(content: bytes) -> None:
    holds(content)


YAMLISH = st.lists(
    st.sampled_from(
        [
            *"{}[]:,-?*&!|>'\"%@`#\\\n\t ab0",
            ": ",
            "- ",
            "\n  ",
            "<<",
            "&a ",
            "*a",
            "!!int ",
            "---\n",
            ".inf",
            "\\ud800",
            "\0",
            "\u2028",
            "é",
        ]
    ),
    max_size=40,
).map("".join)


@given(YAMLISH)
@pytest.mark.parametrize("loader", PARSERS.values(), ids=PARSERS)
def test_no_yaml_makes_loading_fail(loader: type[yaml.SafeLoader], text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load_stage, "PARSER", loader)
        holds(text.encode())


@given(st.sampled_from([path.read_bytes() for path in SPECS]), st.data())
def test_no_damage_to_a_spec_makes_loading_fail(spec: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(spec)))
    end = draw.draw(st.integers(start, min(start + 40, len(spec))))
    damage = draw.draw(st.binary(max_size=6) | YAMLISH.map(str.encode))
    holds(spec[:start] + damage + spec[end:])


@given(YAMLISH)
def test_the_parser_in_python_gives_what_libyaml_gives(text: str) -> None:
    found = load(text.encode(), "x")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load_stage, "PARSER", yaml.SafeLoader)
        other = load(text.encode(), "x")
    if not found.findings and not other.findings:
        assert found.document is not None
        assert other.document is not None
        assert found.document.data == other.document.data
        assert found.document.root == other.document.root


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_example_specs_load_the_same_with_both_parsers(path: Path, parser: str) -> None:
    found = load_file(path)
    assert found.findings == ()
    assert found.document is not None
    assert found.document.data["failwell"] == 1, parser
