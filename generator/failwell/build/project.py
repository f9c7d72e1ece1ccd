"""The whole project, from a spec that has been checked."""

from __future__ import annotations

from ..names import function_name, module_name
from ..prose import Prose
from ..spec import (
    STANDARD_RETRY,
    CommandSource,
    HttpSource,
    OAuthCallers,
    Spec,
    SqlSource,
    TokenCallers,
)
from ..wrapping import flat
from .access import access_model
from .content import content_of
from .environment import Reference, SettingsDraft, parse_setting
from .failures import failure_class, raised
from .handlers import result_annotation, result_type, stub, used_types
from .icons import icons_code
from .imports import Imports
from .model import FailureClass, HandlerStub, Project
from .operations import retry_code, tool_module
from .presentation import common_failures, demonstration, listing, operation_row
from .prompts import has_completion
from .resolved import Resolved
from .sources import source_model
from .tests.suite import test_suite
from .tool_code import ToolModule
from .types import input_types, names_types, shared_types, typed_dict_code


def build(spec: Spec) -> Project:
    """Everything that the templates read, in the order of the spec."""
    resolved, summary = Resolved(spec), _summary(spec)
    access = access_model(spec)
    settings, source_imports = SettingsDraft(), _source_imports(spec)
    sources = tuple(
        source_model(name, source, spec.defaults, settings, source_imports) for name, source in spec.sources.items()
    )
    failures, failure_imports = _failures(resolved)
    tools = tuple(tool_module(name, resolved) for name in spec.operations)
    handlers = _handlers(resolved)
    typed, typed_imports = typed_dict_code(spec, wanted=_names_types(tools, handlers, spec))
    kinds = [type(source) for source in spec.sources.values()]
    content = content_of(spec)
    expressions = _uses_expressions(spec, tools, (*failure_imports.lines(), *content.prompt_imports))
    return Project(
        name=spec.server.name,
        package=resolved.package,
        title=spec.server.title,
        version=spec.server.version,
        description=(spec.server.description or f"MCP server {spec.server.name}").strip(),
        summary=summary,
        server_arguments=_server_arguments(spec),
        toolbox_arguments=_toolbox_arguments(spec),
        server_imports=_server_imports(spec),
        tools=tools,
        handlers=handlers,
        failures=failures,
        failure_imports=failure_imports.lines(),
        types=shared_types(spec),
        input_types=input_types(spec),
        typed_dicts=typed,
        typed_dict_imports=typed_imports,
        sources=sources,
        source_imports=source_imports.lines(),
        settings=tuple(settings.fields.values()),
        variables=tuple(settings.variables.values()),
        setup_files=_setup_files(spec),
        dependencies=_dependencies(spec, expressions),
        dev_dependencies=_dev_dependencies(spec, expressions),
        rows=tuple(operation_row(name, resolved) for name in spec.operations),
        access=access,
        has_tokens=_has_callers(spec, TokenCallers),
        has_token_issuer=_has_callers(spec, OAuthCallers),
        common_failures=common_failures(spec),
        listing=listing(resolved, summary, settings, access),
        demonstration=demonstration(spec),
        content=content,
        has_http=HttpSource in kinds,
        has_sql=SqlSource in kinds,
        has_command=CommandSource in kinds,
        has_sqlite=_speaks(spec, "sqlite"),
        has_postgresql=_speaks(spec, "postgres"),
        has_oauth=any("OAuth2" in line for line in source_imports.lines()),
        has_auth=any("http.auth" in line for line in source_imports.lines()),
        has_expressions=expressions,
        has_handlers=any(operation.handler for operation in spec.operations.values()),
        tests=test_suite(resolved, resolved.package, tuple(settings.fields.values())),
    )


def _source_imports(spec: Spec) -> Imports:
    imports = Imports()
    imports.use(".runtime.tool", "CallContext")
    imports.use(".settings", "Settings")
    if any(isinstance(source, HttpSource) for source in spec.sources.values()):
        imports.use_module("httpx2")
    return imports


def _summary(spec: Spec) -> str:
    """The description on one line, for places that take no more."""
    return " ".join((spec.server.description or f"MCP server {spec.server.name}").split())


def _server_imports(spec: Spec) -> tuple[str, ...]:
    imports = Imports()
    imports.use(".runtime.redact", "Redactor")
    imports.use(".runtime.retry", "Clock")
    imports.use(".runtime.toolbox", "Toolbox")
    imports.use(".settings", "Settings")
    imports.use(".settings", "read_settings")
    imports.use(".sources", "Context")
    imports.use(".sources", "open_sources")
    if spec.types:
        imports.use(".types", "TYPES")
    if input_types(spec):
        imports.use(".types", "INPUT_TYPES")
    if spec.defaults.retry.over(STANDARD_RETRY).set_values() != STANDARD_RETRY.set_values():
        imports.use(".runtime.retry", "Retry")
    if spec.resources:
        imports.use(".resources", "RESOURCES")
        imports.use(".runtime.resources", "Resources")
    if spec.prompts:
        imports.use(".prompts", "PROMPTS")
        imports.use(".runtime.prompts", "Prompts")
    if has_completion(spec):
        imports.use(".runtime.completion", "completion")
    for name in spec.operations:
        imports.use(f".tools.{module_name(name)}", function_name(name))
    return imports.lines()


def _server_arguments(spec: Spec) -> tuple[str | Prose, ...]:
    """What the server says of itself, as arguments of `Server(...)`."""
    server = spec.server
    given = {"title": server.title, "description": server.description, "instructions": server.instructions}
    written = {key: value.strip() for key, value in given.items() if value is not None}
    texts = (Prose((value,), f"{key}=") for key, value in written.items())
    return (flat(server.name), "version=__version__", *texts, *icons_code(server.icons, Imports()))


def _toolbox_arguments(spec: Spec) -> tuple[str, ...]:
    """The rules of the toolbox that are not as usual."""
    defaults = spec.defaults
    arguments = ["types=TYPES"] if spec.types else []
    arguments += ["input_types=INPUT_TYPES"] if input_types(spec) else []
    retry = defaults.retry.over(STANDARD_RETRY)
    if retry.set_values() != STANDARD_RETRY.set_values():
        arguments.append(f"retry={retry_code(retry)}")
    if defaults.retryable == "any_path":
        arguments.append("any_path=True")
    if defaults.replies == "strict":
        arguments.append("strict_replies=True")
    if defaults.extra_arguments == "ignore":
        arguments.append("ignore_extra=True")
    if defaults.max_result != 200_000:
        arguments.append(f"max_result={defaults.max_result}")
    if defaults.crash.category != "business":
        arguments.append(f"crash_category={flat(defaults.crash.category)}")
    return tuple(arguments)


def _failures(resolved: Resolved) -> tuple[tuple[FailureClass, ...], Imports]:
    imports = Imports()
    classes = []
    for use in resolved.failures:
        how = raised(use.class_name, use.mode, use.setting)
        classes.append(failure_class(use.name, use.owner, how, use.setting, imports))
    if classes:
        imports.use(".runtime.failure", "Failure")
    return tuple(classes), imports


def _handlers(resolved: Resolved) -> tuple[HandlerStub, ...]:
    stubs, spec = [], resolved.spec
    for name, operation in spec.operations.items():
        if not operation.handler:
            continue
        annotation = result_annotation(name, operation, spec.types)
        named = used_types(annotation, {**spec.types, result_type(name): {}})
        failures = tuple(use.class_name for use in resolved.uses[name])
        stubs.append(stub(name, annotation, failures, named))
    return tuple(stubs)


def _names_types(tools: tuple[ToolModule, ...], handlers: tuple[HandlerStub, ...], spec: Spec) -> bool:
    """Whether any code names a shared type, so that there has to be a typed dictionary for it."""
    in_fields = (field.annotation for tool in tools for field in tool.fields)
    return any(names_types(code, spec.types) for code in (*in_fields, *(each.result for each in handlers)))


def _setup_files(spec: Spec) -> tuple[str, ...]:
    sources = [source for source in spec.sources.values() if isinstance(source, SqlSource)]
    return tuple(dict.fromkeys(source.setup for source in sources if source.setup is not None))


def _uses_expressions(spec: Spec, tools: tuple[ToolModule, ...], imports: tuple[str, ...]) -> bool:
    """Whether any generated code evaluates JMESPath."""
    lines = [line for lines in (imports, *(tool.imports for tool in tools)) for line in lines]
    upstream = [source.upstream for source in spec.sources.values() if isinstance(source, HttpSource)]
    declared = any(each.code is not None or each.message is not None for each in upstream)
    return declared or any("runtime.expressions import" in line for line in lines)


def _dependencies(spec: Spec, expressions: bool) -> tuple[str, ...]:
    """What the server needs to run, and nothing more."""
    kinds = {type(source) for source in spec.sources.values()}
    needed = ["anyio>=4.9,<5", "jsonschema>=4.25,<5", "mcp>=2.3,<3", "opentelemetry-api>=1.28,<2"]
    needed += ["sse-starlette>=3,<4", "starlette>=0.48,<2", "uvicorn>=0.31.1,<1"]
    if spec.server.http is not None or kinds & {HttpSource, CommandSource}:
        needed.append("pydantic>=2.12,<3")
    needed += ["httpx2>=2.16,<3"] if HttpSource in kinds or _has_callers(spec, OAuthCallers) else []
    needed += ["sqlalchemy[asyncio]>=2.1,<3"] if SqlSource in kinds else []
    needed += ["aiosqlite>=0.21,<1"] if _speaks(spec, "sqlite") else []
    needed += ["psycopg[binary]>=3.2,<4"] if _speaks(spec, "postgres") and not _speaks(spec, "sqlite") else []
    needed += ["jmespath>=1.1,<2"] if expressions else []
    needed += ["pyjwt[crypto]>=2.10.1,<3"] if _has_callers(spec, OAuthCallers) else []
    return tuple(sorted(set(needed)))


def _dev_dependencies(spec: Spec, expressions: bool) -> tuple[str, ...]:
    """What checking and testing the project needs beside."""
    drivers = ["psycopg[binary]>=3.2,<4"] if any(isinstance(each, SqlSource) for each in spec.sources.values()) else []
    stubs = ["types-jmespath", "types-jsonschema"] if expressions else ["types-jsonschema"]
    return (*drivers, "mypy>=1.19", "pytest>=9", "ruff>=0.14", *stubs)


def _has_callers(spec: Spec, way: type[TokenCallers | OAuthCallers]) -> bool:
    """Whether callers over HTTP prove in this way who they are."""
    return spec.server.http is not None and isinstance(spec.server.http.auth, way)


def _speaks(spec: Spec, dialect: str) -> bool:
    """Whether a database of this dialect may be behind the server; a URL from the environment may be of any."""
    urls = [source.sql for source in spec.sources.values() if isinstance(source, SqlSource)]
    return any(_may_be(url, dialect) for url in urls)


def _may_be(url: str, dialect: str) -> bool:
    parts = parse_setting(url)
    if parts and isinstance(parts[0], Reference):
        return parts[0].default is None or dialect == "postgres" or parts[0].default.startswith(dialect)
    return url.startswith(dialect)
