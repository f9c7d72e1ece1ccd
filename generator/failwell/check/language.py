"""What the models know of a place in a spec: which keys may stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import AliasChoices, Tag
from pydantic.fields import FieldInfo

from ..spec import Part

Location = tuple[Any, ...]


def known_keys(model: Any, location: Location) -> frozenset[str]:
    """The keys that a mapping at `location` of `model` may have; empty where any name may stand."""
    annotations = list(_branches(model))
    for step in location:
        annotations = [inner for annotation in annotations for inner in _below(annotation, step)]
    return frozenset(key for annotation in annotations for key in _keys(annotation))


def takes_null(model: Any, path: Location) -> bool:
    """Whether null is a value at a path of the file, which `model` describes; optional keys are left out instead."""
    annotations = list(_branches(model, through_tags=True))
    for step in path:
        annotations = [inner for annotation in annotations for inner in _in_file(annotation, step)]
    return not annotations or any(annotation is Any for annotation in annotations)


def own_keys(model: type[Part]) -> frozenset[str]:
    """The keys of one model as a spec writes them."""
    return frozenset(_written(model))


def _keys(annotation: Any) -> Iterable[str]:
    return _written(annotation) if isinstance(annotation, type) and issubclass(annotation, Part) else ()


def _written(model: type[Part]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield from (key for key in _names(name, field) if not key.startswith("<"))


def _names(name: str, field: FieldInfo) -> tuple[str, ...]:
    """The keys under which a field may stand."""
    if isinstance(field.validation_alias, AliasChoices):
        return tuple(str(choice) for choice in field.validation_alias.choices)
    return (field.alias or name,)


def _below(annotation: Any, step: Any) -> Iterator[Any]:
    """The models that stand one step below, branches of a union by their tag."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        for name, field in annotation.model_fields.items():
            if step in _names(name, field):
                yield from _branches(field.annotation)
    elif get_origin(annotation) is dict:
        yield from _branches(get_args(annotation)[1])
    elif get_origin(annotation) is tuple or Tag(step) in get_args(annotation):
        yield from _branches(get_args(annotation)[0])


def _in_file(annotation: Any, step: Any) -> Iterator[Any]:
    """The same for a step of a file, which knows neither tags nor the keys of the models' own."""
    if annotation is Any:
        yield Any
    elif isinstance(annotation, type) and issubclass(annotation, Part):
        fields = annotation.model_fields.items()
        named = [field for name, field in fields if step in _names(name, field)]
        own = [field for name, field in fields if _names(name, field)[0].startswith("<")]
        for field in named:
            yield from _branches(field.annotation, through_tags=True)
        for field in own if not named else ():
            for inner in _branches(field.annotation, through_tags=True):
                yield from _in_file(inner, step)
    else:
        for inner in _below(annotation, step):
            yield from _branches(inner, through_tags=True)


def _branches(annotation: Any, through_tags: bool = False) -> Iterator[Any]:
    origin = get_origin(annotation)
    tagged = any(isinstance(extra, Tag) for extra in get_args(annotation)[1:])
    if origin is Annotated and (through_tags or not tagged):
        yield from _branches(get_args(annotation)[0], through_tags)
    elif origin in (Union, UnionType):
        for branch in get_args(annotation):
            yield from _branches(branch, through_tags)
    else:
        yield annotation
