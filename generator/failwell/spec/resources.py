"""Resources: what clients can read beside the tools."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .icons import Icon
from .part import OneOrMore, Part, Sentence
from .returns import MediaType

# What the contents of a resource come from; exactly one of them stands in it.
CONTENTS = ("text", "file", "operation")


class Annotations(Part):
    """For whom a resource is, and how much it matters: 1 is needed, 0 is optional."""

    audience: OneOrMore[Literal["user", "assistant"]] = ()
    priority: Annotated[float, Field(ge=0, le=1)] | None = None


class Resource(Part):
    """One resource, or with variables in its `uri` many. `arguments` are None where variables name the parameters."""

    uri: str
    description: Sentence
    title: str | None = None
    mime_type: MediaType | None = None
    icons: OneOrMore[Icon] = ()
    annotations: Annotations = Annotations.model_construct()
    text: str | None = None
    file: str | None = None
    operation: str | None = None
    arguments: dict[str, Any] | None = Field(default=None, alias="with")
