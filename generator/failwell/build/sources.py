"""The systems behind a server: how each is opened, from which settings."""

from __future__ import annotations

from collections.abc import Callable

from ..names import attribute_name
from ..spec import (
    Basic,
    Bearer,
    CommandSource,
    Defaults,
    HttpSource,
    KeyInHeader,
    KeyInQuery,
    OAuth2,
    Source,
    SqlSource,
)
from ..wrapping import flat
from .environment import SettingsDraft, references_in
from .imports import Imports
from .model import SourceModel
from .scope import mapping

SECRET_HEADERS = ("authorization", "key", "token", "secret", "cookie", "password")


def source_model(
    name: str, source: Source, defaults: Defaults, settings: SettingsDraft, imports: Imports
) -> SourceModel:
    """A source as `sources.py` opens it; its settings are added to those of the server."""
    if isinstance(source, HttpSource):
        return _http(name, source, defaults, settings, imports)
    if isinstance(source, CommandSource):
        return _command(name, source, defaults, settings, imports)
    return _sql(name, source, defaults, settings, imports)


def _http(name: str, source: HttpSource, defaults: Defaults, settings: SettingsDraft, imports: Imports) -> SourceModel:
    imports.use(".runtime.http", "HttpSource")
    prefix = attribute_name(name)
    url = settings.url(f"{prefix}_url", source.http, "http_url", f"sources.{name}.http", f"URL of {name}")
    arguments = [flat(name), url]
    if source.auth is not None:
        arguments.append(f"auth={_auth(name, source, settings, imports)}")
    if source.headers:
        items = {key: _header(name, key, value, settings) for key, value in source.headers.items()}
        arguments.append(f"headers={mapping(items)}")
    arguments.append(f"timeout={source.timeout or defaults.timeout!r}")
    if source.max_reply != 5_000_000:
        arguments.append(f"max_reply={source.max_reply}")
    if source.follow_redirects:
        arguments.append("follow_redirects=True")
    if source.tls.ca is not None:
        arguments.append(f"verify={settings.text(f'{prefix}_ca', source.tls.ca, purpose=f'CA file for {name}')}")
    elif not source.tls.verify:
        arguments.append("verify=False")
    if source.upstream.code is not None or source.upstream.message is not None:
        imports.use(".runtime.http", "Upstream")
        places = {"code": source.upstream.code, "message": source.upstream.message}
        found_by = imports.use(".runtime.expressions", "found_by")
        given = ", ".join(f"{key}={found_by}({flat(value)})" for key, value in places.items() if value is not None)
        arguments.append(f"upstream=Upstream({given})")
    arguments.append("transport=transport")
    return _model(name, source, "HttpSource", arguments, settings)


def _auth(name: str, source: HttpSource, settings: SettingsDraft, imports: Imports) -> str:
    def secret(key: str, value: str) -> str:
        return settings.text(f"{attribute_name(name)}_{key}", value, secret=True, purpose=f"Credential for {name}")

    match source.auth:
        case Bearer():
            return f"{imports.use('.runtime.http.auth', 'BearerAuth')}({secret('token', source.auth.bearer)})"
        case Basic():
            user, password = secret("user", source.auth.basic.user), secret("password", source.auth.basic.password)
            return f"{imports.use('.runtime.http.auth', 'BasicAuth')}({user}, {password})"
        case KeyInHeader():
            return _keys("HeaderAuth", source.auth.header, secret, imports)
        case KeyInQuery():
            return _keys("QueryAuth", source.auth.query, secret, imports)
        case OAuth2():
            grant = source.auth.oauth2
            arguments = [
                settings.text(
                    f"{attribute_name(name)}_token_url", grant.token_url, purpose=f"Token endpoint of {name}"
                ),
                secret("client_id", grant.client_id),
                secret("client_secret", grant.client_secret),
            ]
            arguments += [flat(list(grant.scopes))] if grant.scopes else []
            arguments.append("on_secret=settings.redactor.add")
            return f"{imports.use('.runtime.http.oauth', 'OAuth2ClientCredentials')}({', '.join(arguments)})"
    raise AssertionError("every way of authentication is covered")


def _keys(class_name: str, keys: dict[str, str], secret: Callable[[str, str], str], imports: Imports) -> str:
    items = {key: secret(_field_name(key), value) for key, value in keys.items()}
    return f"{imports.use('.runtime.http.auth', class_name)}({mapping(items)})"


def _header(source: str, name: str, value: str, settings: SettingsDraft) -> str:
    secret = any(word in name.lower() for word in SECRET_HEADERS)
    field = f"{attribute_name(source)}_{_field_name(name)}"
    return settings.text(field, value, secret=secret, purpose=f"Header {name} for {source}")


def _field_name(name: str) -> str:
    return "".join(char if char.isascii() and char.isalnum() else "_" for char in name).strip("_").lower() or "key"


def _sql(name: str, source: SqlSource, defaults: Defaults, settings: SettingsDraft, imports: Imports) -> SourceModel:
    imports.use(".runtime.sql", "SqlSource")
    field = f"{attribute_name(name)}_url"
    url = settings.url(field, source.sql, "sql_url", f"sources.{name}.sql", f"Database URL of {name}", secret=True)
    arguments = [flat(name), url, f"timeout={source.timeout or defaults.timeout!r}"]
    if source.pool is not None:
        arguments.append(f"pool={source.pool}")
    if source.setup is not None:
        imports.use(".runtime.data", "packaged_text")
        arguments.append(f"setup=packaged_text(__package__, {flat(setup_name(source.setup))})")
    return _model(name, source, "SqlSource", arguments, settings)


def _command(
    name: str, source: CommandSource, defaults: Defaults, settings: SettingsDraft, imports: Imports
) -> SourceModel:
    imports.use(".runtime.command", "CommandSource")
    prefix = attribute_name(name)
    program = settings.text(f"{prefix}_program", source.command, purpose=f"Program of {name}")
    arguments = [flat(name), program, f"timeout={source.timeout or defaults.timeout!r}"]
    if source.args:
        items = [_word(f"{prefix}_argument_{number}", each, name, settings) for number, each in enumerate(source.args)]
        arguments.append(f"arguments=[{', '.join(items)}]")
    if source.env:
        values = {key: _word(f"{prefix}_{_field_name(key)}", each, name, settings) for key, each in source.env.items()}
        arguments.append(f"environment={mapping(values)}")
    if source.cwd is not None:
        folder = settings.text(f"{prefix}_folder", source.cwd, purpose=f"Folder in which {name} works")
        arguments.append(f"directory={folder}")
    if source.max_output != 1_000_000:
        arguments.append(f"max_output={source.max_output}")
    return _model(name, source, "CommandSource", arguments, settings)


def _word(field: str, value: str, source: str, settings: SettingsDraft) -> str:
    """An argument or a variable of a program, kept out of sight where it comes from one named like a secret."""
    secret = names_a_secret(field) or any(names_a_secret(each.name) for each in references_in(value))
    return settings.text(field, value, secret=secret, purpose=f"Setting of {source}")


def names_a_secret(name: str) -> bool:
    """Whether what has this name is to be kept out of sight."""
    return any(word in name.lower() for word in SECRET_HEADERS)


def setup_name(path: str) -> str:
    """The name under which a setup script is shipped with the package."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _model(name: str, source: Source, class_name: str, arguments: list[str], settings: SettingsDraft) -> SourceModel:
    attribute = attribute_name(name)
    purpose = f"Set to true to let nothing be changed in {name}"
    return SourceModel(
        name=name,
        attribute=attribute,
        class_name=class_name,
        arguments=tuple(arguments),
        read_only=settings.boolean(f"{attribute}_read_only", source.read_only, purpose),
        has_transport=class_name == "HttpSource",
        note=source.description,
    )
