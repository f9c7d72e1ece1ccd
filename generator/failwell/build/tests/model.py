"""What the templates of the tests read: tables of cases as code, and what of a server has to be replaced for them."""

from __future__ import annotations

from dataclasses import dataclass

from ...wrapping import flat, wrapped
from .case import Case
from .content_model import PromptTests, ResourceTests
from .contract_model import Call, Contract


@dataclass(frozen=True)
class Constant:
    """A value that the cases of a module share, as code."""

    name: str
    code: str

    @property
    def assignment(self) -> str:
        """The statement that gives it its name."""
        return wrapped(f"{self.name} = {self.code}")


@dataclass(frozen=True)
class OperationTests:
    """One module of `tests/`: an operation as it is listed, and the cases of its calls.

    `function` is its own name, `declared` the code of the schema of its result where a weaker one is listed.
    A table may be empty; then there is no test of it. `timeout` is in seconds, for a handler, and `hanging` the name
    that has to be replaced to have a handler given up at once.
    """

    name: str
    module: str
    imports: tuple[str, ...]
    listed: str
    has_null_in_meta: bool
    function: str
    declared: str | None
    constants: tuple[Constant, ...]
    successes: tuple[Case, ...]
    setups: tuple[Case, ...]
    refused: tuple[Case, ...]
    failures: tuple[Case, ...]
    built_in: tuple[Case, ...]
    warned: tuple[Case, ...]
    recovered: tuple[Case, ...]
    timeout: float | None
    hanging: str | None
    stub: Call | None

    @property
    def hanging_call(self) -> str:
        """The call of a handler that does not end."""
        assert self.stub is not None, "asked for only where there is one"
        return wrapped(f"outcome = await agent.call(TOOL, {self.stub.arguments}, HANGS)", 4)

    @property
    def declaration(self) -> str:
        """The assignment of the schema of its result."""
        return wrapped(f"DECLARED = {self.declared}")

    @property
    def stub_call(self) -> str:
        """The call of the handler that is not written yet."""
        assert self.stub is not None, "asked for only where there is one"
        return wrapped(f"outcome = await agent.call({self.stub.call})", 4)

    @property
    def listing(self) -> str:
        """The assignment of the tool as it is listed."""
        return wrapped(f"LISTED = {self.listed}")


@dataclass(frozen=True)
class TestSuite:
    """Everything that the tests of a project say beside those of single operations."""

    settings: tuple[tuple[str, str], ...]
    secrets: tuple[str, ...]
    required: tuple[str, ...]
    imports: tuple[str, ...]
    package_imports: tuple[str, ...]
    databases: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    handlers: tuple[tuple[str, str], ...]
    program: str
    token: str
    token_urls: tuple[str, ...]
    is_strict: bool
    client_headers: tuple[str, ...]
    operations: tuple[OperationTests, ...]
    contract: Contract
    resources: ResourceTests | None
    prompts: PromptTests | None

    @property
    def stubs(self) -> tuple[OperationTests, ...]:
        """The operations whose handler the user has yet to write."""
        return tuple(each for each in self.operations if each.stub is not None)

    @property
    def environment(self) -> str:
        """The statement that sets every variable."""
        return wrapped(f"os.environ.update({flat(dict(self.settings))})")

    @property
    def stand_ins(self) -> str:
        """The statement that puts a stand-in in the place of every database."""
        arguments = ", ".join(f"{name}=database" for name in self.databases)
        return wrapped(f"context = replace(context, {arguments})", 16)

    @property
    def file_settings(self) -> str:
        """The statement that leads every database to a file of the test."""
        entries = [f'{name}=f"sqlite:///{{tmp_path}}/{file}"' for name, file in self.files]
        return wrapped(f"settings = replace(settings, {', '.join(entries)})", 4)

    @property
    def without_answers(self) -> str:
        """What a call does for which a test has no answers."""
        real = ["the database of the test"] if self.files else []
        real += ["the handler itself"] if self.handlers else []
        return f" Without any, {' and '.join(real)} answers." if real else ""

    @property
    def file_note(self) -> str:
        """What the fixture gives beside."""
        return ", with a new database" if self.files else ""

    @property
    def agent_signature(self) -> str:
        """The first line of the fixture."""
        arguments = [
            "request: pytest.FixtureRequest",
            "monkeypatch: pytest.MonkeyPatch",
            "caplog: pytest.LogCaptureFixture",
        ]
        arguments += ["tmp_path: Path"] if self.files else []
        return wrapped(f"def agent({', '.join(arguments)}) -> Agent:")

    def constant(self, name: str, value: object) -> str:
        """The assignment of a constant."""
        return wrapped(f"{name} = {flat(value)}")

    @property
    def constants(self) -> tuple[str, ...]:
        """The constants of the tests that depend on the spec."""
        found = [self.constant("SECRETS: tuple[str, ...]", self.secrets)]
        found += [self.constant("HANDLERS", dict(self.handlers))] if self.handlers else []
        found += [self.constant("TOKEN_URLS", self.token_urls)] if self.token_urls else []
        return tuple(found)

    @property
    def untold(self) -> str:
        """The headers that no test tells of."""
        return self.constant("UNTOLD", self.client_headers)
