"""Settings of sources: which variables of the environment they read, and the code that reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..literals import Code, fstring
from ..wrapping import flat
from .variables import EnvironmentVariable, SettingField

_REFERENCE = re.compile(
    r"\$\$ | \$(?P<bare>[A-Z_][A-Z0-9_]*) | \$\{(?P<name>[A-Z_][A-Z0-9_]*)(?::-(?P<default>[^}]*))?\}", re.VERBOSE
)


@dataclass(frozen=True)
class Reference:
    """One variable of the environment in a setting."""

    name: str
    default: str | None


@dataclass
class SettingsDraft:
    """The settings of all sources in the making: fields of the settings class and the variables behind them."""

    fields: dict[str, SettingField] = field(default_factory=dict)
    variables: dict[str, EnvironmentVariable] = field(default_factory=dict)

    def text(self, name: str, source: str, *, secret: bool = False, purpose: str = "") -> str:
        """Code for a setting inside `open_sources`: a literal, or the field of the settings that holds it."""
        parts = parse_setting(source)
        if not any(isinstance(part, Reference) for part in parts):
            return flat("".join(part for part in parts if isinstance(part, str)))
        return self._field(name, "str", reading(parts, secret), source, secret=secret, purpose=purpose)

    def url(self, name: str, source: str, check: str, setting: str, purpose: str, *, secret: bool = False) -> str:
        """Code for a URL, which is checked before the server starts; `check` is the method that does it."""
        parts = parse_setting(source)
        code = f"environment.{check}({flat(setting)}, {reading(parts, secret=False)})"
        return self._field(name, "str", code, source, secret=secret, purpose=purpose)

    def boolean(self, name: str, source: bool | str | None, purpose: str) -> str | None:
        """Code for a switch; None where it is not set."""
        if source is None or isinstance(source, bool):
            return "True" if source else None
        reference = next(part for part in parse_setting(source) if isinstance(part, Reference))
        default = "" if reference.default is None else f", {flat(reference.default)}"
        code = f"environment.boolean({flat(reference.name)}{default})"
        return self._field(name, "bool", code, source, secret=False, purpose=purpose)

    def _field(self, name: str, annotation: str, code: str, source: str, *, secret: bool, purpose: str) -> str:
        self.fields[name] = SettingField(name, annotation, code, source)
        for part in parse_setting(source):
            if isinstance(part, Reference):
                known = self.variables.get(part.name)
                default = part.default if known is None or known.default is None else known.default
                known_secret = known is not None and known.secret
                self.variables[part.name] = EnvironmentVariable(part.name, default, secret or known_secret, purpose)
        return f"settings.{name}"


def parse_setting(source: str) -> tuple[str | Reference, ...]:
    """A setting as literal texts and references to the environment; `$$` is a dollar."""
    parts: list[str | Reference] = []
    position, text = 0, ""
    for match in _REFERENCE.finditer(source):
        text += source[position : match.start()]
        position = match.end()
        if match.group() == "$$":
            text += "$"
            continue
        if text:
            parts.append(text)
            text = ""
        parts.append(Reference(match["bare"] or match["name"], match["default"] or None))
    text += source[position:]
    return (*parts, text) if text else tuple(parts)


def references_in(source: str) -> tuple[Reference, ...]:
    """The variables of the environment that a setting names."""
    return tuple(part for part in parse_setting(source) if isinstance(part, Reference))


def reading(parts: tuple[str | Reference, ...], secret: bool) -> str:
    """Code that reads a setting from the environment."""
    method = "secret" if secret else "value"
    if not any(isinstance(part, Reference) for part in parts):
        return flat("".join(part for part in parts if isinstance(part, str)))
    if len(parts) == 1 and isinstance(parts[0], Reference):
        return _call(method, parts[0])
    return fstring([part if isinstance(part, str) else Code(_call(method, part)) for part in parts])


def _call(method: str, reference: Reference) -> str:
    default = "" if reference.default is None else f", {flat(reference.default)}"
    return f"environment.{method}({flat(reference.name)}{default})"
