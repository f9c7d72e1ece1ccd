"""What the templates of the tests read: tables of cases as code, and what of a server has to be replaced for them."""

from __future__ import annotations

from dataclasses import dataclass

from ...wrapping import wrapped


@dataclass(frozen=True)
class Case:
    """One row of a table of cases: the code of each column, and the name under which pytest shows it."""

    columns: tuple[str, ...]
    name: str

    def at(self, indent: int) -> str:
        """The row as it stands behind `indent` columns, without these, its comma to follow."""
        return wrapped(f"pytest.param({', '.join([*self.columns, f'id={self.name}'])})", indent, 1)


@dataclass(frozen=True)
class OperationTests:
    """One module of `tests/`: what is known of an operation, and the cases of its calls.

    `description` is the tool as it is listed. Each table may be empty; then there is no test of it.
    """

    name: str
    module: str
    imports: tuple[str, ...]
    description: str
    result_schema: str
    successes: tuple[Case, ...]
    setups: tuple[Case, ...]
    refused: tuple[Case, ...]
    failures: tuple[Case, ...]
    built_in: tuple[Case, ...]
    recovered: tuple[Case, ...]
    handler: str | None
    timeout: float | None


@dataclass(frozen=True)
class TestedSource:
    """A source in the tests: its attribute of the context, its class, and the setting that leads to a real file."""

    name: str
    attribute: str
    class_name: str
    file_setting: str | None
    read_only: str | None


@dataclass(frozen=True)
class TestSuite:
    """Everything that the tests of a project say beside those of single operations."""

    settings: tuple[tuple[str, str], ...]
    secrets: tuple[str, ...]
    required: tuple[str, ...]
    sources: tuple[TestedSource, ...]
    handlers: tuple[tuple[str, str], ...]
    token_urls: tuple[str, ...]
    client_headers: tuple[str, ...]
    names: tuple[str, ...]
    operations: tuple[OperationTests, ...]
