"""The three-way merge: edits and renderings come together, and no line of the user is dropped."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from failwell.regenerate.merge import BETWEEN, RENDERED, YOURS, Merged, has_markers, merge
from hypothesis import given
from hypothesis import strategies as st

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "d", "    e", "# f"]), max_size=12)
TEXTS = st.builds(lambda lines, ends: "\n".join(lines) + ends, LINES, st.sampled_from(["", "\n"]))


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


BASE = text("one", "two", "three", "four", "five")


@pytest.mark.parametrize(
    ("yours", "rendered", "merged"),
    [
        ("ONE two three four five", "one two three four FIVE", "ONE two three four FIVE"),
        ("one two mine three four five", "two three four five", "two mine three four five"),
        ("zero one two three four five", "one two three four five six", "zero one two three four five six"),
        ("one five", "one two three four five", "one five"),
        ("one two three four five", "one five", "one five"),
        ("one same five", "one same five", "one same five"),
        ("one two three four", "one two three four", "one two three four"),
    ],
)
def test_changes_in_different_places_come_together(yours: str, rendered: str, merged: str) -> None:
    assert merge(BASE, text(*yours.split()), text(*rendered.split())) == Merged(text(*merged.split()), 0)


def test_changes_of_one_place_are_both_told_between_markers() -> None:
    merged = merge(BASE, text("one", "mine", "three", "four", "five"), text("one", "theirs", "three", "four", "five"))
    assert merged == Merged(text("one", YOURS, "mine", BETWEEN, "theirs", RENDERED, "three", "four", "five"), 1)
    assert has_markers(merged.text)


def test_lines_that_both_sides_added_alike_stand_outside_the_markers() -> None:
    merged = merge(text("a", "z"), text("a", "x", "mine", "y", "z"), text("a", "x", "theirs", "y", "z"))
    assert merged.text == text("a", "x", YOURS, "mine", BETWEEN, "theirs", RENDERED, "y", "z")


def test_lines_that_were_deleted_and_changed_are_a_conflict() -> None:
    merged = merge(BASE, text("one", "two", "four", "five"), text("one", "two", "3", "four", "five"))
    assert merged.text == text("one", "two", YOURS, BETWEEN, "3", RENDERED, "four", "five")


def test_a_last_line_without_an_end_does_not_swallow_a_marker() -> None:
    merged = merge("one", "mine", "theirs")
    assert merged.text == text(YOURS, "mine", BETWEEN, "theirs", RENDERED)


@pytest.mark.parametrize("end", ["\r", "\x0b", "\x0c", "\x85", "\u2028"])
def test_only_a_line_feed_ends_a_line(end: str) -> None:
    line = f"a{end}b"
    assert merge(text(line, "2", "3"), text(line, "2", "mine"), text("new", "2", "3")).text == text("new", "2", "mine")


@given(TEXTS, TEXTS)
def test_what_one_side_left_alone_becomes_what_the_other_made_of_it(base: str, other: str) -> None:
    assert merge(base, base, other) == Merged(other, 0)
    assert merge(base, other, base) == Merged(other, 0)
    assert merge(base, other, other) == Merged(other, 0)


@given(TEXTS, TEXTS, TEXTS)
def test_every_line_that_the_user_added_is_in_the_merged_text(base: str, yours: str, rendered: str) -> None:
    merged = merge(base, yours, rendered)
    for line in set(yours.splitlines()):
        added = yours.splitlines().count(line) - base.splitlines().count(line)
        assert merged.text.splitlines().count(line) >= added


@given(TEXTS, TEXTS, TEXTS)
def test_taking_one_side_of_every_conflict_gives_what_a_merge_without_conflicts_would(
    base: str, yours: str, rendered: str
) -> None:
    """Outside the markers stands the merge of everything else; between them what each side has there, whole."""
    merged = merge(base, yours, rendered)
    assert has_markers(merged.text) == bool(merged.conflicts)
    mine = resolved(merged.text.splitlines(), 0)
    assert all(mine.count(line) >= yours.splitlines().count(line) - base.splitlines().count(line) for line in mine)
    other = resolved(merge(base, rendered, yours).text.splitlines(), 1)
    assert mine == other


def resolved(lines: Sequence[str], side: int) -> list[str]:
    found, at = [], 2
    for line in lines:
        if line == YOURS:
            at = 0
        elif line == BETWEEN:
            at = 1
        elif line == RENDERED:
            at = 2
        elif at in (2, side):
            found.append(line)
    return found


@pytest.mark.parametrize(
    "unresolved",
    [
        text("a", "<<<<<<< HEAD", "b", "=======", "c", ">>>>>>> branch"),
        text("<<<<<<< before updating", "b", "||||||| last", "x", "=======", "c", ">>>>>>> after updating", "d"),
    ],
)
def test_conflicts_of_other_tools_are_known(unresolved: str) -> None:
    assert has_markers(unresolved)


@pytest.mark.parametrize(
    "plain", ["", text("a"), text("=======", ">>>>>>> b"), text("<<<<<<< a"), text("<<<<<<<", "=======", ">>>>>>>")]
)
def test_other_text_holds_no_conflict(plain: str) -> None:
    assert not has_markers(plain)
