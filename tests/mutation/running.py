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
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType

import pytest

from .calls import Function, Only, Watching
from .mutant import Mutant
from .projects import Project

PRELOADED = ["pytest", "mcp", "mcp.client.client", "mcp.server", "anyio.pytest_plugin", "jsonschema", "jmespath"]
PRELOADED += ["httpx2", "httpcore2", "sqlalchemy.ext.asyncio", "aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite"]
MEMORY = 4 * 2**30
ERA = "-k", "not legacy"
"""A mutant that one era of the protocol does not notice is not noticed by the other either: both call the same code."""


class TestsFailError(Exception):
    """The tests of a project fail although nothing was broken."""


class Trial:
    """Tries mutants on the tests of a project. Raises TestsFailError where these fail without one."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        began = time.monotonic()
        noted = project.folder / "calls"
        self._exit_code(_watch, project, noted, limit=300)
        self._limit = 20 + 2 * (time.monotonic() - began)
        self._calls: dict[str, set[Function]]
        failed, self._calls = pickle.loads(noted.read_bytes())
        if failed or not self._calls:
            raise TestsFailError(f"{project.name}, without any change: {', '.join(failed) or 'there are no tests'}")

    def catches(self, mutant: Mutant) -> bool:
        """Whether a test fails."""
        if not (self._project.package / mutant.path).exists():
            return False
        tests = self._tests_for(mutant)
        return bool(tests) and self._exit_code(_try, self._project, mutant, tests, limit=self._limit) != 0

    def _tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that call what is broken, those first that are likeliest to fail."""
        where = mutant.path, mutant.function
        tests = [test for test, calls in self._calls.items() if not mutant.function or where in calls]
        likely = f"test_{Path(mutant.path).stem}.py", "test_contract.py"
        return sorted(tests, key=lambda test: next((rank for rank, name in enumerate(likely) if name in test), 2))

    def _exit_code(self, target: Callable[..., None], *arguments: object, limit: float) -> int | None:
        """How pytest ended; None where it did not in time, as with a loop that has no end."""
        process = self._context.Process(target=target, args=arguments)
        process.start()
        process.join(limit)
        if process.exitcode is None and process.pid is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
            return None
        return process.exitcode


def _watch(project: Project, noted: Path) -> None:
    """Run all tests, keep what is compiled, and write down what was noted."""
    _enter(project.folder)
    watching = Watching(project.package)
    pytest.main([*_OPTIONS, "tests"], plugins=[watching])
    noted.write_bytes(pickle.dumps((watching.failed, watching.calls)))
    os._exit(0)


def _try(project: Project, mutant: Mutant, tests: Sequence[str]) -> None:
    """Run these tests against the mutant, until one fails."""
    _enter(project.folder)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, _Finder(project, mutant))
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    os._exit(int(pytest.main([*_OPTIONS, "-x", *files], plugins=[Only(tests)])))


_OPTIONS = ("-q", "-p", "no:cacheprovider", "--tb=no", *ERA)


def _enter(folder: Path) -> None:
    """Make the process one that works in the project, alone in its group, and says nothing."""
    os.setsid()
    os.chdir(folder)
    for name in [each for each in sys.modules if each.partition(".")[0] == "tests"]:
        del sys.modules[name]  # this tool's package, where the project's own tests are to be imported
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant where its file is asked for."""

    def __init__(self, project: Project, mutant: Mutant) -> None:
        self._text = mutant.text
        self._path = project.package / mutant.path
        self._module = f"{project.name}.{mutant.module}"

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._module:
            return None
        loader = _Loader(fullname, str(self._path), self._text)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self._text = text

    def get_code(self, _: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)
