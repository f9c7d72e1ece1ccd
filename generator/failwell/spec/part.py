"""What every part of a spec has in common: it is strict, frozen and closed."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict
from pydantic_core import PydanticCustomError

T = TypeVar("T")


class Part(BaseModel):
    """A frozen part of a spec that refuses unknown keys and never converts between types.

    An alias in angle brackets belongs to a key that no spec has: it holds what a validator has brought into shape.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, validate_by_name=True, defer_build=True)


def as_tuple(value: Any) -> Any:
    """A tuple of the items of a list, or of the one value that is no list."""
    if isinstance(value, tuple):
        return value
    return tuple(value) if isinstance(value, list) else (value,)


def list_as_tuple(value: Any) -> Any:
    """A list as a tuple; whatever else it is stays, to be refused."""
    return tuple(value) if isinstance(value, list) else value


def _not_blank(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("blank", "expected a sentence")
    return value


OneOrMore: TypeAlias = Annotated[tuple[T, ...], BeforeValidator(as_tuple)]
Items: TypeAlias = Annotated[tuple[T, ...], BeforeValidator(list_as_tuple)]
Sentence: TypeAlias = Annotated[str, AfterValidator(_not_blank)]
Schema: TypeAlias = dict[str, Any]
