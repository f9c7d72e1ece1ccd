"""Which mutants are tried: the same for the same seed, of every subject and every kind alike."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

from .mutant import Mutant

T = TypeVar("T")


def sample(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """At most `count` of the mutants, of each kind in turn."""
    chance = random.Random(seed)
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant.kind, []).append(mutant)
    order = list(kinds.values())
    for each in order:
        chance.shuffle(each)
    chance.shuffle(order)
    return _in_turn(order)[:count]


def _in_turn(rows: Iterable[Sequence[T]]) -> list[T]:
    """The first of each row, then the second of each, and so on."""
    return [each for column in zip_longest(*rows) for each in column if each is not None]
