"""Linting: whatever a file holds, findings come back, all in one run."""

from __future__ import annotations

from pathlib import Path

from failwell.findings import Finding
from failwell.lint import lint_text
from failwell.reports import FORMATS, render_report
from failwell.rules import RULES
from hypothesis import given
from hypothesis import strategies as st

SPECS = sorted((Path(__file__).parent.parent / "specs").glob("*.yaml"))
TEXTS = [*(path.read_text(encoding="utf-8") for path in SPECS), *(rule.repair for rule in RULES.values())]
VALUES = st.sampled_from(
    [
        "",
        "null",
        "true",
        "1",
        "-1",
        "1.5",
        "[]",
        "{}",
        "[a]",
        "{a: b}",
        "x",
        "{x}",
        '"{x}"',
        '"{"',
        "$X",
        "${X",
        "1s",
        "*",
    ]
)
PIECES = st.sampled_from(
    [": ", "- ", "\n", "\n  ", "{", "}", "[", "]", "'", '"', "$", "#", "&a ", "*a", "<<: ", "\0", "é"]
)


@given(st.sampled_from(TEXTS), st.data())
def test_a_spec_with_another_value_in_one_place_is_linted(text: str, draw: st.DataObject) -> None:
    lines = text.split("\n")
    number = draw.draw(st.integers(0, len(lines) - 1))
    before, colon, _ = lines[number].partition(": ")
    lines[number] = before + colon + draw.draw(VALUES)
    report(lint_text("\n".join(lines).encode(), "x"), "\n".join(lines))


@given(st.sampled_from(TEXTS), st.data())
def test_a_damaged_spec_is_linted(text: str, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(text)))
    end = draw.draw(st.integers(start, min(start + 60, len(text))))
    damaged = text[:start] + draw.draw(VALUES | PIECES | st.text(max_size=5)) + text[end:]
    data = damaged.encode(errors="surrogatepass")
    report(lint_text(data, "x"), damaged)


def report(findings: list[Finding], text: str) -> None:
    for format_ in FORMATS:
        render_report(format_, [("x", text, findings)], color=True).encode()
