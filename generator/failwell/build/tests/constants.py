"""Values that stand more than once in the tables of an operation get a name, so that its tests are short to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .case import Case, Column
from .model import Constant

SHORT = 72
"""Characters of code that are quicker to read where they stand than under a name."""

COLUMNS = {
    "successes": ("arguments", "answer", "sent", "result"),
    "setups": ("arguments", "is_error", "expected"),
    "refused": ("arguments", "expected"),
    "failures": ("arguments", "answer", "waits", "expected"),
    "built_in": ("arguments", "answer", "waits", "expected"),
    "warned": ("arguments", "answer", "warning"),
    "recovered": ("arguments", "answer", "waits", "result"),
}
"""What the columns of each table hold, or the items of one that is a list: their constants are named after it."""


@dataclass(frozen=True)
class Shared:
    """The constants of a module of tests, and its tables with their names in place of what they stand for."""

    constants: tuple[Constant, ...]
    tables: Mapping[str, tuple[Case, ...]]


def shared(tables: Mapping[str, Sequence[Case]]) -> Shared:
    """The tables with a constant for each longer value that they hold more than once."""
    counted = Counter(_values(tables))
    often: dict[str, list[str]] = {}
    for (kind, code), count in counted.items():
        if count > 1 and len(code) > SHORT:
            often.setdefault(kind, []).append(code)
    names = {
        (kind, code): kind.upper() if number == 1 else f"{kind.upper()}_{number}"
        for kind, codes in often.items()
        for number, code in enumerate(codes, 1)
    }
    return Shared(
        tuple(Constant(name, code) for (_, code), name in names.items()),
        {table: tuple(_named(case, COLUMNS[table], names) for case in cases) for table, cases in tables.items()},
    )


def _values(tables: Mapping[str, Sequence[Case]]) -> Iterator[tuple[str, str]]:
    """Each value of the tables with what it is, in the order in which they stand there."""
    for table, cases in tables.items():
        for case in cases:
            for kind, column in zip(COLUMNS[table], case.columns, strict=True):
                yield from ((kind, code) for code in _codes(column))


def _codes(column: Column) -> Iterable[str]:
    return (column,) if isinstance(column, str) else column


def _named(case: Case, kinds: Sequence[str], names: Mapping[tuple[str, str], str]) -> Case:
    columns = (_renamed(column, kind, names) for kind, column in zip(kinds, case.columns, strict=True))
    return replace(case, columns=tuple(columns))


def _renamed(column: Column, kind: str, names: Mapping[tuple[str, str], str]) -> Column:
    if isinstance(column, str):
        return names.get((kind, column), column)
    return tuple(names.get((kind, code), code) for code in column)
