"""The Inspector, a client that knows nothing of this project, lists and calls the tools of each example."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from apis.case import Case

from .conftest import Example
from .node import node_tool
from .processes import listening
from .rounds import ROUNDS, Round

pytestmark = pytest.mark.slow

TOOL_FAILED = 5
"""How the Inspector exits after an answer with `isError`."""

FIRST = {each.example: each for each in reversed(ROUNDS)}
"""The first round of each example."""

Target = Sequence[str]


@contextmanager
def _over_stdio(package: str, source: Path, environment: Mapping[str, str]) -> Iterator[Target]:
    variables = {"PYTHONPATH": str(source), **environment}
    options = [text for name, value in variables.items() for text in ("-e", f"{name}={value}")]
    yield [sys.executable, "-m", package, *options]


@contextmanager
def _over_http(package: str, source: Path, environment: Mapping[str, str]) -> Iterator[Target]:
    with listening(package, source, environment) as server:
        yield ["--server-url", server.url, "--transport", "http"]


def _inspected(target: Target, *arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code of the Inspector, and the answer that it prints."""
    inspector = node_tool("@modelcontextprotocol/inspector", "2.12.0", "mcp-inspector")
    command = [str(inspector), "--cli", *target, *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return done.returncode, answer


def _one_of_each_tool(cases: Sequence[Case]) -> list[Case]:
    return list({case.tool: case for case in reversed(cases)}.values())[::-1]


def _given(arguments: Mapping[str, Any]) -> list[str]:
    pairs = {name: value if isinstance(value, str) else json.dumps(value) for name, value in arguments.items()}
    return [text for name, value in pairs.items() for text in ("--tool-arg", f"{name}={value}")]


def _check(case: Case, target: Target) -> None:
    code, answer = _inspected(target, "--method", "tools/call", "--tool-name", case.tool, *_given(case.arguments))
    failed = case.outcome == "failure"
    assert (code, bool(answer.get("isError"))) == (TOOL_FAILED * failed, failed), answer
    body = answer["structuredContent"]
    assert json.loads(answer["content"][0]["text"]) == body
    assert body.get("failure") == case.failure
    text = json.dumps(body, ensure_ascii=False)
    assert [each for each in case.contains if each not in text] == []


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("each", FIRST.values(), ids=lambda each: each.example)
def test_the_inspector_lists_and_calls_the_tools(
    each: Round, transport: Literal["stdio", "http"], example: Example
) -> None:
    connect = _over_stdio if transport == "stdio" else _over_http
    with each.system() as environment, connect(each.example, example(each.example), environment) as target:
        code, listed = _inspected(target, "--method", "tools/list")
        assert code == 0
        assert {case.tool for case in each.cases} <= {tool["name"] for tool in listed["tools"]}
        for case in _one_of_each_tool(each.cases):
            _check(case, target)
