"""Reports: the same findings for people, editors, programs and services."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from failwell.findings import Finding, Severity, Span
from failwell.reports import FORMATS, Linted, render_report
from failwell.reports.full import full
from failwell.rules import RULES
from hypothesis import given
from hypothesis import strategies as st

TEXT = "failwell: 1\nserver:\n  naem: desk\n"
MISSPELT = Finding("FW002", Severity.ERROR, "unknown key `naem`", Span(3, 3, 3, 7), "did you mean `name`?")
VAGUE = Finding("FW100", Severity.WARNING, "the description says nothing", Span(1, 1, 1, 9))
UNREAD = Finding("FW001", Severity.ERROR, "the file cannot be read: it does not exist")
FILES: list[Linted] = [("desk.yaml", TEXT, [VAGUE, MISSPELT]), ("gone.yaml", "", [UNREAD]), ("fine.yaml", TEXT, [])]


def at(text: str, start: int, end: int, message: str = "m") -> list[str]:
    """The quoted line and the carets for the characters from `start` to `end` of a text of one line."""
    finding = Finding("FW002", Severity.ERROR, message, Span(1, start + 1, 1, end + 1))
    return full([finding], "x.yaml", text).split("\n")[3:5]


# For people


def test_full_shows_the_line_carets_and_help() -> None:
    assert render_report("full", FILES, color=False) == (
        "warning[FW100]: the description says nothing\n"
        "--> desk.yaml:1:1\n"
        "  |\n"
        "1 | failwell: 1\n"
        "  | ^^^^^^^^\n"
        "\n"
        "error[FW002]: unknown key `naem`\n"
        "--> desk.yaml:3:3\n"
        "  |\n"
        "3 |   naem: desk\n"
        "  |   ^^^^\n"
        "  = help: did you mean `name`?\n"
        "\n"
        "error[FW001]: the file cannot be read: it does not exist\n"
        "--> gone.yaml\n"
        "\n"
        "2 errors, 1 warning in 3 files."
    )


def test_the_margin_grows_with_the_line_number() -> None:
    finding = Finding(
        "FW103", Severity.ERROR, "unknown key `descripton`", Span(31, 5, 31, 15), "did you mean `description`?"
    )
    text = "\n" * 30 + "    descripton: Find the customers\n"
    assert full([finding], "refund_desk.yaml", text) == (
        "error[FW103]: unknown key `descripton`\n"
        " --> refund_desk.yaml:31:5\n"
        "   |\n"
        "31 |     descripton: Find the customers\n"
        "   |     ^^^^^^^^^^\n"
        "   = help: did you mean `description`?"
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("a: 漢字x", 3, 5, ["1 | a: 漢字x", "  |    ^^^^"]),
        ("漢字: x", 4, 5, ["1 | 漢字: x", "  |       ^"]),
        ("e\u0301: x", 4, 5, ["1 | e\u0301: x", "  |    ^"]),
        ("😀: x", 3, 4, ["1 | 😀: x", "  |     ^"]),
        ("\ta: x", 1, 2, ["1 |     a: x", "  |     ^"]),
        ("a: \t x", 5, 6, ["1 | a:      x", "  |         ^"]),
    ],
)
def test_carets_stand_below_their_characters_whatever_their_width(
    text: str, start: int, end: int, shown: list[str]
) -> None:
    assert at(text, start, end) == shown


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\x1b", r"\x1b"),
        ("\0", r"\x00"),
        ("\x9b", r"\x9b"),
        ("\xa0", r"\xa0"),
        ("\u202e", r"\u202e"),
        ("\u200b", r"\u200b"),
        ("\u2028", r"\u2028"),
        ("\ufeff", r"\ufeff"),
        ("\ud800", r"\ud800"),
        ("\U000e0001", r"\U000e0001"),
    ],
)
def test_a_character_that_could_deceive_is_spelled_out(character: str, shown: str) -> None:
    line, carets = at(f"a: {character}[31m", 3, 4, message=f"bad {character}")
    assert line == f"1 | a: {shown}[31m"
    assert carets == "  |    " + "^" * len(shown)
    finding = Finding("FW002", Severity.ERROR, f"m{character}\n", Span(1, 1, 1, 2), f"h{character}")
    report = render_report("full", [(f"f{character}", "a", [finding])], color=False)
    assert all(f"{part}{shown}" in report for part in "mhf")
    assert character not in report


def test_a_place_of_several_lines_underlines_its_first() -> None:
    finding = Finding("FW002", Severity.ERROR, "m", Span(1, 4, 3, 2))
    assert full([finding], "x", "a: first  \n  second\nb").split("\n")[3:] == ["1 | a: first", "  |    ^^^^^"]


@pytest.mark.parametrize("span", [Span(1, 3, 1, 3), Span(2, 1, 2, 1), Span(9, 9, 9, 20)])
def test_an_empty_place_and_one_outside_the_text_have_one_caret(span: Span) -> None:
    lines = full([Finding("FW002", Severity.ERROR, "m", span)], "x", "a:\n").split("\n")
    assert lines[4].count("^") == 1


def test_a_long_line_is_cut_around_the_place() -> None:
    line, carets = at("x" * 1000 + "HERE" + "y" * 1000, 1000, 1004)
    assert len(line) <= 4 + 160
    assert line.startswith("1 | ...x")
    assert line.endswith("y...")
    assert line[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_a_long_place_is_cut() -> None:
    line, carets = at("x" * 1000, 0, 1000)
    assert line == "1 | " + "x" * 157 + "..."
    assert carets == "  | " + "^" * 157


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_lines_are_found_whatever_ends_them(line_break: str) -> None:
    finding = Finding("FW002", Severity.ERROR, "m", Span(2, 1, 2, 2))
    assert full([finding], "x", f"a \x85\u2028{line_break}b").split("\n")[3:] == ["2 | b", "  | ^"]


def test_concise_is_one_line_for_each_finding() -> None:
    assert render_report("concise", FILES, color=False) == (
        "desk.yaml:1:1: warning[FW100] the description says nothing\n"
        "desk.yaml:3:3: error[FW002] unknown key `naem`\n"
        "gone.yaml: error[FW001] the file cannot be read: it does not exist\n"
        "2 errors, 1 warning in 3 files."
    )


@pytest.mark.parametrize("format_", ["full", "concise"])
@pytest.mark.parametrize(
    ("files", "summary"),
    [
        ([("a", "", [])], "No findings in 1 file."),
        ([("a", "", []), ("b", "", [])], "No findings in 2 files."),
        ([("a", "x", [VAGUE])], "1 warning in 1 file."),
        ([("a", "x", [UNREAD])], "1 error in 1 file."),
    ],
)
def test_the_last_line_sums_up(format_: str, files: list[Linted], summary: str) -> None:
    assert render_report(format_, files, color=False).split("\n")[-1] == summary


@pytest.mark.parametrize("format_", FORMATS)
def test_colours_come_only_when_asked_for_and_change_no_text(format_: str) -> None:
    plain, painted = (render_report(format_, FILES, color=color) for color in (False, True))
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    assert ("\x1b" in painted) == (format_ in ("full", "concise"))


# For programs


def test_json_is_a_list_of_objects() -> None:
    _, misspelt, unread = json.loads(render_report("json", FILES, color=False))
    assert misspelt == {
        "file": "desk.yaml",
        "code": "FW002",
        "rule": "duplicate-key",
        "severity": "error",
        "message": "unknown key `naem`",
        "help": "did you mean `name`?",
        "line": 3,
        "column": 3,
        "endLine": 3,
        "endColumn": 7,
    }
    assert (unread["line"], unread["column"], unread["help"]) == (None, None, None)


def test_github_gets_one_command_for_each_finding() -> None:
    assert render_report("github", FILES, color=False) == (
        "::warning file=desk.yaml,line=1,col=1,endColumn=9,title=FW100::the description says nothing\n"
        "::error file=desk.yaml,line=3,col=3,endColumn=7,title=FW002::unknown key `naem`%0Ahelp: did you mean `name`?\n"
        "::error file=gone.yaml,title=FW001::the file cannot be read: it does not exist"
    )
    assert render_report("github", FILES[2:], color=False) == ""


def test_github_commands_cannot_be_broken_out_of() -> None:
    finding = Finding("FW002", Severity.ERROR, "100%\r\n::error::x", Span(1, 1, 2, 1))
    assert render_report("github", [("a:b,c%.yaml", "", [finding])], color=False) == (
        "::error file=a%3Ab%2Cc%25.yaml,line=1,endLine=2,title=FW002::100%25\\x0d\\x0a::error::x"
    )


def required(value: Any, *keys: str) -> None:
    assert isinstance(value, dict)
    assert set(keys) <= value.keys()


def test_sarif_has_what_its_schema_requires() -> None:
    log = json.loads(render_report("sarif", FILES, color=False))
    required(log, "$schema", "version", "runs")
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    required(run, "tool", "results")
    assert run["columnKind"] == "unicodeCodePoints"
    required(run["tool"]["driver"], "name", "version")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    for rule in rules:
        required(rule, "id", "name", "shortDescription", "fullDescription", "help")
        required(rule["help"], "text")
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    assert len(run["results"]) == 3
    for result in run["results"]:
        required(result, "ruleId", "message", "locations")
        required(result["message"], "text")
        assert result["level"] in ("none", "note", "warning", "error")
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_places_are_regions_of_the_file() -> None:
    log = json.loads(render_report("sarif", FILES, color=False))
    _, misspelt, unread = (result["locations"][0]["physicalLocation"] for result in log["runs"][0]["results"])
    assert misspelt == {
        "artifactLocation": {"uri": "desk.yaml"},
        "region": {"startLine": 3, "startColumn": 3, "endLine": 3, "endColumn": 7},
    }
    assert unread == {"artifactLocation": {"uri": "gone.yaml"}}


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("my specs/dé.yaml", "my%20specs/d%C3%A9.yaml"),
        ("/srv/a b.yaml", "file:///srv/a%20b.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
    ],
)
def test_sarif_names_files_by_uri(name: str, uri: str) -> None:
    log = json.loads(render_report("sarif", [(name, "", [UNREAD])], color=False))
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


# Whatever the text

ANY = st.text(st.characters() | st.sampled_from("\x1b\u202e\ud800\r\n\t漢"), max_size=300)
LINE, COLUMN = st.integers(1, 4), st.integers(1, 320)
SPAN = st.builds(Span, LINE, COLUMN, LINE, COLUMN)


@given(ANY, ANY, ANY, SPAN, st.sampled_from(FORMATS))
def test_every_report_can_be_written_anywhere(name: str, text: str, message: str, span: Span, format_: str) -> None:
    finding = Finding("FW002", Severity.ERROR, message, span, message)
    report = render_report(format_, [(name, text, [finding])], color=False)
    assert all(character in "\n\u3000" or character.isprintable() for character in report)
    if format_ in ("json", "sarif"):
        assert json.loads(report)
    if format_ == "full":
        assert re.fullmatch(r"  \| *\^+", report.split("\n")[4])
    if format_ == "github":
        assert "\n" not in report
