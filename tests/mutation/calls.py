"""Which functions of a project each of its tests calls, and running only some of the tests."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

Function = tuple[str, str]
"""The path of a file in the package, and the qualified name of a function in it."""


class Watching:
    """A plugin of pytest that notes the functions below a folder that each test calls, and which tests fail."""

    def __init__(self, package: Path) -> None:
        self.calls: dict[str, set[Function]] = {}
        self.failed: list[str] = []
        self._prefix = f"{package}/"
        self._noted: set[Function] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, Any, Any]:
        """Watch while modules of tests are imported: what they call then, any test may depend on."""
        with self._watched():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Watch while a test runs, its fixtures included."""
        imported = self._noted
        self.calls[item.nodeid] = self._noted = set(imported)
        with self._watched():
            result = yield
        self._noted = imported
        return result

    @contextmanager
    def _watched(self) -> Iterator[None]:
        threading.settrace(self._note)
        sys.settrace(self._note)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep which tests fail."""
        if report.failed:
            self.failed.append(report.nodeid)

    def _note(self, frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(self._prefix):
            self._noted.add((code.co_filename.removeprefix(self._prefix), code.co_qualname))


class Only:
    """A plugin of pytest that runs only these tests."""

    def __init__(self, tests: Collection[str]) -> None:
        self._tests = set(tests)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the other tests out."""
        items[:] = [item for item in items if item.nodeid in self._tests]
