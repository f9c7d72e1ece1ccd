"""The environment of the tests: a value of its own for every variable that a spec reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ...names import attribute_name
from ...spec import Basic, Bearer, CommandSource, HttpSource, KeyInHeader, KeyInQuery, OAuth2, Spec, SqlSource
from ..environment import Reference, parse_setting
from ..sources import names_a_secret


@dataclass
class Environment:
    """Values for the variables; `token` is what a token endpoint gives."""

    spec: Spec
    values: dict[str, str] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)
    token: str = "token-of-the-tests"

    def __post_init__(self) -> None:
        for source in self.spec.sources.values():
            if isinstance(source, HttpSource):
                self._add(source.http, "https://{name}.test")
                self._add_http(source)
            elif isinstance(source, SqlSource):
                self._add(source.sql, _database_url(source))
            elif isinstance(source, CommandSource):
                self._add_command(source)
            if isinstance(source.read_only, str):
                self._add(source.read_only, "false")

    def _add_command(self, source: CommandSource) -> None:
        for value in (source.command, source.cwd):
            self._add(value or "", "{name}-value")
        for name, value in _words(source):
            names = self._add(value, "{name}-value")
            if names_a_secret(name) or any(map(names_a_secret, names)):
                self.secrets += [self.values[name] for name in names]

    def _add_http(self, source: HttpSource) -> None:
        for value in source.headers.values():
            self._add(value, "{name}-value")
        match source.auth:
            case Bearer():
                self._secret(source.auth.bearer)
            case Basic():
                self._add(source.auth.basic.user, "{name}-value")
                self._secret(source.auth.basic.password)
            case KeyInHeader():
                for value in source.auth.header.values():
                    self._secret(value)
            case KeyInQuery():
                for value in source.auth.query.values():
                    self._secret(value)
            case OAuth2():
                self._add(source.auth.oauth2.token_url, "https://{name}.test")
                self._add(source.auth.oauth2.client_id, "{name}-value")
                self._secret(source.auth.oauth2.client_secret)
                self.secrets.append(self.token)
        if source.tls.ca is not None:
            self._add(source.tls.ca, "{name}-value")

    def _secret(self, setting: str) -> None:
        names = self._add(setting, "{name}-secret")
        self.secrets += [self.values[name] for name in names]

    def _add(self, setting: str, shape: str) -> list[str]:
        """Give every variable of the setting a value, and give back their names."""
        names, before = [], ""
        for part in parse_setting(setting):
            if isinstance(part, Reference):
                names.append(part.name)
                known = _value(part.name, shape, before)
                self.values.setdefault(part.name, known)
                before += self.values[part.name]
            else:
                before += part
        return names

    def filled(self, setting: str) -> str:
        """The setting with the values of the tests in it."""
        parts = parse_setting(setting)
        return "".join(self.values[part.name] if isinstance(part, Reference) else part for part in parts)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The variables without which the server does not start."""
        given = [part for setting in self._settings() for part in parse_setting(setting) if isinstance(part, Reference)]
        fallback = {part.name for part in given if part.default is not None}
        return tuple(dict.fromkeys(part.name for part in given if part.name not in fallback))

    def _settings(self) -> Iterator[str]:
        for source in self.spec.sources.values():
            if isinstance(source, SqlSource):
                yield source.sql
            elif isinstance(source, HttpSource):
                yield from _texts(source)
            elif isinstance(source, CommandSource):
                yield from (source.command, source.cwd or "", *(text for _, text in _words(source)))
            if isinstance(source.read_only, str):
                yield source.read_only


def _words(source: CommandSource) -> Iterator[tuple[str, str]]:
    """The arguments and variables of a program, each with the name by which it may be a secret."""
    yield from (("argument", text) for text in source.args)
    yield from source.env.items()


def _texts(source: HttpSource) -> Iterator[str]:
    yield source.http
    yield from source.headers.values()
    match source.auth:
        case Bearer():
            yield source.auth.bearer
        case Basic():
            yield from (source.auth.basic.user, source.auth.basic.password)
        case KeyInHeader():
            yield from source.auth.header.values()
        case KeyInQuery():
            yield from source.auth.query.values()
        case OAuth2():
            grant = source.auth.oauth2
            yield from (grant.token_url, grant.client_id, grant.client_secret)
    if source.tls.ca is not None:
        yield source.tls.ca


def _value(name: str, shape: str, before: str) -> str:
    """A value that makes sense where it stands: a URL at the beginning of one, and inside a host, a port or a text."""
    plain = name.lower().replace("_", "-").strip("-")
    if before and "://" in shape:
        if re.search(r":\d*$", before) and not before.endswith("://"):
            return "8080" if "@" not in before and before.count(":") > 1 else f"{plain}-value"
        return f"{plain}.test" if before.endswith(("://", "@")) else f"{plain}-value"
    return shape.replace("{name}", plain)


def file_setting(name: str, source: SqlSource) -> str | None:
    """The setting that is led to a file of the test: that of a database which may be SQLite and has a setup."""
    return f"{attribute_name(name)}_url" if may_be_sqlite(source) and source.setup is not None else None


def may_be_sqlite(source: SqlSource) -> bool:
    """Whether SQLite may be behind it: unless the URL says otherwise."""
    first = next(iter(parse_setting(source.sql)), "")
    text = (first.default or "sqlite://") if isinstance(first, Reference) else first
    return text.startswith("sqlite")


def _database_url(source: SqlSource) -> str:
    return "sqlite:///{name}.db" if may_be_sqlite(source) else "postgresql://{name}.test/database"
