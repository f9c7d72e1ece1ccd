"""What a user does with an example: make the project, install it where nothing is, run its tests and its checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from command_line import failwell

from .projects import SPECS

pytestmark = pytest.mark.slow

EXAMPLES = sorted(path.stem for path in SPECS.glob("*.yaml"))


def _run(*command: str, folder: Path) -> str:
    """What a command prints; it must succeed, and sees nothing of this run of pytest and this environment."""
    own = ("PYTEST", "PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(params=EXAMPLES)
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A new project of an example, made by the command."""
    folder = tmp_path / "out"
    made = failwell("new", SPECS / f"{request.param}.yaml", folder)
    assert made.returncode == 0, made.stderr
    return folder


def test_the_tests_of_a_new_project_pass_with_what_it_asks_for(project: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True, symlinks=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    _run(python, "-m", "pip", "install", "--quiet", "-e", ".[test]", folder=project)
    told = _run(python, "-m", "pytest", folder=project)

    closing = re.search(r"(\d+) passed.* in [\d.]+s", told)
    assert closing is not None, told
    assert " failed" not in told
    assert " skipped" not in told
    print(f"{project.name}: {closing[0]}")


def test_a_new_project_is_clean_for_ruff_and_mypy(project: Path) -> None:
    for check in (("ruff", "check"), ("ruff", "format", "--check"), ("mypy", "--strict", "src", "tests")):
        _run(sys.executable, "-m", *check, folder=project)
