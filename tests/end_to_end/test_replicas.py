"""Two replicas behind a load balancer are one server: the same answers from both, and either may go at any time."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from .balancer import balancing
from .conftest import Example
from .processes import Listening, listening
from .sessions import ERAS

pytestmark = pytest.mark.slow

CALLS, CALLERS = 1_000, 10
CENT = 0.01


@dataclass(frozen=True)
class Kind:
    """One of the kinds of calls, and how its answer is told from every other."""

    tool: str
    arguments: Mapping[str, Any]
    fits: Callable[[Mapping[str, Any]], bool]


KINDS = (
    Kind("find_customer", {"email": "ada@example.com"}, lambda body: body["items"][0]["id"] == "cus_1"),
    Kind("find_customer", {"email": "nobody@example.com"}, lambda body: body["resultCount"] == 0),
    Kind("issue_refund", {"purchase_id": "pur_1", "amount": CENT}, lambda body: body["amount"] == CENT),
    Kind(
        "issue_refund",
        {"purchase_id": "pur_1", "amount": 501},
        lambda body: body["failure"] == "refund_over_ceiling",
    ),
    Kind("get_purchase", {"purchase": 1}, lambda body: body["failure"] == "invalid_arguments"),
)


async def test_a_thousand_calls_through_two_replicas_are_answered_once_each_though_one_is_stopped(
    example: Example, tmp_path: Path
) -> None:
    shop = tmp_path / "shop.db"
    environment = {"DATABASE_URL": f"sqlite:///{shop}"}
    source = example("refund_desk")
    with (
        listening("refund_desk", source, environment) as first,
        listening("refund_desk", source, environment) as second,
        balancing([first.url, second.url], tmp_path / "nginx") as url,
    ):
        answered = await answers(url, lambda: first.process.terminate())
        assert await anyio.to_thread.run_sync(first.wait) == 0
        assert "has ended" in first.log
        assert second.stop() == 0
    assert answered == CALLS
    refunds = sqlite3.connect(shop).execute("SELECT count(*) FROM refunds WHERE amount = ?", [CENT]).fetchone()[0]
    assert refunds == CALLS // len(KINDS)
    carried_out = [calls(each) for each in (first, second)]
    assert sum(carried_out) == CALLS
    assert min(carried_out) > CALLS // 10


async def answers(url: str, stop: Callable[[], None]) -> int:
    """How many calls were answered as they must be. One of the replicas is stopped when half of them were made."""
    answered = 0

    async def caller(number: int) -> None:
        nonlocal answered
        async with Client(url, mode=ERAS[number % len(ERAS)]) as client:
            await client.list_tools()
            for each in range(CALLS // CALLERS):
                kind = KINDS[(number + each) % len(KINDS)]
                result = await client.call_tool(kind.tool, dict(kind.arguments))
                assert kind.fits(result.structured_content or {}), result
                answered += 1
                if answered == CALLS // 2:
                    stop()

    async with anyio.create_task_group() as group:
        for number in range(CALLERS):
            group.start_soon(caller, number)
    return answered


def calls(process: Listening) -> int:
    """How many calls a replica has carried out, by its log."""
    return len(re.findall(r"\bcall tool=", process.log))
