"""Outages, crashes and misbehaving systems: each is told as what it is, and none of their text gets out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from apis import github, slack
from apis.case import SECRET
from apis.loopback import OVERSIZED, RESET, STALLED, TRUNCATED, LoopbackApi, Reply, html_reply

from .conftest import Example
from .projects import SPECS, rendered, replacing
from .sessions import ERAS, Era, Server, connected

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("era", ERAS)]

Environment = Callable[[str], Mapping[str, str]]
HTTP: dict[str, tuple[Environment, str, dict[str, Any]]] = {
    "github_issues": (github.environment, "get_issue", {"owner": "octo", "repo": "hello", "number": 1}),
    "slack_messages": (slack.environment, "find_member", {"email": "ada@example.com"}),
    "exchange_rates": (lambda url: {"EXCHANGE_RATES_URL": url}, "list_currencies", {}),
}
SECRETS = (github.TOKEN, slack.TOKEN)
CALLS: dict[str, tuple[dict[str, str], str, dict[str, Any]]] = {
    "refund_desk": ({}, "find_customer", {"email": "ada@example.com"}),
    "expense_approval": ({}, "list_pending", {"employee": "emp_grace"}),
    **{name: (dict(where("http://127.0.0.1:9")), tool, call) for name, (where, tool, call) in HTTP.items()},
}
MISBEHAVIOURS: dict[str, tuple[Reply, str, str]] = {
    "HTML with status 200": (html_reply(), "unexpected_reply", "business"),
    "a reset connection": (RESET, "unreachable", "transient"),
    "a reply that breaks off": (TRUNCATED, "unreachable", "transient"),
    "a reply without end": (OVERSIZED, "reply_too_large", "validation"),
}


@pytest.mark.parametrize("name", HTTP)
async def test_an_api_that_misbehaves_is_never_an_empty_result(name: str, era: Era, example: Example) -> None:
    environment, tool, arguments = HTTP[name]
    told = {}
    reply = Reply()
    with LoopbackApi(lambda _: reply) as api:
        async with connected(Server(name, example(name), environment(api.url), SECRETS), era) as connection:
            for misbehaviour, (reply, _, _) in MISBEHAVIOURS.items():  # noqa: B007 - it is what the API answers from now on
                answer = await connection.call(tool, arguments)
                told[misbehaviour] = (answer.body["failure"], answer.body["errorCategory"])
                assert answer.failed
                assert SECRET not in answer.text

    assert told == {misbehaviour: (failure, category) for misbehaviour, (_, failure, category) in MISBEHAVIOURS.items()}


@pytest.mark.parametrize("name", HTTP)
async def test_an_api_that_does_not_answer_is_told_as_a_time_out(name: str, era: Era, tmp_path: Path) -> None:
    environment, tool, arguments = HTTP[name]
    impatient = replacing("    http: ", "    timeout: 200ms\n    http: ")
    source = rendered(SPECS / f"{name}.yaml", tmp_path, impatient)
    with LoopbackApi(lambda _: STALLED) as api:
        async with connected(Server(name, source, environment(api.url), SECRETS), era) as connection:
            answer = await connection.call(tool, arguments)

    assert (answer.body["failure"], answer.body["errorCategory"]) == ("timeout", "transient")
    assert "0.2 s" in answer.body["description"]
    assert len(answer.body["attemptHistory"]) == len(api.requests) == 3


async def test_a_write_that_is_not_answered_is_sent_once_and_its_outcome_is_unknown(era: Era, tmp_path: Path) -> None:
    source = rendered(
        SPECS / "slack_messages.yaml", tmp_path, replacing("    http: ", "    timeout: 200ms\n    http: ")
    )
    with LoopbackApi(lambda _: STALLED) as api:
        async with connected(Server("slack_messages", source, slack.environment(api.url), SECRETS), era) as connection:
            answer = await connection.call("post_message", {"channel": "C0GENERAL", "text": "Hello"})

    assert (answer.body["failure"], answer.body["isRetryable"]) == ("timeout", False)
    assert answer.body["details"]["outcome"] == "unknown"
    assert len(api.requests) == 1


@pytest.mark.parametrize("name", CALLS)
async def test_a_crash_is_told_by_its_reference_and_the_log_has_the_rest(name: str, era: Era, tmp_path: Path) -> None:
    environment, tool, arguments = CALLS[name]
    source = rendered(SPECS / f"{name}.yaml", tmp_path)
    secret = next(iter(set(SECRETS) & set(environment.values())), "")
    _break(source / name / "tools" / f"{tool}.py", f"{SECRET} {secret}")
    async with connected(Server(name, source, environment, SECRETS), era) as connection:
        answer = await connection.call(tool, arguments)

    assert (answer.body["failure"], answer.body["errorCategory"]) == ("crash", "business")
    assert SECRET not in answer.text
    assert answer.body["details"]["reference"] in answer.body["description"]
    assert answer.body["details"]["reference"] in connection.log
    assert SECRET in connection.log


def _break(tool: Path, text: str) -> None:
    """Make a tool raise, for a reason that nobody foresaw, an exception that says `text`."""
    tool.write_text(replacing("    try:\n", f"    raise KeyError({text!r})\n    try:\n")(tool.read_text()))


async def test_a_credential_that_an_api_sends_back_is_not_passed_on(era: Era, example: Example) -> None:
    body = f'{{"message": "Bad token {github.TOKEN} for you"}}'.encode()
    with LoopbackApi(lambda _: Reply(403, body, {"Content-Type": "application/json"})) as api:
        server = Server("github_issues", example("github_issues"), github.environment(api.url), SECRETS)
        async with connected(server, era) as connection:
            answer = await connection.call("get_issue", {"owner": "octo", "repo": "hello", "number": 1})

    assert "Bad token" in answer.text
    assert answer.body["errorCategory"] == "permission"


async def test_a_path_value_stays_one_segment(era: Era, example: Example) -> None:
    with LoopbackApi(github.answer) as api:
        server = Server("github_issues", example("github_issues"), github.environment(api.url), SECRETS)
        async with connected(server, era) as connection:
            await connection.call("list_issues", {"owner": "octo", "repo": "a/../b?c=d#e", "page": 1})

    assert api.requests[0].raw_path.partition("?")[0] == "/repos/octo/a%2F..%2Fb%3Fc%3Dd%23e/issues"


async def test_what_a_handler_prints_does_not_disturb_the_protocol(era: Era, tmp_path: Path) -> None:
    source = rendered(SPECS / "expense_approval.yaml", tmp_path)
    handler = source / "expense_approval" / "handlers" / "list_pending.py"
    stub = '    raise NotImplementedError("list_pending is not written yet")\n'
    handler.write_text(replacing(stub, '    print("debugging")\n    return []\n')(handler.read_text()))
    async with connected(Server("expense_approval", source), era) as connection:
        answer = await connection.call("list_pending", {"employee": "emp_grace"})

    assert answer.outcome == "empty"
    assert "debugging" in connection.log


async def test_a_handler_that_is_not_written_yet_says_so(era: Era, tmp_path: Path) -> None:
    source = rendered(SPECS / "expense_approval.yaml", tmp_path)
    async with connected(Server("expense_approval", source), era) as connection:
        answer = await connection.call("list_pending", {"employee": "emp_grace"})

    assert answer.body["failure"] == "not_implemented"
