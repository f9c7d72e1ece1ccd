"""What the templates read of resources and prompts."""

from __future__ import annotations

from dataclasses import dataclass

from ..layout import LINE
from ..prose import Prose, spread


@dataclass(frozen=True)
class ResourceEntry:
    """One resource: the arguments of `Resource(...)`, and what the README says of it."""

    name: str
    uri: str
    description: str
    arguments: tuple[str | Prose, ...]

    @property
    def code(self) -> str:
        """The entry of `RESOURCES`, its comma included."""
        return spread("Resource", self.arguments, 4, suffix=",")


@dataclass(frozen=True)
class PromptFunction:
    """One prompt: the arguments of `@prompt(...)`, and the function of its messages.

    `given` are the arguments of the prompt that the README names; `messages` are the function that makes each
    message, and its text.
    """

    name: str
    description: str
    given: tuple[str, ...]
    function: str
    decorator: tuple[str | Prose, ...]
    parameters: tuple[str, ...]
    docstring: str | None
    assignments: tuple[tuple[str, str], ...]
    messages: tuple[tuple[str, Prose], ...]

    @property
    def decoration(self) -> str:
        """The decorator that makes a prompt of the function."""
        return spread("@prompt", self.decorator, 0)

    @property
    def signature(self) -> str:
        """The first line of the function."""
        return spread(self.function, self.parameters, 0, "def ", " -> list[PromptMessage]:")

    @property
    def entries(self) -> tuple[str, ...]:
        """The messages in the list that the function returns, commas included."""
        return tuple(spread(role, (text,), 8, suffix=",") for role, text in self.messages)

    @property
    def given_names(self) -> str:
        """Its arguments in one cell of a table."""
        return ", ".join(f"`{name}`" for name in self.given)


@dataclass(frozen=True)
class Content:
    """What clients can read and begin with beside the tools."""

    resources: tuple[ResourceEntry, ...] = ()
    resource_imports: tuple[str, ...] = ()
    prompts: tuple[PromptFunction, ...] = ()
    prompt_imports: tuple[str, ...] = ()
    has_completion: bool = False

    @property
    def prompts_code(self) -> str:
        """The tuple of all prompts."""
        return _tuple("PROMPTS = ", [f"{each.function}," for each in self.prompts])

    @property
    def resources_code(self) -> str:
        """The tuple of all resources."""
        return _tuple("RESOURCES = ", [each.code for each in self.resources])


def _tuple(head: str, items: list[str]) -> str:
    """The assignment of a tuple of these items, whose commas are in them; a short one alone stands on one line."""
    flat = f"{head}({items[0]})"
    if len(items) == 1 and "\n" not in flat and len(flat) <= LINE:
        return flat
    lines = "".join(f"    {item}\n" for item in items)
    return f"{head}(\n{lines})"
