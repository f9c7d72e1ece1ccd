"""Prompts: messages that a person begins a conversation with."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from .icons import Icon
from .part import Items, OneOrMore, Part, Sentence


class PromptArgument(Part):
    """One argument of a prompt, which is a text. A text alone is its `description`."""

    description: Sentence
    title: str | None = None
    optional: bool = False
    default: str | None = None
    enum: Items[str] = ()

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        return {"description": value} if isinstance(value, str) else value

    @property
    def required(self) -> bool:
        """Whether it has to be given."""
        return not self.optional and self.default is None


class Message(Part):
    """One message, whose text has placeholders for the arguments."""

    role: Literal["user", "assistant"]
    text: Sentence


class Prompt(Part):
    """One prompt; `text` is that of its only message, from the user, where `messages` are not written out."""

    description: Sentence
    title: str | None = None
    icons: OneOrMore[Icon] = ()
    arguments: dict[str, PromptArgument] = Field(default_factory=dict)
    messages: Items[Message] = ()
    text: Sentence | None = None

    @property
    def all_messages(self) -> tuple[Message, ...]:
        """The messages, however they are written."""
        return self.messages if self.text is None else (Message(role="user", text=self.text),)
