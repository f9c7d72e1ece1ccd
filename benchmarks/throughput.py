"""Calls per second over stdio and HTTP, beside a bare low-level server and beside fastmcp with the same tool."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .calls import ARGUMENTS, HANDLER, ITEMS
from .generated import ENVIRONMENT, generate
from .measuring import ROOT, heading, line, surroundings
from .startup import GREETING, start
from .synthetic import FIND, spec_of

ANSWER = {"resultCount": len(ITEMS), "items": ITEMS}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find_items", "arguments": ARGUMENTS}}
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
CALLERS = 8
WARM_UP = 20
"""Calls over stdio that are not measured: the first ones import and compile."""
SECONDS = 30

Command = tuple[Sequence[str], Path]
"""How to start a server, and the folder from which it imports."""


def measure_throughput(calls: int, rounds: int, folder: Path) -> None:
    """Print how many calls a server answers in a second, whole processes on both ends."""
    commands = _commands(folder)
    heading(
        "Time for one call over stdio, sent one after the other (same tool, same answer)",
        f"{calls} calls in each of {rounds} rounds, the servers in turn; the caller writes and reads raw JSON-RPC.",
        *([] if "fastmcp" in commands else ["fastmcp is not installed: pip install fastmcp"]),
    )
    _compare({name: [_over_stdio(command, calls) for _ in range(rounds)] for name, command in commands.items()})
    for callers in (1, CALLERS):
        heading(
            f"Time for one call over HTTP, {callers} at a time (same tool, same answer)",
            f"{calls} calls in each of {rounds} rounds, on connections that are kept open.",
        )
        _compare({name: _over_http(command, calls, callers, rounds) for name, command in commands.items()})


def _commands(folder: Path) -> dict[str, Command]:
    source = generate(spec_of(1, (FIND,)), folder / "throughput")
    (source / "measured" / "handlers" / "find_items.py").write_text(HANDLER)
    generated: Command = ([sys.executable, "-m", "measured"], source)
    file = folder / "throughput.json"
    file.write_text(json.dumps({"tools": start(*generated).tools, "answer": ANSWER}))
    others = ["bare", *(["fastmcp"] if find_spec("fastmcp") else [])]
    script = str(ROOT / "benchmarks" / "serving.py")
    commands = {kind: ([sys.executable, script, kind, str(file)], folder) for kind in others}
    return {"bare": commands["bare"], "generated": generated, **commands}


def _compare(seconds: Mapping[str, Sequence[float]]) -> None:
    for name, each in seconds.items():
        line(name, each, None if name == "bare" else seconds["bare"])
        print(f"  {'':<34}{1 / sorted(each)[len(each) // 2]:,.0f} calls per second")


def _over_stdio(command: Command, calls: int) -> float:
    """Seconds for one call, on average, when a server over stdio is asked again and again."""
    arguments, source = command
    with subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=surroundings(source, **ENVIRONMENT),
        cwd=source,
    ) as process:
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        process.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in GREETING))
        process.stdin.flush()
        process.stdout.readline()
        for number in range(WARM_UP + calls):
            if number == WARM_UP:
                begin = time.perf_counter()
            process.stdin.write(json.dumps({**CALL, "id": number + 10}).encode() + b"\n")
            process.stdin.flush()
            _check(process.stdout.readline())
        spent = time.perf_counter() - begin
        process.stdin.close()
        process.wait(timeout=SECONDS)
    return spent / calls


def _over_http(command: Command, calls: int, callers: int, rounds: int) -> list[float]:
    """Seconds for one call in each round, on average over so many callers at a time."""
    with _listening(command) as port, ThreadPoolExecutor(callers) as threads:
        shares = [calls // callers or 1] * callers
        costs = []
        for _ in range(rounds + 1):
            begin = time.perf_counter()
            list(threads.map(lambda share: _call(port, share), shares))
            costs.append((time.perf_counter() - begin) / sum(shares))
    return costs[1:]  # the first round warms it up


def _call(port: int, calls: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    for _ in range(calls):
        connection.request("POST", "/mcp", json.dumps(CALL), HEADERS)
        (data,) = [each for each in connection.getresponse().read().splitlines() if each.startswith(b"data: {")]
        _check(data.removeprefix(b"data: "))
    connection.close()


def _check(reply: bytes) -> None:
    """Every server has to give the same answer, or the comparison means nothing."""
    result: dict[str, Any] = json.loads(reply)["result"]
    assert result["structuredContent"] == ANSWER, result


@contextmanager
def _listening(command: Command) -> Iterator[int]:
    """The port of a server over HTTP."""
    arguments, source = command
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    option = ["--http", f"127.0.0.1:{port}"] if "-m" in arguments else [str(port)]
    environment = surroundings(source, **ENVIRONMENT)
    with subprocess.Popen(
        [*arguments, *option], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, cwd=source
    ) as process:
        try:
            _wait_for(port)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=SECONDS)


def _wait_for(port: int) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nobody listens at port {port}")
