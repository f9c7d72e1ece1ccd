"""The tests of a whole project."""

from __future__ import annotations

from collections.abc import Sequence

from ...names import attribute_name, function_name, module_name
from ...spec import CommandSource, HttpSource, OAuth2, Spec, SqlSource
from ..imports import Imports
from ..resolved import Resolved
from ..variables import SettingField
from .contract_suite import contract_tests
from .environment import Environment, file_setting
from .model import TestSuite
from .operations import operation_tests, tables_of
from .prompts import prompt_tests
from .resources import resource_tests
from .subject import subjects_of


def test_suite(resolved: Resolved, package: str, fields: Sequence[SettingField]) -> TestSuite:
    """Everything that the templates of the tests read."""
    spec = resolved.spec
    environment = Environment(spec)
    subjects = subjects_of(resolved)
    tables = {name: tables_of(each, environment) for name, each in subjects.items()}
    operations = tuple(operation_tests(each, tables[name], package) for name, each in subjects.items())
    databases = {name: source for name, source in spec.sources.items() if isinstance(source, SqlSource)}
    files = {
        setting: f"{name}.db"
        for name, source in databases.items()
        if (setting := file_setting(name, source)) is not None
    }
    handlers = {name: _handler(name, package) for name, each in spec.operations.items() if each.handler}
    return TestSuite(
        settings=tuple(environment.values.items()),
        secrets=tuple(dict.fromkeys(environment.secrets)),
        required=environment.required,
        imports=_imports(spec, bool(environment.values), bool(files), bool(handlers)).lines(),
        package_imports=_package_imports(spec, package).lines(),
        databases=tuple(attribute_name(name) for name in databases),
        files=tuple(files.items()),
        handlers=tuple(handlers.items()),
        program=f"{package}.runtime.command.source.run_program",
        token=environment.token,
        token_urls=_token_urls(spec, environment),
        is_strict=spec.defaults.replies == "strict",
        client_headers=_client_headers(spec),
        operations=operations,
        contract=contract_tests(subjects, tables, environment, fields, package),
        resources=resource_tests(spec, subjects, tables, package),
        prompts=prompt_tests(spec, package),
    )


def _handler(name: str, package: str) -> str:
    return f"{package}.tools.{module_name(name)}.{function_name(name)}_handler"


def _imports(spec: Spec, has_settings: bool, has_files: bool, has_handlers: bool) -> Imports:
    imports = Imports()
    imports.use_module("json")
    if has_settings:
        imports.use_module("os")
    imports.use("collections.abc", "AsyncIterator")
    imports.use("collections.abc", "Sequence")
    imports.use("contextlib", "asynccontextmanager")
    imports.use("dataclasses", "dataclass")
    imports.use("typing", "Any")
    imports.use("typing", "Literal")
    imports.use_module("anyio")
    imports.use_module("pytest")
    imports.use("mcp", "Client")
    imports.use("mcp_types", "TextContent")
    if has_handlers:
        imports.use("dataclasses", "asdict")
    kinds = {type(source) for source in spec.sources.values()}
    if kinds - {CommandSource}:
        imports.use("collections.abc", "Mapping")
    if HttpSource in kinds:
        imports.use("dataclasses", "field")
        imports.use_module("httpx2")
    if SqlSource in kinds:
        imports.use("dataclasses", "replace")
        imports.use("typing", "cast")
    if has_files:
        imports.use("pathlib", "Path")
    return imports


def _package_imports(spec: Spec, package: str) -> Imports:
    imports = Imports()
    imports.use(f"{package}.runtime.redact", "RedactingFormatter")
    imports.use(f"{package}.runtime.redact", "Redactor")
    imports.use(f"{package}.runtime.retry", "Clock")
    imports.use(f"{package}.server", "create_server")
    imports.use(f"{package}.settings", "Settings")
    imports.use(f"{package}.settings", "read_settings")
    imports.use(f"{package}.sources", "Context")
    imports.use(f"{package}.sources", "open_sources")
    if any(isinstance(source, SqlSource) for source in spec.sources.values()):
        for name in ("Changed", "Given", "SqlFailure", "SqlSource", "Transaction"):
            imports.use(f"{package}.runtime.sql", name)
    if any(isinstance(source, CommandSource) for source in spec.sources.values()):
        imports.use(f"{package}.runtime.command", "Ended")
    return imports


def _token_urls(spec: Spec, environment: Environment) -> tuple[str, ...]:
    auths = [source.auth for source in spec.sources.values() if isinstance(source, HttpSource)]
    return tuple(environment.filled(each.oauth2.token_url) for each in auths if isinstance(each, OAuth2))


def _client_headers(spec: Spec) -> tuple[str, ...]:
    """Headers of a request that are the client's own affair, or new for each call."""
    own = ["accept-encoding", "connection", "content-length", "host", "transfer-encoding", "user-agent"]
    requests = [each.request for each in spec.operations.values() if each.request is not None]
    keys = [each.idempotency.header.lower() for each in requests if each.idempotency is not None]
    return tuple(sorted({*own, *keys}))
