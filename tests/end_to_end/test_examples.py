"""Each call of each example gets what its spec says, in both eras of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import anyio
import pytest
from apis.case import SECRET, Case

from .answers import Answer
from .conftest import Example
from .rounds import ROUNDS, Round
from .sessions import ERAS, Connection, Era, Server, connected, connected_over_http

Connected = AbstractAsyncContextManager[Connection]


def _mismatches(case: Case, answer: Answer) -> list[str]:
    """What in the answer is not as the case says."""
    told = {
        "outcome": (case.outcome, answer.outcome),
        "failure": (case.failure, answer.body.get("failure")),
        "errorCategory": (case.category, answer.body.get("errorCategory")),
        "isRetryable": (case.retryable, answer.body.get("isRetryable")),
    }
    wrong = [f"{name} is {came}, not {want}" for name, (want, came) in told.items() if want not in (None, came)]
    wrong += [f"{text} is missing" for text in case.contains if text not in answer.text]
    wrong += [f"{SECRET} is told"] if SECRET in answer.text else []
    return [f"{case}: {each} in {answer.text}" for each in wrong]


async def _played(each: Round, connection: Connection) -> list[str]:
    mismatches: list[str] = []
    limiter = anyio.CapacityLimiter(each.at_once)

    async def play(case: Case) -> None:
        async with limiter:
            mismatches.extend(_mismatches(case, await connection.call(case.tool, case.arguments)))

    async with anyio.create_task_group() as group:
        for case in each.cases:  # started, and so let through the limiter, in order
            group.start_soon(play, case)
    return mismatches


@pytest.mark.slow
@pytest.mark.parametrize("connect", [connected, connected_over_http], ids=["stdio", "http"])
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("each", ROUNDS, ids=lambda each: each.name)
async def test_every_call_gets_what_the_spec_says(
    each: Round, era: Era, connect: Callable[[Server, Era], Connected], example: Example
) -> None:
    with each.system() as environment:
        server = Server(each.example, example(each.example), environment, each.secrets)
        async with connect(server, era) as connection:
            mismatches = await _played(each, connection)

    assert mismatches == []
