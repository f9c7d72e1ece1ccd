"""Runs the tests of a project against a mutant.

Each run is a process of its own that begins as a copy of one that has imported the dependencies, which takes most of
the time otherwise. The mutant is never written: the process imports it in the place of the file.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from pathlib import Path
from types import CodeType
from typing import Literal

import pytest

from .mutant import Mutant
from .projects import Project

PRELOADED = ["pytest", "mcp", "mcp.client.client", "mcp.server", "anyio.pytest_plugin", "jsonschema", "jmespath"]
PRELOADED += ["httpx2", "httpcore2", "sqlalchemy.ext.asyncio", "aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite"]
MEMORY = 4 * 2**30
TIMED_OUT = "timed out"

Verdict = Literal["caught", "survived"]


class TestsFailError(Exception):
    """The tests of a project fail although nothing was broken."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant; `seconds` is how long it took."""

    project: str
    mutant: Mutant
    verdict: Verdict
    seconds: float


def outcomes(project: Project, mutants: Iterable[Mutant], processes: int = 2) -> Iterator[Outcome]:
    """The outcome of each mutant, in their order. Raises TestsFailError where the tests fail without one."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    began = time.monotonic()
    if _exit_code(context, project, None, limit=300) != 0:
        raise TestsFailError(project.name)
    limit = 20 + 3 * (time.monotonic() - began)

    def tried(mutant: Mutant) -> Outcome:
        began = time.monotonic()
        survived = _exit_code(context, project, mutant, limit) == 0
        return Outcome(project.name, mutant, "survived" if survived else "caught", time.monotonic() - began)

    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(tried, mutants)


def _exit_code(context: ForkServerContext, project: Project, mutant: Mutant | None, limit: float) -> int | None:
    """How pytest ended; None where it did not in time, as with a loop that has no end."""
    tests = project.tests_for(mutant) if mutant else [str(project.folder / "tests")]
    process = context.Process(target=_test, args=(project.folder, mutant, tests))
    process.start()
    process.join(limit)
    if process.exitcode is None and process.pid is not None:
        os.killpg(process.pid, signal.SIGKILL)
        process.join()
        return None
    return process.exitcode


def _test(folder: Path, mutant: Mutant | None, tests: list[str]) -> None:
    """Run the tests and end the process with pytest's exit code. Without a mutant, what is compiled is kept."""
    os.setsid()
    os.chdir(folder)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    if mutant is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.dont_write_bytecode = True
        sys.meta_path.insert(0, _Finder(mutant, folder / "src" / mutant.path))
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), *tests])
    os._exit(int(code))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant where its file is asked for."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        self._mutant = mutant
        self._path = path

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._mutant.module:
            return None
        loader = _Loader(fullname, str(self._path), self._mutant.text)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self._text = text

    def get_code(self, _: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)
