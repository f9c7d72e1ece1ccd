"""Who may call the server over HTTP, as the code that reads it from the environment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..prose import spread
from ..spec import OAuthCallers, Spec, TokenCallers
from .environment import Reference, parse_setting, reading
from .imports import Imports
from .model import AccessModel
from .variables import EnvironmentVariable


def access_model(spec: Spec) -> AccessModel | None:
    """None where the spec says nothing of it."""
    serving = spec.server.http
    if serving is None:
        return None
    secrets: str | None = None
    hosts = _Reading("allowed_hosts", serving.allowed_hosts, "Host names under which clients may call this server")
    match serving.auth:
        case TokenCallers(tokens=tokens):
            readings = [hosts, _Reading("tokens", tokens, "Tokens of those who may call this server over HTTP", True)]
            maker, module, secrets = "token_access", "tokens", "tokens"
        case OAuthCallers(oauth=oauth):
            readings = [
                hosts,
                _Reading("issuer", oauth.issuer, "Authorization server whose tokens are accepted over HTTP"),
                _Reading("resource", oauth.resource, "URL of this server, for which tokens must be issued"),
                _Reading("scopes", oauth.scopes, "Scopes that a token must have"),
            ]
            maker, module = "issuer_access", "token_issuer"
        case None:
            readings, maker, module = [hosts], "Access", "access"
    arguments = [f"{each.name}={each.name}" for each in readings]
    return AccessModel(
        imports=_imports(maker, module),
        readings=tuple(each.code for each in readings),
        secrets=secrets,
        result=spread(maker, arguments, 4, "return "),
        variables=tuple(variable for each in readings for variable in each.variables),
    )


def _imports(maker: str, module: str) -> tuple[str, ...]:
    imports = Imports()
    imports.use(".runtime.access", "Access")
    imports.use(".runtime.access", "words")
    imports.use(".runtime.environment", "Environment")
    imports.use(".runtime.redact", "Redactor")
    imports.use(f".runtime.{module}", maker)
    return imports.lines()


@dataclass(frozen=True)
class _Reading:
    """One setting: a text, or several that may each hold several words."""

    name: str
    given: str | tuple[str, ...]
    purpose: str
    secret: bool = False

    @property
    def code(self) -> str:
        if isinstance(self.given, str):
            method = "environment.http_url"
            return spread(
                method, [f'"server.http.auth.oauth.{self.name}"', _read(self.given, self.secret)], 4, f"{self.name} = "
            )
        if not self.given:
            return f"{self.name}: tuple[str, ...] = ()"
        return spread("words", [_read(each, self.secret) for each in self.given], 4, f"{self.name} = ")

    @property
    def variables(self) -> Iterable[EnvironmentVariable]:
        for part in _parts(self.given):
            if isinstance(part, Reference):
                yield EnvironmentVariable(part.name, part.default, self.secret, self.purpose)


def _parts(given: str | Sequence[str]) -> Iterable[str | Reference]:
    for each in [given] if isinstance(given, str) else given:
        yield from parse_setting(each)


def _read(text: str, secret: bool) -> str:
    return reading(parse_setting(text), secret)
