"""One module of `tools/` as its template reads it: arguments, and a body for each way in which it is done."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from ..layout import LINE
from ..prose import Prose, spread
from ..wrapping import wrapped


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
