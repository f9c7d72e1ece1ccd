"""What a success gives the agent, from what the source answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...runtime import runtime
from ...spec import Operation
from .values import filled, found


class NotThereError(ValueError):
    """A reply that is not what was declared."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected

    def sentence(self, source: str, answer: Any) -> str:
        """What happened."""
        return f"The source '{source}' answered {answer.status} with something where {self.expected} was expected."


def result(name: str, operation: Operation, answer: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON object for an HTTP answer; None for the answer stands for one that says that there is nothing."""
    kind = operation.returns.kind
    if kind == "nothing":
        return done(name, operation, arguments)
    if answer is None:
        return empty(operation, arguments, None)
    if kind == "content":
        return _attached(operation, answer, arguments)
    if kind == "text" and operation.result is None:
        text = answer.text if answer.text is not None else ""
        return given(operation, text, arguments, None)
    if not answer.is_json:
        raise NotThereError("JSON")
    body = answer.parsed
    return given(operation, body if operation.result is None else found(operation.result, body), arguments, body)


def done(name: str, operation: Operation, values: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON object for an operation that was carried out and returns nothing."""
    return {"description": filled(operation.done or f"The operation {name} was carried out.", values)}


def given(operation: Operation, value: Any, arguments: Mapping[str, Any], body: Any) -> dict[str, Any]:
    """The JSON object for a value; `body` is that of which `fields` tell."""
    match operation.returns.kind:
        case "list":
            if not isinstance(value, list):
                raise NotThereError("a list")
            if not value:
                return empty(operation, arguments, body)
            return {"resultCount": len(value), **_fields(operation, body), "items": value}
        case "object":
            if not value and operation.empty is not None and isinstance(value, dict | None):
                return empty(operation, arguments, body)
            if not isinstance(value, dict) or not value:
                raise NotThereError("an object")
            return dict(value)
        case "value":
            return empty(operation, arguments, body) if value is None and operation.empty else {"value": value}
        case _:
            text = runtime("values").text(value, absent="")
            return empty(operation, arguments, body) if not text.strip() and operation.empty else {"text": text}


def empty(operation: Operation, arguments: Mapping[str, Any], body: Any) -> dict[str, Any]:
    """The JSON object of a valid empty result."""
    assert operation.empty is not None, "the check stage asks for a sentence"
    sentence = filled(operation.empty.description, arguments)
    if operation.returns.kind == "list":
        return {"resultCount": 0, **_fields(operation, body), "items": [], "description": sentence}
    return {"resultCount": 0, "description": sentence}


def _fields(operation: Operation, body: Any) -> dict[str, Any]:
    return {name: found(expression, body) for name, expression in operation.returns.fields.items()}


def _attached(operation: Operation, answer: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    data = answer.content if answer.content is not None else (answer.text or "").encode()
    if not data and operation.empty is not None:
        return empty(operation, arguments, None)
    return {"mediaType": operation.returns.media_type, "bytes": len(data)}
