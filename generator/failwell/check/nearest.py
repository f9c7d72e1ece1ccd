"""The nearest known name to one that is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, or None."""
    names = sorted(known)
    folded = {other.lower().replace("-", "_"): other for other in names}
    if (other := folded.get(name.lower().replace("-", "_"))) is not None:
        return other
    return next(iter(get_close_matches(name, names, n=1, cutoff=0.7)), None)


def suggestion(name: str, known: Iterable[str], what: str = "known here") -> str:
    """A sentence that offers the nearest known name, or all of them where they are few."""
    names = sorted(known)
    if (found := nearest(name, names)) is not None:
        return f"did you mean `{found}`?"
    if not names:
        return "there are none here"
    listed = ", ".join(f"`{other}`" for other in names[:20])
    return f"{what}: {listed}{', ...' if len(names) > 20 else ''}"
