"""The imports of one generated module, collected while its code is made, in the order that isort would give."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

LINE = 120


@dataclass
class Imports:
    """What a module needs from elsewhere: names from modules, and modules as a whole.

    `package` is the project's own package: what is imported from it by its full name has a section of its own.
    """

    package: str = ""
    names: dict[str, set[str]] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)

    def use(self, module: str, name: str) -> str:
        """`name`, which is now imported from `module`; a leading dot makes the import relative."""
        self.names.setdefault(module, set()).add(name)
        return name

    def use_module(self, module: str) -> None:
        """Import the whole module."""
        self.modules.add(module)

    def lines(self, indent: int = 0) -> tuple[str, ...]:
        """The import statements, as they stand behind `indent` columns, sections parted by an empty line."""
        sections = [self._section(number, LINE - indent) for number in range(4)]
        lines: list[str] = []
        for section in filter(None, sections):
            lines += ["", *section] if lines else section
        return tuple(lines)

    def _section_of(self, module: str) -> int:
        top = module.partition(".")[0]
        if not top:
            return 3
        return 2 if top == self.package else 0 if top in sys.stdlib_module_names else 1

    def _section(self, number: int, width: int) -> list[str]:
        plain = sorted((each for each in self.modules if self._section_of(each) == number), key=str.casefold)
        named = sorted((each for each in self.names if self._section_of(each) == number), key=_module_key)
        statements = [f"import {module}" for module in plain]
        for module in named:
            statements += _statement(module, sorted(self.names[module], key=_name_key), width)
        return statements


def _module_key(module: str) -> tuple[int, str]:
    """Further away first, then by name, as isort orders relative imports."""
    dots = len(module) - len(module.lstrip("."))
    return (-dots, module.casefold())


def _name_key(name: str) -> tuple[int, str, str]:
    """Constants, then classes, then functions, each in alphabetical order."""
    bare = name.partition(" as ")[0]
    rank = 0 if bare.isupper() and len(bare) > 1 else 1 if bare[:1].isupper() else 2
    return (rank, bare.casefold(), bare)


def _statement(module: str, names: list[str], width: int) -> list[str]:
    aliased = [name for name in names if " as " in name]
    direct = [name for name in names if " as " not in name]
    lines = [line for name in aliased for line in _import(module, [name], width)]
    return [*_import(module, direct, width), *lines] if direct else lines


def _import(module: str, names: list[str], width: int) -> list[str]:
    line = f"from {module} import {', '.join(names)}"
    return [line] if len(line) <= width else [f"from {module} import (", *(f"    {name}," for name in names), ")"]
