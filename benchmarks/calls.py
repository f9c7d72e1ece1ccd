"""A call of a generated server in memory, beside the same call of a bare one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Literal

import anyio
from mcp import Client
from mcp.server import Server

from .bare import bare
from .generated import generate, imported, tools_of
from .measuring import heading, line
from .synthetic import FIND, spec_of

ITEMS = [{"id": f"item_{number}", "name": "Chair", "price": 20.5, "tags": ["wood"]} for number in range(3)]
HANDLER = f'''\
"""Answers at once, so that nothing but the server is measured."""


async def find_items(arguments: object, context: object) -> list[object]:
    """Always the same items."""
    return list(ITEMS)


ITEMS = {ITEMS!r}
'''
ARGUMENTS = {"status": "sold", "limit": 5}
ERAS: tuple[Literal["auto", "legacy"], ...] = ("auto", "legacy")


def measure_calls(calls: int, rounds: int, folder: Path) -> None:
    """Print the time of one call, in both eras of the protocol."""
    heading(
        "One call through a client in memory, beside a bare low-level Server (same schemas, same answer)",
        "The generated tool is a handler that answers at once: what is compared is the layer, not a source behind it.",
        f"CPU per call, {calls} calls in each of {rounds} rounds, both servers in turn.",
    )
    source = generate(spec_of(1, (FIND,)), folder / "called")
    (source / "measured" / "handlers" / "find_items.py").write_text(HANDLER)
    anyio.run(_measure, imported(source), calls, rounds)


async def _measure(server: Server[Any], calls: int, rounds: int) -> None:
    plain = bare(await tools_of(server), {"resultCount": len(ITEMS), "items": ITEMS})
    for era in ERAS:
        async with Client(plain, mode=era) as one, Client(server, mode=era) as other:
            assert (await _call(one)) == (await _call(other)), "both answer the same"
            costs = [(await _timed(one, calls), await _timed(other, calls)) for _ in range(rounds)]
        of_bare, of_generated = zip(*costs, strict=True)
        line(f"bare, {era}", of_bare)
        line(f"generated, {era}", of_generated, of_bare)


async def _timed(client: Client, calls: int) -> float:
    """CPU seconds of one call, on average."""
    start = time.process_time()
    for _ in range(calls):
        await _call(client)
    return (time.process_time() - start) / calls


async def _call(client: Client) -> Any:
    return (await client.call_tool("find_items", ARGUMENTS)).structured_content
