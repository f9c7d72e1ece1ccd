"""The runtime of generated servers as the importable package `demo_server.runtime`.

It is made when this file is read, before any test module is, so that tests may import it at their top:
`arguments = importlib.import_module("demo_server.runtime.arguments")`.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

RUNTIME = Path(__file__).parents[2] / "templates" / "src" / "{{ server.package }}" / "runtime"
CONDITION = re.compile(r"\{% (?:if [\w.]+|endif) %\}")
FOLDER = Path(tempfile.mkdtemp(prefix="demo_server-"))


def _copy_runtime() -> None:
    package = FOLDER / "demo_server"
    for template in RUNTIME.rglob("*.jinja"):
        path = CONDITION.sub("", template.relative_to(RUNTIME).as_posix()).removesuffix(".jinja")
        target = package / "runtime" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(template, target)
    (package / "__init__.py").touch()


settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
_copy_runtime()
sys.path.insert(0, str(FOLDER))


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(FOLDER)


@pytest.fixture(scope="session")
def demo_server() -> Path:
    """The folder to put on the path of another process that shall import `demo_server`."""
    return FOLDER
