"""Many callers at once for a while: every call is answered, and the server does not grow."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from .conftest import Example
from .processes import Listening, listening

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc, which only Linux has"),
]

CALLERS, SECONDS, WARM = 64, 30, 10
GROWTH = 1.1
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
CALLS = (
    ("find_customer", {"email": "ada@example.com"}, "items"),
    ("find_customer", {"email": "nobody@example.com"}, "description"),
    ("issue_refund", {"purchase_id": "pur_1", "amount": 501}, "errorCategory"),
    ("get_purchase", {"purchase": 1}, "details"),
)
"""A call of each kind, and a field that only its answer has."""


@dataclass
class Load:
    """What the callers have seen so far."""

    answered: int = 0
    errors: list[str] = field(default_factory=list)

    async def caller(self, client: httpx2.AsyncClient, url: str, end: float) -> None:
        """Call until the end, one call after the other."""
        number = 0
        while time.monotonic() < end:
            tool, arguments, expected = CALLS[number % len(CALLS)]
            number += 1
            await self.call(client, url, {"name": tool, "arguments": arguments}, expected)

    async def call(self, client: httpx2.AsyncClient, url: str, params: dict[str, Any], expected: str) -> None:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        try:
            response = await client.post(url, json=message, headers=HEADERS)
            result = answer(response)["result"]["structuredContent"]
        except (httpx2.HTTPError, KeyError, ValueError) as error:
            self.errors.append(repr(error))
            return
        if expected in result:
            self.answered += 1
        else:
            self.errors.append(str(result))


def answer(response: httpx2.Response) -> Any:
    (data,) = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(data)


def memory(server: Listening) -> int:
    """The resident memory of the server, in bytes."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    (resident,) = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return int(resident) * 1024


async def test_64_callers_for_half_a_minute_get_all_their_answers_and_the_server_does_not_grow(
    example: Example, tmp_path: Path
) -> None:
    load = Load()
    limits = httpx2.Limits(max_connections=CALLERS, max_keepalive_connections=CALLERS)
    with listening("refund_desk", example("refund_desk"), {"DATABASE_URL": f"sqlite:///{tmp_path}/shop.db"}) as server:
        async with httpx2.AsyncClient(limits=limits, timeout=60) as client, anyio.create_task_group() as group:
            end = time.monotonic() + SECONDS
            for _ in range(CALLERS):
                group.start_soon(load.caller, client, server.url, end)
            await anyio.sleep(WARM)
            warm = memory(server)
        last = memory(server)
        assert server.stop() == 0
    print(f"{load.answered} calls, {warm / 2**20:.1f} MiB after {WARM} s, {last / 2**20:.1f} MiB after {SECONDS} s")
    assert load.errors == []
    assert load.answered > 10 * CALLERS
    assert last < GROWTH * warm
    assert "Traceback" not in server.log
