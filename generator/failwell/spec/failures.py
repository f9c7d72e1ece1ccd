"""Failure modes: what can go wrong with an operation, how it is recognised and what the agent is told."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from .examples import FailureExample
from .matchers import Matcher
from .part import OneOrMore, Part, Schema, Sentence, list_as_tuple
from .settings import DURATION, Category, seconds


class Detail(Part):
    """One entry of `details`: an expression over what is known of the failure, or a schema for what a handler gives."""

    expression: str | None = Field(default=None, alias="<expression>")
    json_schema: Schema | None = Field(default=None, alias="<schema>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        return {"<schema>" if isinstance(value, dict) else "<expression>": value}


class RetryAfter(Part):
    """When trying again makes sense: exactly one of seconds, the name of a reply header and an expression."""

    seconds: float | None = Field(default=None, alias="<seconds>")
    header: str | None = None
    expression: str | None = Field(default=None, alias="<expression>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if isinstance(value, str):
            is_duration = DURATION.fullmatch(value) is not None
            return {"<seconds>": seconds(value)} if is_duration else {"<expression>": value}
        return value


class FailureMode(Part):
    """One way of failing; `when` is empty where a handler raises it and the default `recovery` is None."""

    category: Category
    when: OneOrMore[Matcher] = ()
    description: Sentence
    recovery: Sentence | None = None
    user_message: Sentence | None = None
    details: dict[str, Detail] = Field(default_factory=dict)
    retry_after: RetryAfter | None = None
    retryable: bool | None = None
    example: FailureExample | None = None
    was: str | None = None


class Failures(Part):
    """The failure modes of an operation from top to bottom, and the names of the shared ones that follow them."""

    modes: dict[str, FailureMode] = Field(default_factory=dict, alias="<modes>")
    use: Annotated[tuple[str, ...], BeforeValidator(list_as_tuple)] = ()

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict) or "<modes>" in value:
            return value
        own = {name: mode for name, mode in value.items() if name != "use"}
        return {"<modes>": own} | ({"use": value["use"]} if "use" in value else {})
