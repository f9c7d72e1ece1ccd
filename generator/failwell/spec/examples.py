"""Examples: documentation of an operation and cases of its tests."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from .part import Items, Part


class Reply(Part):
    """What the source answers in a test; which keys stand together depends on the kind of source.

    `json_body` is the key `json`: it is None also where the reply is the JSON value null, so ask `has_json`.
    """

    status: int | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    json_body: Any = Field(default=None, alias="json")
    text: str | None = None
    base64: str | None = None
    rows: Items[dict[str, Any]] | int | None = None
    exit_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None
    error: str | None = None

    @property
    def has_json(self) -> bool:
        """Whether the reply is a JSON value."""
        return "json_body" in self.model_fields_set

    def keys(self) -> frozenset[str]:
        """The names of the keys that were written, `json` for `json_body`."""
        return frozenset("json" if name == "json_body" else name for name in self.model_fields_set)


class Example(Part):
    """One call that succeeds; `expect` is a part of the result, None where nothing is expected of it."""

    input: dict[str, Any] = Field(default_factory=dict)
    reply: Reply | None = None
    expect: Any = None


class FailureExample(Part):
    """One call that provokes a failure mode."""

    input: dict[str, Any] = Field(default_factory=dict)
    reply: Reply | None = None
