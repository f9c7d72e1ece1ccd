"""Operations: the tools that an agent sees."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from .commands import Argument, Parse, ParseForm
from .examples import Example
from .failures import Failures
from .icons import Icon
from .matchers import Matcher
from .parameters import Parameter
from .part import Items, OneOrMore, Part, Sentence
from .requests import Request
from .returns import Returns
from .settings import Duration, Retry
from .statements import AnyStatement, CallerStatement, Statement

# The ways in which an operation is done; exactly one of them stands in it.
BODIES = ("request", "query", "execute", "run", "handler", "steps")


class Empty(Part):
    """The sentence of a valid empty result, and matchers that tell one before any failure mode is tried."""

    description: Sentence
    when: OneOrMore[Matcher] = ()

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        return {"description": value} if isinstance(value, str) else value


class Hints(Part):
    """The tool annotations that are written; None where the method or the statement decides."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class Operation(Part):
    """One operation. `source` names its sources, empty where the only one that fits is meant.

    `returns` left out stands for what the body gives most plainly: rows, nothing for a change or a deletion, or else
    any value.
    """

    description: Sentence
    title: str | None = None
    input: dict[str, Parameter] = Field(default_factory=dict)
    request: Request | None = None
    query: AnyStatement | None = None
    execute: AnyStatement | None = None
    run: Items[Argument] | None = None
    parse: Parse | None = None
    handler: bool = False
    steps: Any = None
    source: OneOrMore[str] = ()
    result: str | None = None
    returns: Returns = Field(default_factory=lambda made: _plain_result(made), validate_default=True)
    empty: Empty | None = None
    done: Sentence | None = None
    failures: Failures = Failures.model_construct()
    hints: Hints = Hints.model_construct()
    timeout: Duration | None = None
    retry: Retry | None = None
    search_hint: str | None = None
    always_load: bool | None = None
    meta: dict[str, Any] = Field(default_factory=dict)
    icons: OneOrMore[Icon] = ()
    examples: Items[Example] = ()
    was: str | None = None

    @property
    def body(self) -> str:
        """The key that says how it is done."""
        return next(key for key in BODIES if key in self.model_fields_set)

    @property
    def statement(self) -> Statement | CallerStatement | None:
        """The statement of an operation that is done in SQL."""
        return self.query or self.execute

    @property
    def parsed(self) -> Parse:
        """How the output of a program is read: as it says, or as what it returns most plainly stands in one."""
        return self.parse or Parse.model_construct(form=PLAIN_FORMS.get(self.returns.kind, "text"))


# What a program's output most plainly is in each form.
PLAIN_OUTPUTS = {"text": "text", "json": {"value": {}}}
PLAIN_FORMS: dict[str, ParseForm] = {"list": "lines", "object": "json", "value": "json"}


def _plain_result(made: dict[str, Any]) -> Any:
    request, parse = made.get("request"), made.get("parse")
    if made.get("run") is not None:
        return PLAIN_OUTPUTS.get(parse.form if parse else "text", {"list": {}})
    if made.get("query"):
        return {"list": {}}
    if made.get("execute") or (request and request.method in ("DELETE", "HEAD")):
        return "nothing"
    return {"value": {}}
