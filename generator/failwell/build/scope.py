"""Code from a spec's expressions and texts: each name in them stands for a piece of Python in the scope at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

from ..literals import Code, fstring
from ..prose import Prose
from ..texts import Placeholder, Text, parse_expression, parse_text
from ..wrapping import flat
from .imports import Imports


@dataclass(frozen=True)
class Variable:
    """A name of the spec as Python: the code that gives its value, and what is known of that value.

    `is_text` says that it is always a text, so that it needs no conversion inside one; `attributes` are those that
    may be read with a dot, `facts` is the code of the value as JSON where that differs from `code`.
    """

    code: str
    annotation: str = "Any"
    optional: bool = False
    is_text: bool = False
    attributes: frozenset[str] = frozenset()
    facts: str | None = None

    @property
    def as_json(self) -> str:
        """Code that gives the value as JSON."""
        return self.facts or self.code


@dataclass
class Scope:
    """The names that an expression may use, and the imports of the module in which its code will stand.

    `runtime` is how that module reaches the runtime package, and `search` which of its functions evaluates expressions:
    `find` where one that cannot be evaluated is to give nothing. `hoisted` collects assignments for values that cannot
    stand inside an f-string.
    """

    variables: Mapping[str, Variable]
    imports: Imports
    runtime: str
    search: str = "search"
    hoisted: dict[str, str] = field(default_factory=dict)

    def value(self, expression: str) -> str:
        """Code for the value of a JMESPath expression."""
        parsed = parse_expression(expression)
        if parsed.path is not None and (direct := self._direct(parsed.path)):
            return direct
        search = self.imports.use(f"{self.runtime}.expressions", self.search)
        return f"{search}({flat(expression)}, {self._data(expression)})"

    def holds(self, mode: str, expression: str) -> str:
        """Code for the condition that an expression is exactly true; `mode` is the failure mode that it belongs to."""
        holds = self.imports.use(f"{self.runtime}.expressions", "holds")
        return f"{holds}({flat(mode)}, {flat(expression)}, {self._data(expression)})"

    def _data(self, expression: str) -> str:
        """Code for the names that an expression reads, with their values."""
        names = parse_expression(expression).names
        return mapping({name: each.as_json for name, each in self.variables.items() if name in names})

    def _direct(self, path: tuple[str, ...]) -> str | None:
        variable = self.variables.get(path[0])
        if variable is None:
            return None
        if len(path) == 1:
            return variable.as_json
        if len(path) == 2 and path[1] in variable.attributes:
            return f"{variable.code}.{path[1]}"
        return None

    def text(self, source: str) -> str:
        """Code for a text with placeholders: a literal, or an f-string in which each value reads as a text."""
        parsed = parse_text(source)
        if parsed.plain is not None:
            return flat(parsed.plain)
        return fstring([part if isinstance(part, str) else Code(self._spelled(part)) for part in parsed.parts])

    def prose(self, source: str, head: str = "") -> Prose:
        """A text with placeholders as an argument, which may take several lines."""
        parts = parse_text(source).parts
        return Prose(tuple(part if isinstance(part, str) else Code(self._spelled(part)) for part in parts), head)

    def whole(self, source: str) -> str:
        """Code for a text that keeps the type of its value where it is exactly one placeholder."""
        parsed = parse_text(source)
        return self.value(parsed.sole.expression) if parsed.sole else self.text(source)

    def optional(self, parsed: Text) -> bool:
        """Whether any placeholder of the text may have no value."""
        return any(self._may_be_absent(part) for part in parsed.placeholders)

    def _may_be_absent(self, part: Placeholder) -> bool:
        path = part.parsed.path
        if path is not None and len(path) == 1 and path[0] in self.variables:
            return self.variables[path[0]].optional
        return True

    def _spelled(self, part: Placeholder) -> str:
        """Code for a placeholder's value as a text, without quotes or backslashes inside."""
        path = part.parsed.path
        if path is not None and len(path) == 1 and (variable := self.variables.get(path[0])) is not None:
            if variable.is_text and not variable.optional:
                return variable.code
            code = variable.as_json
        else:
            code = self.value(part.expression)
        if any(sign in code for sign in "\"'\\{"):
            code = self._hoist(part.expression, code)
        return f"{self.imports.use(f'{self.runtime}.values', 'text')}({code})"

    def _hoist(self, expression: str, code: str) -> str:
        for name, known in self.hoisted.items():
            if known == code:
                return name
        name = _name_for(expression, taken={*self.hoisted, *self.variables})
        self.hoisted[name] = code
        return name


def _name_for(expression: str, taken: set[str]) -> str:
    """A variable name that recalls the last word of the expression."""
    words = "".join(char if char.isascii() and (char.isalnum() or char == "_") else " " for char in expression).split()
    last = next((word for word in reversed(words) if word.isidentifier()), "value").lower()
    candidate, number = f"{last}_text", 2
    while candidate in taken:
        candidate, number = f"{last}_text_{number}", number + 1
    return candidate


def structure(value: Any, scope: Scope) -> str:
    """Code for a JSON structure whose texts may have placeholders; entries without a value are left out."""
    if isinstance(value, str):
        return scope.whole(value)
    if isinstance(value, dict):
        return _mapping(value, scope)
    if isinstance(value, list | tuple):
        return f"[{', '.join(structure(item, scope) for item in value)}]"
    return flat(value)


def mapping(items: Mapping[str, str]) -> str:
    """Code for a dictionary with these keys, the values being code."""
    return f"{{{', '.join(f'{flat(key)}: {code}' for key, code in items.items())}}}"


def _mapping(value: dict[str, Any], scope: Scope) -> str:
    items = {name: structure(item, scope) for name, item in value.items()}
    if not any(isinstance(item, str) and scope.optional(parse_text(item)) for item in value.values()):
        return mapping(items)
    # A null that the spec writes is sent; only a value that is absent leaves its entry out.
    nulls = {name: items.pop(name) for name, item in value.items() if item is None}
    code = f"{scope.imports.use(f'{scope.runtime}.values', 'present')}({mapping(items)})"
    return f"{code} | {mapping(nulls)}" if nulls else code


def keyword_arguments(values: dict[str, str]) -> list[str]:
    """Keyword arguments; a name that Python has taken comes in a mapping."""
    plain = [f"{name}={code}" for name, code in values.items() if not iskeyword(name)]
    taken = [f"{flat(name)}: {code}" for name, code in values.items() if iskeyword(name)]
    return [*plain, f"**{{{', '.join(taken)}}}"] if taken else plain
