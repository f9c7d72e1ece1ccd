"""Parameters: what an agent passes to an operation."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import Field, model_validator

from .part import Part, Schema

Place: TypeAlias = Literal["path", "query", "header", "cookie", "body"]
Style: TypeAlias = Literal["simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"]

# Keys of the language that stand among those of JSON Schema.
OWN_KEYS = ("optional", "in", "as", "style", "explode", "was", "allow_dash")


class Parameter(Part):
    """One parameter: its JSON Schema without the keys of this language, and those keys.

    `json_schema` keeps `default`, which is also part of what is advertised. `place` is None where the way of the
    request decides, `wire_name` where the parameter's own name goes on the wire.
    """

    json_schema: Schema = Field(alias="<schema>")
    optional: bool = False
    place: Place | None = Field(default=None, alias="in")
    wire_name: str | None = Field(default=None, alias="as")
    style: Style | None = None
    explode: bool | None = None
    was: str | None = None
    allow_dash: bool = False

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if not isinstance(value, dict) or "<schema>" in value:
            return value
        own = {key: value[key] for key in OWN_KEYS if key in value}
        return own | {"<schema>": {key: item for key, item in value.items() if key not in OWN_KEYS}}

    @property
    def has_default(self) -> bool:
        """Whether a call without it takes a value from the spec, which may be null."""
        return "default" in self.json_schema

    @property
    def default(self) -> Any:
        """The value of a call without it; None also where there is none."""
        return self.json_schema.get("default")

    @property
    def required(self) -> bool:
        """Whether every call has to give it."""
        return not (self.optional or self.has_default)
