"""What the tests of resources and prompts read: what is listed, and cases."""

from __future__ import annotations

from dataclasses import dataclass

from ...wrapping import flat, wrapped
from .case import Case


@dataclass(frozen=True)
class ResourceTests:
    """`test_resources.py`: resources and templates as they are listed, and reads with what comes of them.

    `has_files` says whether any is a file of the package. `fixed` are reads of what is always the same, `answered`
    and `failures` those of what a tool gives. `unknown` is a URI that nobody has, and `refusal` the code of the
    envelope that it is answered with.
    """

    imports: tuple[str, ...]
    has_files: bool
    resources: str
    templates: str
    unknown: str
    refusal: str
    fixed: tuple[Case, ...]
    answered: tuple[Case, ...]
    failures: tuple[Case, ...]

    @property
    def constants(self) -> tuple[str, ...]:
        """What is listed, as assignments."""
        return (
            wrapped(f"RESOURCES: list[dict[str, Any]] = {self.resources}"),
            wrapped(f"TEMPLATES: list[dict[str, Any]] = {self.templates}"),
            f"UNKNOWN = {flat(self.unknown)}",
            wrapped(f"REFUSAL: dict[str, Any] = {self.refusal}"),
        )


@dataclass(frozen=True)
class PromptTests:
    """`test_prompts.py`: prompts as they are listed, what is made of their arguments, and calls that are refused.

    `completed` are arguments with what a person began, and the values that are offered then.
    """

    imports: tuple[str, ...]
    prompts: str
    made: tuple[Case, ...]
    refused: tuple[Case, ...]
    completed: tuple[Case, ...]

    @property
    def constants(self) -> tuple[str, ...]:
        """What is listed, as an assignment."""
        return (wrapped(f"PROMPTS: list[dict[str, Any]] = {self.prompts}"),)
