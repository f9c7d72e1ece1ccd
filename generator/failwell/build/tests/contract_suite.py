"""The contract tests of a whole server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...names import attribute_name
from ...schemas import with_defs
from ...spec import STANDARD_RETRY, CommandSource, HttpSource, Spec, SqlSource
from ...wrapping import flat
from ..environment import Reference, parse_setting
from ..imports import Imports
from ..variables import SettingField
from . import contract
from .contract_model import Contract
from .environment import Environment
from .imports import used_names
from .subject import Subject
from .tables import Tables


def contract_tests(
    subjects: Mapping[str, Subject],
    tables: Mapping[str, Tables],
    environment: Environment,
    fields: Sequence[SettingField],
    package: str,
) -> Contract:
    """What `test_contract.py` says."""
    spec = environment.spec
    good = [(each.how, each.good) for each in tables.values() if each.how is not None and each.good is not None]
    calls = [contract.plain(how, call) for how, call in good]
    longs = (call for how, each in good if (call := contract.long(how, each)) is not None)
    misspelt, nearest = contract.misspelt(spec.operations)
    echo = contract.echo(good[0][0].subject) if good and environment.secrets else ""
    made = Contract(
        imports=(),
        names=tuple(spec.operations),
        identity=_identity(spec),
        instructions=spec.server.instructions.strip() if spec.server.instructions else None,
        misspelt=misspelt,
        nearest=nearest,
        any_path=spec.defaults.retryable == "any_path",
        crash_category=spec.defaults.crash.category,
        budget=f"{(good[0][0].subject.rules.retry.budget if good else STANDARD_RETRY.budget):g} s",
        max_result=spec.defaults.max_result,
        ignores_extra=spec.defaults.extra_arguments == "ignore",
        plain=calls[0] if calls else None,
        echo=echo,
        long=next(longs, None),
        changes=tuple(change for each in subjects.values() for change in contract.changes(each)),
        keys=tuple(key for how, each in good if (key := contract.key(how, each)) is not None),
        redirected=next((contract.plain(how, call) for how, call in good if contract.follows(how)), None),
        has_secrets=bool(environment.secrets),
        setting_secrets=tuple(dict.fromkeys(each for each in environment.secrets if each != environment.token)),
        required=environment.required,
        settings=tuple(_settings(fields, environment)),
        defaults=tuple(_defaults(fields)),
        urls=tuple(_urls(spec)),
        timeouts=tuple(_timeouts(spec)),
        programs=tuple(_programs(spec, environment)),
        types=flat({name: with_defs(each, spec.types) for name, each in spec.types.items()}) if spec.types else None,
    )
    return replace(made, imports=_imports(made, package))


def _identity(spec: Spec) -> tuple[tuple[str, str | None], ...]:
    server = spec.server
    description = server.description.strip() if server.description else None
    title = server.title.strip() if server.title else None
    return (("name", server.name), ("version", server.version), ("title", title), ("description", description))


def _settings(fields: Sequence[SettingField], environment: Environment) -> Iterator[tuple[str, str]]:
    """The fields with the values that they have in the tests."""
    for field in fields:
        yield field.name, _value(field, environment.filled(field.source))


def _defaults(fields: Sequence[SettingField]) -> Iterator[tuple[str, str]]:
    """The fields that need no variable, with what they are then."""
    for field in fields:
        parts = parse_setting(field.source)
        texts = [part.default if isinstance(part, Reference) else part for part in parts]
        if all(text is not None for text in texts):
            yield field.name, _value(field, "".join(text for text in texts if text is not None))


def _value(field: SettingField, text: str) -> str:
    return str(text.lower() in ("true", "1", "yes", "on")) if field.annotation == "bool" else flat(text)


def _urls(spec: Spec) -> Iterator[tuple[str, str]]:
    """The variables that hold a whole URL, and the setting that is told where they hold none."""
    for name, source in spec.sources.items():
        if isinstance(source, HttpSource | SqlSource):
            key = "http" if isinstance(source, HttpSource) else "sql"
            parts = parse_setting(source.http if isinstance(source, HttpSource) else source.sql)
            if isinstance(parts[0], Reference) and len(parts) == 1:
                yield parts[0].name, f"sources.{name}.{key}"


def _timeouts(spec: Spec) -> Iterator[tuple[str, float]]:
    """The sources, as the context of a call names them, with the seconds that an attempt may take there."""
    for name, source in spec.sources.items():
        if isinstance(source, HttpSource | SqlSource | CommandSource):
            yield attribute_name(name), source.timeout or spec.defaults.timeout


def _programs(spec: Spec, environment: Environment) -> Iterator[tuple[str, str]]:
    """What the sources that are programs are set to: the attribute of the context, and the code of its value."""
    for name, source in spec.sources.items():
        if isinstance(source, CommandSource):
            attribute = attribute_name(name)
            folder = None if source.cwd is None else environment.filled(source.cwd)
            values = {key: environment.filled(value) for key, value in source.env.items()}
            yield f"{attribute}.directory", f"== {flat(folder)}" if folder is not None else "is None"
            yield f"{attribute}.environment", f"== {flat(values)}"
            yield f"{attribute}.max_output", f"== {source.max_output}"


def _imports(made: Contract, package: str) -> tuple[str, ...]:
    first, own, shared = Imports(), Imports(), Imports()
    if made.has_settings:
        first.use_module("os")
    if made.long is not None:
        first.use_module("json")
    if made.changes:
        first.use("dataclasses", "replace")
    if made.keys or "httpx2" in (made.plain.answer if made.plain else ""):
        first.use_module("httpx2")
    first.use("mcp", "Client")
    own.use(f"{package}.server", "build")
    own.use(f"{package}.server", "build")
    own.use(f"{package}.server", "create_server")
    own.use(f"{package}.runtime.redact", "Redactor")
    if made.types is not None:
        own.use(f"{package}.types", "TYPES")
    if made.plain is not None or made.has_settings or made.changes:
        first.use_module("pytest")
    if made.changes or made.keys:
        first.use("typing", "Any")
    own.use(f"{package}.runtime.redact", "Redactor")
    if made.has_settings:
        own.use(f"{package}.settings", "read_settings")
    if made.required or made.urls:
        own.use(f"{package}.runtime.environment", "SettingsError")
    names = used_names([made.echo, *([made.long.answer] if made.long else []), *(key.call.answer for key in made.keys)])
    if made.redirected is not None:
        names |= used_names([made.redirected.answer, "Reply"])
    if made.ignores_extra and made.plain is not None:
        names |= used_names([made.plain.answer])
    if "SqlFailure" in names:
        own.use(f"{package}.runtime.sql", "SqlFailure")
    shared.use(".conftest", "Agent")
    if made.plain is not None:
        shared.use(".conftest", "HANGS")
        shared.use(".conftest", "ImpatientClock")
    if made.has_secrets:
        shared.use(".conftest", "SECRETS")
    for name in ("Ran", "Reply", "Rows", "many"):
        if name in names:
            shared.use(".conftest", name)
    sections = [list(each.lines()) for each in (first, own, shared)]
    return tuple(line for number, lines in enumerate(sections) for line in ([""] if number else []) + lines)
