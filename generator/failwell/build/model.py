"""What the templates read: a project in which everything is resolved; a choice between two texts is a property."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from ..prose import Prose, spread
from ..spec import Category
from ..wrapping import wrapped
from .listing import PUBLISHER, Listing
from .tests.model import TestSuite
from .variables import EnvironmentVariable

LINE = 120


@dataclass(frozen=True)
class Statement:
    """A statement that is one call: `raise Name(...) from error`, `return listed(...)`.

    `before` are assignments of values that cannot stand inside its texts.
    """

    verb: str
    function: str
    arguments: tuple[str | Prose, ...]
    suffix: str = ""
    before: tuple[tuple[str, str], ...] = ()

    def at(self, indent: int) -> str:
        """The statement, and the assignments before it, as they stand behind `indent` columns, without these."""
        lines = [wrapped(f"{name} = {code}", indent) for name, code in self.before]
        lines.append(spread(self.function, self.arguments, indent, f"{self.verb} ", self.suffix))
        return f"\n{' ' * indent}".join(lines)


@dataclass(frozen=True)
class Branch:
    """One classified case: conditions that hold all together, and the statement that answers it."""

    conditions: tuple[str, ...]
    statement: Statement

    def at(self, indent: int) -> str:
        """The branch as it stands behind `indent` columns, without these.

        It is one `if`, or one within the other where a line cannot hold all conditions.
        """
        if not self.conditions:
            return self.statement.at(indent)
        whole = " and ".join(self.conditions)
        tests = [whole] if indent + len(f"if {whole}:") <= LINE else list(self.conditions)
        inside = indent + 4 * len(tests)
        places = range(indent, inside, 4)
        lines = [
            f"{' ' * place}{wrapped(f'if {_bare(test)}:', place)}" for place, test in zip(places, tests, strict=True)
        ]
        return "\n".join([*lines, f"{' ' * inside}{self.statement.at(inside)}"]).lstrip()


def _bare(condition: str) -> str:
    """A condition that stands alone, without the parentheses that hold it together beside others."""
    inside = condition[1:-1]
    depth = 0
    for bracket in re.sub(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"|[^()]""", "", inside):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return condition
    return inside if condition.startswith("(") else condition


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
class Handled:
    """The branches for one class of exception, tried from top to bottom; `reraised` says that the rest goes on."""

    exception: str
    branches: tuple[Branch, ...]

    @property
    def reraised(self) -> bool:
        """Whether some of these exceptions match no branch."""
        return all(branch.conditions for branch in self.branches)


@dataclass(frozen=True)
class Answer:
    """How the outcome becomes a result.

    `extraction` is an assignment from the reply, `nothing` the condition of an empty result and `empty` its answer;
    where there is no such thing they are None.
    """

    give: Statement
    extraction: str | None = None
    nothing: str | None = None
    empty: Statement | None = None
    cut: Branch | None = None

    def mentions(self, name: str) -> bool:
        """Whether any of its code uses this variable."""
        statements = [self.give, *([self.empty] if self.empty else [])]
        code = [self.extraction or "", self.nothing or "", *(each.at(0) for each in statements)]
        return any(re.search(rf"\b{name}\b", each) for each in code)


@dataclass(frozen=True)
class RequestBody:
    """An operation that is one HTTP request; `refused` are branches for replies that look like a success."""

    template: ClassVar[str] = "request"
    source: str
    arguments: tuple[str, ...]
    uses_reply: bool
    refused: tuple[Branch, ...]
    handled: tuple[Branch, ...]
    answer: Answer

    def request(self, indent: int) -> str:
        """The call of the source, and a name for the reply where that is used."""
        before = "reply = await " if self.uses_reply else "await "
        return spread(f"context.{self.source}.request", self.arguments, indent, before)


@dataclass(frozen=True)
class QueryBody:
    """An operation that is one SQL query; `result` names what the call gives."""

    template: ClassVar[str] = "query"
    source: str
    method: str
    result: str
    arguments: tuple[str, ...]
    handled: tuple[Branch, ...]
    counted: tuple[Branch, ...]
    answer: Answer

    def call(self, indent: int) -> str:
        """The call of the source."""
        used = self.counted or self.answer.mentions(self.result)
        before = f"{self.result} = await " if used else "await "
        return spread(f"context.{self.source}.{self.method}", self.arguments, indent, before)


@dataclass(frozen=True)
class ExecuteBody:
    """An operation that is one changing SQL statement in a transaction."""

    template: ClassVar[str] = "execute"
    source: str
    limit: str
    method: str
    arguments: tuple[str, ...]
    handled: tuple[Branch, ...]
    counted: tuple[Branch, ...]
    answer: Answer

    def call(self, indent: int) -> str:
        """The call of the transaction."""
        used = self.counted or self.answer.mentions("changed")
        before = "changed = await " if used else "await "
        return spread(f"transaction.{self.method}", self.arguments, indent, before)


@dataclass(frozen=True)
class RunBody:
    """An operation that is one run of a program; `refused` are branches for output that looks like a success."""

    template: ClassVar[str] = "run"
    source: str
    arguments: tuple[str, ...]
    uses_output: bool
    refused: tuple[Branch, ...]
    handled: tuple[Branch, ...]
    answer: Answer

    def run(self, indent: int) -> str:
        """The call of the source, and a name for the output where that is used."""
        before = "output = await " if self.uses_output else "await "
        return spread(f"context.{self.source}.run", self.arguments, indent, before)


@dataclass(frozen=True)
class HandlerBody:
    """An operation that the user writes."""

    template: ClassVar[str] = "handler"
    function: str
    timeout: float
    check: tuple[str, str]
    sources: tuple[Handled, ...]
    exceptions: tuple[Handled, ...]
    named: tuple[Branch, ...]
    result: str | None
    answer: Answer

    @property
    def call(self) -> str:
        """The call of the handler, what it gives held to the declared kind, and a name for that."""
        before, after = self.check
        named = f"{self.result} = " if self.result else ""
        return spread(self.function, ["arguments", "context"], 12, f"{named}{before}await ", after)


@dataclass(frozen=True)
class ArgumentField:
    """One field of an arguments class: the annotation of its values, and the whole field as code."""

    name: str
    annotation: str
    code: str


@dataclass(frozen=True)
class ToolModule:
    """One module of `tools/`: the arguments, the annotations and the function of an operation."""

    name: str
    module: str
    function: str
    imports: tuple[str, ...]
    constants: tuple[tuple[str, str], ...]
    arguments_class: str
    fields: tuple[ArgumentField, ...]
    decorator: tuple[str, ...]
    docstring: str | None
    read_only: tuple[str, ...]
    checks: tuple[Branch, ...]
    body: RequestBody | QueryBody | ExecuteBody | RunBody | HandlerBody

    @property
    def decoration(self) -> str:
        """The decorator that makes a tool of the function."""
        return spread("@tool", self.decorator, 0)

    @property
    def signature(self) -> str:
        """The first line of the function."""
        arguments = (f"arguments: {self.arguments_class}", "context: Context")
        return spread(self.function, arguments, 0, "async def ", " -> Result:")


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
class SettingField:
    """One value that is read from the environment when the server starts; `source` is what the spec says of it."""

    name: str
    annotation: str
    code: str
    source: str


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
class FailureRow:
    """A failure mode as the README lists it: `again` says whether the same call may succeed later."""

    name: str
    category: Category
    again: bool
    move: str

    @property
    def retryable(self) -> str:
        """`isRetryable` as a table shows it."""
        return "yes" if self.again else "no"


@dataclass(frozen=True)
class OperationRow:
    """An operation as the README lists it."""

    name: str
    description: str
    read_only: bool
    empty: str | None
    failures: tuple[FailureRow, ...]

    @property
    def kind(self) -> str:
        """Whether it changes anything."""
        return "reads" if self.read_only else "changes"

    @property
    def failure_names(self) -> str:
        """Its failure modes in one cell of a table."""
        return ", ".join(f"`{failure.name}`" for failure in self.failures)


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
        return " --env-file .env" if self.variables else ""

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
        return spread("Server", [*self.server_arguments, *fixed], 4, "return ")
