"""The registry of all rules, by code. Each band of codes is one module of `Rule` constants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

from . import (
    commands,
    content,
    examples,
    expressions,
    failures,
    references,
    requests,
    results,
    sources,
    structure,
    support,
    yaml_file,
)
from .rule import Rule

BANDS: tuple[ModuleType, ...] = (
    yaml_file,
    structure,
    references,
    expressions,
    requests,
    sources,
    commands,
    failures,
    results,
    examples,
    content,
    support,
)


def registry(bands: Iterable[ModuleType]) -> Mapping[str, Rule]:
    """The rules of `bands` by code. Raises ValueError where two rules have one code or one name."""
    rules: dict[str, Rule] = {}
    names: set[str] = set()
    for rule in (value for band in bands for value in vars(band).values() if isinstance(value, Rule)):
        if rule.code in rules or rule.name in names:
            raise ValueError(f"two rules share the code {rule.code} or the name {rule.name}")
        rules[rule.code] = rule
        names.add(rule.name)
    return MappingProxyType(dict(sorted(rules.items())))


RULES: Mapping[str, Rule] = registry(BANDS)

__all__ = ["BANDS", "RULES", "Rule", "registry"]
