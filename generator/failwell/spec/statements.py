"""How an operation is done in SQL."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator

from .part import Part


class Statement(Part):
    """One statement that the spec gives, with bound parameters."""

    sql: str = Field(alias="<sql>")

    @model_validator(mode="before")
    @classmethod
    def _shape(cls, value: Any) -> Any:
        return {"<sql>": value}


class CallerStatement(Part):
    """The one statement that a caller gives in `parameter`; at most `max_rows` rows of it are returned."""

    parameter: str
    max_rows: Annotated[int, Field(ge=1, le=100_000)] | None = None


def _form(value: Any) -> str:
    return "<caller>" if isinstance(value, dict | CallerStatement) else "<statement>"


AnyStatement: TypeAlias = Annotated[
    Annotated[Statement, Tag("<statement>")] | Annotated[CallerStatement, Tag("<caller>")],
    Discriminator(_form),
]
