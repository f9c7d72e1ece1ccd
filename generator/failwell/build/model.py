"""What the templates read: a project in which everything is resolved; a choice between two texts is a property."""

from __future__ import annotations

from dataclasses import dataclass

from ..prose import Prose, spread
from ..spec import Category
from .content_model import Content
from .demonstration import Demonstration
from .listing import PUBLISHER, Listing
from .rows import FailureRow, OperationRow
from .tests.model import TestSuite
from .tool_code import ToolModule
from .variables import EnvironmentVariable, SettingField


@dataclass(frozen=True)
class FailureClass:
    """One exception class of `failures.py`: the failure mode `mode` of `owner`, an operation or a source."""

    name: str
    mode: str
    category: Category
    owner: str
    certain: bool
    parameters: tuple[str, ...]
    assignments: tuple[tuple[str, str], ...]
    arguments: tuple[str | Prose, ...]

    @property
    def owned(self) -> str:
        """Whose failure mode it is, as a sentence."""
        return (
            f"The failure mode `{self.mode}` of `{self.owner}`." if self.owner else f"The failure mode `{self.mode}`."
        )

    @property
    def signature(self) -> str:
        """The first line or lines of the constructor."""
        return spread("__init__", ["self", *self.parameters], 4, "def ", " -> None:")

    @property
    def explanation(self) -> str:
        """The call of the constructor of every failure."""
        return spread("super().__init__", self.arguments, 8)


@dataclass(frozen=True)
class HandlerStub:
    """A file of `handlers/` that the user fills in; `result` is the annotation of what it returns.

    `typed_imports` are those that only the annotations need.
    """

    module: str
    function: str
    operation: str
    arguments_class: str
    result: str
    imports: tuple[str, ...]
    typed_imports: tuple[str, ...]
    failures: tuple[str, ...]

    @property
    def signature(self) -> str:
        """The first line of the function."""
        arguments = (f"arguments: {self.arguments_class}", "context: Context")
        return spread(self.function, arguments, 0, "async def ", f" -> {self.result}:")


@dataclass(frozen=True)
class SourceModel:
    """One system behind the server: its attribute of the context, and the code that opens it."""

    name: str
    attribute: str
    class_name: str
    arguments: tuple[str, ...]
    read_only: str | None
    has_transport: bool
    note: str | None

    @property
    def opening(self) -> str:
        """The code that makes the source."""
        return spread(self.class_name, self.arguments, 8, "", f" as {self.attribute},")


@dataclass(frozen=True)
class AccessModel:
    """The statements of `read_access` around the check of the environment, and the variables that they read."""

    imports: tuple[str, ...]
    readings: tuple[str, ...]
    secrets: str | None
    result: str
    variables: tuple[EnvironmentVariable, ...]


@dataclass(frozen=True)
class TypeModel:
    """A shared type: its JSON Schema as code."""

    name: str
    schema: str


@dataclass(frozen=True)
class Project:
    """Everything that a generated project says, in the order of the spec."""

    name: str
    package: str
    title: str | None
    version: str
    description: str
    summary: str
    server_arguments: tuple[str | Prose, ...]
    toolbox_arguments: tuple[str, ...]
    server_imports: tuple[str, ...]
    tools: tuple[ToolModule, ...]
    handlers: tuple[HandlerStub, ...]
    failures: tuple[FailureClass, ...]
    failure_imports: tuple[str, ...]
    types: tuple[TypeModel, ...]
    input_types: tuple[TypeModel, ...]
    typed_dicts: tuple[str, ...]
    typed_dict_imports: tuple[str, ...]
    sources: tuple[SourceModel, ...]
    source_imports: tuple[str, ...]
    settings: tuple[SettingField, ...]
    variables: tuple[EnvironmentVariable, ...]
    setup_files: tuple[str, ...]
    dependencies: tuple[str, ...]
    dev_dependencies: tuple[str, ...]
    rows: tuple[OperationRow, ...]
    access: AccessModel | None
    has_tokens: bool
    has_token_issuer: bool
    common_failures: tuple[FailureRow, ...]
    listing: Listing
    demonstration: Demonstration
    content: Content
    has_http: bool
    has_sql: bool
    has_command: bool
    has_sqlite: bool
    has_postgresql: bool
    has_oauth: bool
    has_auth: bool
    has_expressions: bool
    has_handlers: bool
    tests: TestSuite

    @property
    def access_argument(self) -> str:
        """The argument that says who may call over HTTP."""
        return ", read_access=read_access" if self.access else ""

    @property
    def all_variables(self) -> tuple[EnvironmentVariable, ...]:
        """Those of the sources, and those that are read only where the server listens on HTTP."""
        known = {each.name for each in self.variables}
        serving = self.access.variables if self.access else ()
        return (*self.variables, *(each for each in serving if each.name not in known))

    @property
    def reads_json(self) -> bool:
        """Whether what others write may be JSON."""
        return self.has_http or self.has_command

    @property
    def has_icons(self) -> bool:
        """Whether the server itself has icons."""
        return any(isinstance(each, str) and each.startswith("icons=") for each in self.server_arguments)

    @property
    def has_resources(self) -> bool:
        """Whether clients can read anything."""
        return bool(self.content.resources)

    @property
    def has_prompts(self) -> bool:
        """Whether there are messages to begin with."""
        return bool(self.content.prompts)

    @property
    def has_content(self) -> bool:
        """Whether there is anything beside the tools."""
        return self.has_resources or self.has_prompts

    @property
    def has_completion(self) -> bool:
        """Whether clients can ask for the values of arguments."""
        return self.content.has_completion

    @property
    def has_data(self) -> bool:
        """Whether files are shipped with the package."""
        return bool(self.setup_files)

    @property
    def has_types(self) -> bool:
        """Whether there is anything to say about shared types."""
        return bool(self.types or self.typed_dicts)

    @property
    def has_postgresql_extra(self) -> bool:
        """Whether PostgreSQL is a choice beside SQLite, so that its driver is an extra."""
        return self.has_postgresql and self.has_sqlite

    @property
    def heading(self) -> str:
        """The title of the README."""
        return " ".join((self.title or self.name).split())

    @property
    def installed(self) -> str:
        """What an image installs: the server, with every driver that its settings may ask for."""
        return ".[postgresql]" if self.has_postgresql_extra else "."

    @property
    def env_file_option(self) -> str:
        """The option of `docker run` for the settings, where there are any."""
        return " --env-file .env" if self.all_variables else ""

    @property
    def publisher(self) -> str:
        """What stands for the name of whoever publishes the server."""
        return PUBLISHER

    @property
    def mcp_json_note(self) -> str:
        """Where Claude Code takes the variables from, for a table."""
        return "; it takes the variables from the environment that it is started in" if self.variables else ""

    @property
    def cursor_note(self) -> str:
        """How Cursor is given a variable, for a table."""
        return "; `${env:NAME}` stands for a variable of the environment" if self.variables else ""

    @property
    def headline(self) -> str:
        """The first line of the package's docstring."""
        return f"MCP server {self.name}, version {self.version}."

    @property
    def opening_signature(self) -> str:
        """The signature of `open_sources`, in which a test may answer HTTP requests itself."""
        transport = ["transport: httpx2.AsyncBaseTransport | None = None"] if self.has_http else []
        return spread(
            "open_sources", ["settings: Settings", *transport], 0, "async def ", " -> AsyncIterator[Context]:"
        )

    @property
    def transport_note(self) -> str:
        """What that parameter is for."""
        return "; `transport` answers HTTP requests instead of the network" if self.has_http else ""

    @property
    def context_call(self) -> str:
        """The code that makes the context of all calls."""
        arguments = [f"{each.attribute}={each.attribute}" for each in self.sources]
        arguments += [f"{each.attribute}_read_only={each.read_only}" for each in self.sources if each.read_only]
        return spread("Context", arguments, 8, "yield ")

    @property
    def tools_code(self) -> str:
        """The tuple of all tools."""
        names = [tool.function for tool in self.tools]
        if len(names) == 1:
            return f"({names[0]},)"
        return "(\n" + "".join(f"    {name},\n" for name in names) + ")"

    @property
    def toolbox_call(self) -> str:
        """The code that makes the toolbox."""
        fixed = ["TOOLS", "redactor=settings.redactor", "clock=clock or Clock()"]
        return spread("Toolbox.of", [*fixed, *self.toolbox_arguments], 4, "toolbox = ")

    @property
    def server_call(self) -> str:
        """The code that makes the server."""
        fixed = [
            "lifespan=lifespan",
            "get_tool_input_schema=toolbox.input_schema",
            "on_list_tools=toolbox.list_tools",
            "on_call_tool=toolbox.call_tool",
        ]
        if self.has_resources:
            fixed += ["on_list_resources=resources.list_resources"]
            fixed += ["on_list_resource_templates=resources.list_templates", "on_read_resource=resources.read"]
        if self.has_prompts:
            fixed += ["on_list_prompts=prompts.list_prompts", "on_get_prompt=prompts.get_prompt"]
        if self.has_completion:
            fixed.append("on_completion=completion(prompts, toolbox)")
        return spread("Server", [*self.server_arguments, *fixed], 4, "return ")
