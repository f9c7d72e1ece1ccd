"""Sentences that fit any failure and so tell an agent nothing."""

from __future__ import annotations

import re

SHORTEST = 15
# A sentence of these words alone names neither what failed nor why.
SAYING_NOTHING = """
    a an and again an any argument arguments at attempt be because been bad call cannot completed contact could
    data did do encountered error errors exception executed fail failed fails failure fatal general generic
    happened has have in incorrect input internal invalid is issue it its later may moment not of occurred of on
    oops operation or our parameter parameters please problem problems processed processing reason request retry
    server some something sorry support system temporary that the there this tool try unable unavailable
    unexpected unknown unspecified unsuccessful valid value values was we went were while with wrong your
"""
WORDS = frozenset(SAYING_NOTHING.split())


def is_generic(description: str) -> bool:
    """Whether the sentence says nothing that tells one failure from another."""
    words = re.findall(r"[^\W\d_]+", description.lower())
    return len(description.strip()) < SHORTEST or WORDS.issuperset(words)
