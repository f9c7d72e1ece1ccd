"""What holds for every answer of every server, whatever was asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator
from mcp_types import CallToolResult, TextContent

CATEGORIES = {"transient", "validation", "business", "permission"}
LONGEST_DESCRIPTION = 10_000
SHORTENING_NOTE = 100
FOREIGN = ("Traceback (most recent call last)", "<html", "<!doctype", "errors.pydantic.dev", "site-packages")


@dataclass(frozen=True)
class Answer:
    """One answer as an agent reads it."""

    failed: bool
    body: dict[str, Any]
    text: str

    @property
    def outcome(self) -> str:
        """success, empty or failure."""
        if self.failed:
            return "failure"
        return "empty" if self.body.get("resultCount") == 0 else "success"


def checked(result: CallToolResult, output_schema: Mapping[str, Any] | None) -> Answer:
    """The answer in a result, which keeps every general promise; `output_schema` is None where no tool is listed."""
    assert result.content
    first = result.content[0]
    assert isinstance(first, TextContent)
    body = result.structured_content
    assert isinstance(body, dict)
    assert json.loads(first.text) == body
    if output_schema is not None:
        assert output_schema["type"] == "object"
        Draft202012Validator(output_schema).validate(body)
    assert not [text for text in FOREIGN if text in first.text]
    if result.is_error:
        _check_envelope(body)
    else:
        _check_success(body)
    return Answer(bool(result.is_error), body, first.text)


def _check_success(body: Mapping[str, Any]) -> None:
    assert body
    assert "errorCategory" not in body
    if "items" in body:
        assert body["resultCount"] == len(body["items"])
    if body.get("resultCount") == 0:
        assert body["description"].strip()


def _check_envelope(body: Mapping[str, Any]) -> None:
    assert body["errorCategory"] in CATEGORIES
    assert isinstance(body["isRetryable"], bool)
    assert body["failure"].strip()
    assert body["recovery"].strip()
    assert body["description"].removesuffix(body["recovery"]).strip()
    assert body["description"].endswith(body["recovery"])
    assert len(body["description"]) <= LONGEST_DESCRIPTION + SHORTENING_NOTE
    if body["errorCategory"] != "transient":
        assert body["isRetryable"] is False  # in every example `retryable` is left at same_call
    if body["errorCategory"] == "business":
        assert body["userMessage"].strip()
    if "retryAfterSeconds" in body:
        assert body["retryAfterSeconds"] >= 0
    _check_attempts(body)
    if body.get("details", {}).get("outcome") == "unknown":
        assert body["isRetryable"] is False
        assert "may have been carried out" in body["description"]


def _check_attempts(body: Mapping[str, Any]) -> None:
    attempts = body.get("attemptHistory", [])
    if attempts:
        assert body["isRetryable"] is False
        assert [each["attempt"] for each in attempts] == list(range(1, len(attempts) + 1))
    for each in attempts:
        assert each.keys() == {"source", "attempt", "outcome", "error"}
        assert each["source"]
        assert each["error"]
