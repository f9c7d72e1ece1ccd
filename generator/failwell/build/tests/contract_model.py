"""What `test_contract.py` says of one server."""

from __future__ import annotations

from dataclasses import dataclass

from ...wrapping import flat, wrapped, wrapped_call


@dataclass(frozen=True)
class Call:
    """A call of a tool as code, and the code of the answer that its source gives."""

    tool: str
    arguments: str
    answer: str
    count: int = 0

    @property
    def call(self) -> str:
        """The first arguments of `agent.call`."""
        return f"{flat(self.tool)}, {self.arguments}"


@dataclass(frozen=True)
class Change:
    """A tool that changes something in a source that may be read-only; `setting` is its switch, if it has one."""

    name: str
    setting: str | None
    call: Call


@dataclass(frozen=True)
class Key:
    """A tool whose calls carry an idempotency key in this header."""

    name: str
    header: str
    call: Call


@dataclass(frozen=True)
class Contract:
    """What holds for every tool of a server; calls are None, and texts empty, where there is no such test.

    `identity` are the name, title, description and version of the server. `settings` and `defaults` are the fields
    of its settings with the code of their values, from the environment of the tests and from the variables that
    must be set alone. `timeouts` are the sources with the seconds that an attempt may take. `programs` are
    attributes of sources with what they are. `types` is the code of the shared types.
    """

    imports: tuple[str, ...]
    names: tuple[str, ...]
    identity: tuple[tuple[str, str | None], ...]
    instructions: str | None
    misspelt: str
    nearest: str
    any_path: bool
    crash_category: str
    budget: str
    max_result: int
    ignores_extra: bool
    plain: Call | None
    echo: str
    long: Call | None
    changes: tuple[Change, ...]
    keys: tuple[Key, ...]
    redirected: Call | None
    has_secrets: bool
    setting_secrets: tuple[str, ...]
    required: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    defaults: tuple[tuple[str, str], ...]
    urls: tuple[tuple[str, str], ...]
    timeouts: tuple[tuple[str, float], ...]
    programs: tuple[tuple[str, str], ...]
    types: str | None

    @property
    def program_settings(self) -> tuple[str, ...]:
        """What is asserted of the sources that are programs."""
        return tuple(wrapped(f"assert context.{name} {expected}", 8) for name, expected in self.programs)

    @property
    def constants(self) -> tuple[str, ...]:
        """What the tests compare with."""
        identity = {**dict(self.identity), "instructions": self.instructions}
        values = {"NAMES": list(self.names), "IDENTITY": identity, "MISSPELT": self.misspelt, "NEAREST": self.nearest}
        return tuple(wrapped(f"{name} = {flat(value)}") for name, value in values.items())

    @property
    def crash_is_retryable(self) -> bool:
        """Whether the same call, or one with other arguments, may succeed after a crash."""
        return self.crash_category == "transient" or (self.crash_category == "validation" and self.any_path)

    @property
    def leaks(self) -> str:
        """Texts of exceptions that nobody may see."""
        return '[*SECRETS, "the words of the exception"]' if self.has_secrets else '["the words of the exception"]'

    def plainly(self, answer: str) -> str:
        """The call that usually succeeds, with another answer."""
        assert self.plain is not None, "asked for only where there is one"
        return wrapped(f"outcome = await agent.call({self.plain.call}, {answer})", 4)

    @property
    def redirection(self) -> str:
        """A call that is led elsewhere before it is answered."""
        assert self.redirected is not None, "asked for only where there is one"
        moved = 'Reply(307, headers={"Location": "/moved"})'
        return wrapped(f"outcome = await agent.call({self.redirected.call}, {moved}, {self.redirected.answer})", 4)

    def called(self, call: Call, answer: str | None = None) -> str:
        """A call with its answer."""
        return wrapped(f"outcome = await agent.call({call.call}, {answer or call.answer})", 4)

    @property
    def extra(self) -> str:
        """A call with an argument that nobody declared."""
        assert self.plain is not None, "asked for only where there is one"
        arguments = f'{{**{self.plain.arguments}, "an_argument_of_the_host": True}}'
        return wrapped(f"outcome = await agent.call({flat(self.plain.tool)}, {arguments}, {self.plain.answer})", 4)

    @property
    def required_set(self) -> str:
        """The names of the variables that must be set."""
        return f"{{{', '.join(map(flat, self.required))}}}"

    @property
    def required_list(self) -> str:
        """The same as a list."""
        return flat(list(self.required))

    @property
    def environment(self) -> str:
        """The code of the environment of the tests."""
        return "os.environ" if self.has_settings else "{}"

    @property
    def has_settings(self) -> bool:
        """Whether the server reads variables."""
        return bool(self.required or self.settings)

    @property
    def least(self) -> str:
        """The code of an environment with these variables alone."""
        return f"{{name: os.environ[name] for name in {self.required_list}}}" if self.required else "{}"

    @property
    def type_constant(self) -> str:
        """The shared types as they are declared."""
        return wrapped(f"expected = {self.types}", 4)

    @property
    def change_rows(self) -> tuple[str, ...]:
        """Rows of (setting, tool, arguments)."""
        rows = ([flat(each.setting), flat(each.name), each.call.arguments] for each in self.changes)
        return tuple(wrapped_call("pytest.param", [*row, f"id={row[1]}"], 8, 1) for row in rows)

    @property
    def key_rows(self) -> tuple[str, ...]:
        """Rows of (header, tool, arguments, answer)."""
        rows = ([flat(each.header), flat(each.name), each.call.arguments, each.call.answer] for each in self.keys)
        return tuple(wrapped_call("pytest.param", [*row, f"id={row[1]}"], 8, 1) for row in rows)

    @property
    def password_rows(self) -> str:
        """The decorator that gives each variable for a URL, and one with a password in it."""
        urls = {"http": "https://ada:a-password@example.test", "sql": "postgresql://ada:a-password@example.test/db"}
        rows = [(name, urls[setting.rpartition(".")[2]]) for name, setting in self.urls]
        return wrapped(f'@pytest.mark.parametrize(("name", "url"), {flat(rows)})')

    @property
    def url_rows(self) -> str:
        """The decorator that gives each variable with its setting."""
        return wrapped(f'@pytest.mark.parametrize(("name", "setting"), {flat(list(self.urls))})')

    @property
    def secret_rows(self) -> str:
        """The decorator that gives each secret of the settings."""
        return wrapped(f'@pytest.mark.parametrize("secret", {flat(list(self.setting_secrets))})')

    @property
    def required_rows(self) -> str:
        """The decorator that gives each variable that must be set."""
        return wrapped(f'@pytest.mark.parametrize("name", {self.required_list})')

    def expected(self, fields: tuple[tuple[str, str], ...]) -> str:
        """The statement that keeps what the settings must be."""
        entries = ", ".join(f"{flat(name)}: {value}" for name, value in fields)
        return wrapped(f"expected = {{{entries}}}", 4)

    @property
    def least_settings(self) -> str:
        """The statement that reads the settings where only these variables are set."""
        return wrapped(f"settings = read_settings({self.least}, Redactor())", 4)

    @property
    def required_message(self) -> str:
        """The statement that all of them are named."""
        return wrapped(f'assert set(names.split(", ")) == {self.required_set}', 4)
