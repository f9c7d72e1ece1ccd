"""Generated servers as processes that listen on a free port of the loopback address."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import IO

LISTENS = "serves MCP at "


@dataclass
class Listening:
    """A server that takes connections: where, and what it has written to stderr."""

    process: subprocess.Popen[str]
    url: str
    reader: Thread
    lines: list[str] = field(default_factory=list)

    def stop(self) -> int:
        """Ask it to end and give its exit code."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Its exit code once it has ended."""
        code = self.process.wait(timeout=60)
        self.reader.join(timeout=60)
        return code

    @property
    def log(self) -> str:
        """Everything on stderr so far."""
        return "".join(self.lines)


@contextmanager
def listening(
    package: str, source: Path, environment: Mapping[str, str], arguments: Sequence[str] = ("--http", "127.0.0.1:0")
) -> Iterator[Listening]:
    """A server that listens; it is killed at the end if it still runs."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.Popen(
        [sys.executable, "-m", package, *arguments],
        env={**clean, "PYTHONPATH": str(source), **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        lines: list[str] = []
        url = _url(process.stderr, lines)
        reader = Thread(target=lambda stderr: lines.extend(stderr), args=[process.stderr], daemon=True)
        reader.start()
        yield Listening(process, url, reader, lines)
    finally:
        process.kill()
        process.wait(timeout=60)


def _url(stderr: IO[str], lines: list[str]) -> str:
    for line in stderr:
        lines.append(line)
        if LISTENS in line:
            return line.rpartition(LISTENS)[2].strip()
    raise AssertionError("".join(lines))
