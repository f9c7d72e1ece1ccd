"""A three-way merge of lines: what was edited and what was rendered anew come together, and nothing is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from .. import __version__

YOURS = "<<<<<<< yours"
BETWEEN = "======="
RENDERED = f">>>>>>> failwell {__version__}"


@dataclass(frozen=True)
class Merged:
    """The merged text, and how many of its places hold both sides between conflict markers."""

    text: str
    conflicts: int


def merge(base: str, yours: str, rendered: str) -> Merged:
    """`yours` and `rendered`, both made from `base`, as one text. Lines are compared with their ends."""
    lines: list[str] = []
    conflicts = 0
    for origin, mine, theirs in _regions(_lines(base), _lines(yours), _lines(rendered)):
        if mine == theirs or theirs == origin:
            lines += mine
        elif mine == origin:
            lines += theirs
        else:
            lines += _conflict(mine, theirs)
            conflicts += 1
    return Merged("".join(lines), conflicts)


def has_markers(text: str) -> bool:
    """Whether the text holds a conflict that nobody has resolved yet, ours or that of version control."""
    wanted = iter(("<<<<<<< ", "=======", ">>>>>>> "))
    marker = next(wanted)
    for line in text.splitlines():
        if line == marker if marker == BETWEEN else line.startswith(marker):
            following = next(wanted, None)
            if following is None:
                return True
            marker = following
    return False


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one, as for version control."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _regions(
    base: Sequence[str], yours: Sequence[str], rendered: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """The three texts cut at the lines that all of them have, those lines as regions of their own."""
    at = (0, 0, 0)
    for start, mine, theirs, length in _common(base, yours, rendered):
        yield base[at[0] : start], yours[at[1] : mine], rendered[at[2] : theirs]
        same = base[start : start + length]
        yield same, same, same
        at = (start + length, mine + length, theirs + length)
    yield base[at[0] :], yours[at[1] :], rendered[at[2] :]


def _common(base: Sequence[str], yours: Sequence[str], rendered: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where runs of lines stand that are the same in all three: in the base, in yours, in the rendered, how many."""
    mine = _matching(base, yours)
    theirs = _matching(base, rendered)
    first = second = 0
    while first < len(mine) and second < len(theirs):
        (base_1, at_1, length_1), (base_2, at_2, length_2) = mine[first], theirs[second]
        start, end = max(base_1, base_2), min(base_1 + length_1, base_2 + length_2)
        if start < end:
            yield start, at_1 + start - base_1, at_2 + start - base_2, end - start
        if base_1 + length_1 <= base_2 + length_2:
            first += 1
        else:
            second += 1


def _matching(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, int]]:
    if one == other:
        return [(0, 0, len(one))]
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(block.a, block.b, block.size) for block in blocks]


def _conflict(mine: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Both sides between markers; the lines that they begin or end with alike stand outside."""
    start = _alike(mine, theirs)
    end = _alike(mine[start:][::-1], theirs[start:][::-1])
    sides = [_closed(side[start : len(side) - end]) for side in (mine, theirs)]
    inside = [f"{YOURS}\n", *sides[0], f"{BETWEEN}\n", *sides[1], f"{RENDERED}\n"]
    return [*mine[:start], *inside, *mine[len(mine) - end :]]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other)))


def _closed(lines: Sequence[str]) -> list[str]:
    """The lines, with an end to the last one, so that a marker after it stands on a line of its own."""
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]
