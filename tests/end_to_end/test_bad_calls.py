"""A bad call is told everything that is wrong with it in one reply, and nothing behind the server is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from apis.loopback import LoopbackApi

from .answers import Answer
from .conftest import Example
from .sessions import ERAS, Connection, Era, Server, connected

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("era", ERAS)]

Problems = set[tuple[str, str]]

ENVIRONMENTS: dict[str, Callable[[str], dict[str, str]]] = {
    "refund_desk": lambda _: {},
    "github_issues": lambda url: {"GITHUB_API_URL": url, "GITHUB_TOKEN": "t-1234567890"},
    "slack_messages": lambda url: {"SLACK_API_URL": url, "SLACK_BOT_TOKEN": "t-1234567890"},
    "exchange_rates": lambda url: {"EXCHANGE_RATES_URL": url},
    "expense_approval": lambda _: {},
    "git_history": lambda _: {},
}

MIXED: dict[str, tuple[str, dict[str, Any], Problems]] = {
    "refund_desk": (
        "issue_refund",
        {"purchase_id": "p1", "amount": 0, "currency": "EUR"},
        {("purchase_id", "value"), ("amount", "value"), ("currency", "unexpected")},
    ),
    "github_issues": (
        "list_issues",
        {"owner": "octo", "state": "merged", "labels": ["bug", 7], "since": "yesterday", "page": 0, "perPage": 5},
        {
            ("repo", "missing"),
            ("state", "value"),
            ("labels[1]", "type"),
            ("since", "value"),
            ("page", "value"),
            ("perPage", "unexpected"),
        },
    ),
    "slack_messages": (
        "read_messages",
        {"channel": "general", "limit": "10", "oldest": "now", "cursor": ""},
        {("channel", "value"), ("limit", "type"), ("oldest", "value"), ("cursor", "value")},
    ),
    "exchange_rates": (
        "rates_on",
        {"date": "2026-02-30", "base": "euro", "quotes": []},
        {("date", "value"), ("base", "value"), ("quotes", "value")},
    ),
    "git_history": ("create_branch", {"name": "--delete", "revision": "main"}, {("name", "value")}),
    "expense_approval": (
        "submit_expense",
        {"employee": "Ada", "amount": -1, "purpose": "", "spent_on": "20 Nov", "reciept": "R-1"},
        {
            ("employee", "value"),
            ("amount", "value"),
            ("purpose", "value"),
            ("spent_on", "value"),
            ("reciept", "unexpected"),
        },
    ),
}


def _problems(answer: Answer) -> Problems:
    """Parameter and problem of everything told, which the description tells too."""
    assert (answer.body["failure"], answer.body["errorCategory"]) == ("invalid_arguments", "validation")
    told = answer.body["details"]["problems"]
    assert not [each for each in told if each["parameter"] not in answer.body["description"]]
    return {(each["parameter"], each["problem"]) for each in told}


async def _tools(connection: Connection) -> Mapping[str, Mapping[str, Any]]:
    """The schema of the arguments of every tool."""
    return {tool.name: tool.input_schema for tool in (await connection.client.list_tools()).tools}


@pytest.mark.parametrize("name", ENVIRONMENTS)
async def test_every_missing_unexpected_and_mistyped_argument_of_every_tool_is_named(
    name: str, era: Era, example: Example
) -> None:
    with LoopbackApi([]) as api:
        async with connected(Server(name, example(name), ENVIRONMENTS[name](api.url)), era) as connection:
            for tool, schema in (await _tools(connection)).items():
                required = {(parameter, "missing") for parameter in schema.get("required", [])}
                answer = await connection.call(tool, {"nonsense": 1})
                assert _problems(answer) == {*required, ("nonsense", "unexpected")}
                if schema["properties"]:
                    answer = await connection.call(tool, {each: {"an": "object"} for each in schema["properties"]})
                    assert {parameter for parameter, _ in _problems(answer)} == set(schema["properties"])

    assert api.requests == []


@pytest.mark.parametrize("name", MIXED)
async def test_problems_of_every_kind_are_told_together(name: str, era: Era, example: Example) -> None:
    tool, arguments, problems = MIXED[name]
    with LoopbackApi([]) as api:
        async with connected(Server(name, example(name), ENVIRONMENTS[name](api.url)), era) as connection:
            answer = await connection.call(tool, arguments)

    assert _problems(answer) == problems
    assert api.requests == []


@pytest.mark.parametrize("name", ENVIRONMENTS)
async def test_an_unknown_tool_is_told_with_the_names_of_those_that_there_are(
    name: str, era: Era, example: Example
) -> None:
    async with connected(Server(name, example(name), ENVIRONMENTS[name]("http://127.0.0.1:9")), era) as connection:
        known = list(connection.schemas)
        answer = await connection.call(f"{known[-1]}s", {})

    assert (answer.body["failure"], answer.body["errorCategory"]) == ("unknown_tool", "validation")
    assert sorted(answer.body["details"]["knownTools"]) == sorted(known)
    assert f"Did you mean {known[-1]}" in answer.body["description"]


async def test_the_problem_of_an_argument_says_what_was_expected_and_what_came(era: Era, example: Example) -> None:
    async with connected(Server("refund_desk", example("refund_desk")), era) as connection:
        answer = await connection.call("find_customer", {"email": "ada@example.com", "limit": "10"})

    assert answer.body["details"]["problems"] == [
        {"parameter": "limit", "problem": "type", "expected": "integer", "received": "string '10'"}
    ]
