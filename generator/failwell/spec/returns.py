"""What an operation returns."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, AliasChoices, Field, model_validator
from pydantic_core import PydanticCustomError

from .part import Part, Schema

ReturnKind: TypeAlias = Literal["list", "object", "value", "text", "content", "nothing"]
MEDIA_TYPE = re.compile(r"[a-z]+/[A-Za-z0-9][A-Za-z0-9.+*-]*")
WITH_CONTENT = ("list", "object", "value", "content")


def _media_type(value: str) -> str:
    if not MEDIA_TYPE.fullmatch(value):
        raise PydanticCustomError("media_type", "expected a media type such as `image/png`")
    return value


MediaType: TypeAlias = Annotated[str, AfterValidator(_media_type)]


class Returns(Part):
    """The kind of a result and what it needs: the schema of the items, the object or the value, or a media type.

    `fields` are expressions for values that stand beside the items of a list.
    """

    kind: ReturnKind = Field(alias="<kind>")
    json_schema: Schema = Field(default_factory=dict, validation_alias=AliasChoices("list", "object", "value"))
    media_type: MediaType | None = Field(default=None, alias="content")
    fields: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        if value in ("text", "nothing"):
            return {"<kind>": value}
        kinds = [key for key in WITH_CONTENT if isinstance(value, dict) and key in value]
        if len(kinds) != 1:
            raise PydanticCustomError(
                "returns",
                "expected one of `{list: ...}`, `{object: ...}`, `{value: ...}`, `text`, "
                "`{content: image/png}` and `nothing`",
            )
        shaped = {"object": _object_schema(value["object"])} if "object" in value else {}
        return {"<kind>": kinds[0]} | value | shaped


def _object_schema(properties: Any) -> Any:
    if not isinstance(properties, dict) or isinstance(properties.get("$ref"), str):
        return properties
    return {"type": "object", "properties": properties, "required": list(properties)}
