"""Which mutants are tried: the same for the same seed, and of every kind alike."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from .mutant import Mutant


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """At most `count` mutants: half of them from what the spec became, half from the runtime, each kind in turn."""
    chance = random.Random(seed)
    own = _kind_by_kind([each for each in mutants if not each.is_runtime], chance)
    runtime = _kind_by_kind([each for each in mutants if each.is_runtime], chance)
    return _in_turn([own, runtime])[:count]


def _kind_by_kind(mutants: Iterable[Mutant], chance: random.Random) -> list[Mutant]:
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant.kind, []).append(mutant)
    for each in kinds.values():
        chance.shuffle(each)
    order = list(kinds.values())
    chance.shuffle(order)
    return _in_turn(order)


def _in_turn(rows: Iterable[Sequence[Mutant]]) -> list[Mutant]:
    """The first of each row, then the second of each, and so on."""
    return [each for column in zip_longest(*rows) for each in column if each is not None]
