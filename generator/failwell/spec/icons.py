"""Icons of servers, operations, resources and prompts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from .part import OneOrMore, Part
from .returns import MediaType


class Icon(Part):
    """One icon; `src` is a URL, `sizes` are such as `48x48` or `any`. A text alone is its `src`."""

    src: str
    mime_type: MediaType | None = None
    sizes: OneOrMore[str] = ()
    theme: Literal["light", "dark"] | None = None

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        return {"src": value} if isinstance(value, str) else value
