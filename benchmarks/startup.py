"""From starting a server to its first reply over stdio, beside a bare server with as many tools."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from .generated import ENVIRONMENT, generate
from .measuring import ROOT, cpu_of_children, heading, line, surroundings
from .synthetic import MIXED, WITHOUT_SQL, spec_of

ABOUT = {"name": "benchmarks", "version": "1"}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": ABOUT}
GREETING = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
PARTS = {"first_reply": "first reply", "listed": "tools listed", "cpu": "CPU"}

Command: TypeAlias = tuple[Sequence[str], Path]
"""How to start a server, and the folder from which it imports."""


@dataclass(frozen=True)
class Started:
    """Seconds on the clock until the first reply and until the tools are listed, and the CPU of the whole process."""

    first_reply: float
    listed: float
    cpu: float
    tools: list[dict[str, Any]]


def measure_startup(sizes: Iterable[int], rounds: int, folder: Path) -> None:
    """Print how soon servers of different sizes reply."""
    for size in sizes:
        heading(
            f"Start-up over stdio with {size} tools, beside a bare low-level Server with as many (whole processes)",
            "The bare server reads its tools from one JSON file; the generated one imports a module for each.",
        )
        commands = _commands(size, folder)
        for command in commands.values():
            start(*command)  # so that there is bytecode
        costs = [{name: start(*command) for name, command in commands.items()} for _ in range(rounds)]
        for part, label in PARTS.items():
            for name in commands:
                seconds = [[getattr(each[which], part) for each in costs] for which in (name, "bare")]
                line(f"{name}, {label}", *(seconds if name != "bare" else seconds[:1]))


def _commands(size: int, folder: Path) -> dict[str, Command]:
    """How to start each server."""
    generated = [sys.executable, "-m", "measured"]
    without_sql = generate(spec_of(size, WITHOUT_SQL), folder / f"started_{size}")
    mixed = generate(spec_of(size, MIXED), folder / f"started_mixed_{size}")
    tools = folder / f"tools_{size}.json"
    tools.write_text(json.dumps(start(generated, without_sql).tools))
    plain = [sys.executable, str(ROOT / "benchmarks" / "bare.py"), str(tools)]
    return {
        "bare": (plain, folder),
        "generated": (generated, without_sql),
        "generated, with sql": (generated, mixed),
    }


def start(command: Sequence[str], source: Path) -> Started:
    """Start a server, greet it, have its tools listed, and let it end."""
    cpu, begin = cpu_of_children(), time.perf_counter()
    environment = surroundings(source, **ENVIRONMENT)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=source
    ) as process:
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        process.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in GREETING))
        process.stdin.flush()
        process.stdout.readline()
        first_reply = time.perf_counter() - begin
        process.stdin.write(json.dumps(LIST).encode() + b"\n")
        process.stdin.flush()
        reply = process.stdout.readline()
        listed = time.perf_counter() - begin
        process.stdin.close()
        process.wait()
    return Started(first_reply, listed, cpu_of_children() - cpu, json.loads(reply)["result"]["tools"])
