"""Virtual environments for the scripts beside this one. It needs nothing but Python 3.11."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python_with(folder: Path, project: str) -> Path:
    """The Python of the virtual environment `folder`, in which the project (`path` or `path[extra]`) is editable.

    What is installed already is not looked at again until its `pyproject.toml` changes.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - who starts this may have an older one
        sys.exit("Python 3.11 or later is needed; start this script with one, such as python3.11.")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    installed, wanted = folder / "installed", _fingerprint(project)
    if not (python.exists() and installed.is_file()):
        _create(folder)
        installed.touch()
    if wanted not in installed.read_text().split():
        _install(python, project)
        with installed.open("a") as stamps:
            stamps.write(f"{wanted}\n")
    return python


def _create(folder: Path) -> None:
    """A new environment, in the place of one that was never finished."""
    print(f"Creating {folder.relative_to(ROOT)} ...", flush=True)
    try:
        venv.create(folder, clear=True, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("Python's venv module does not work here; on Debian and Ubuntu: apt-get install python3-venv")


def _install(python: Path, project: str) -> None:
    print(f"Installing {project} ...", flush=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", project]
    if subprocess.run(install, cwd=ROOT, check=False).returncode:
        sys.exit("The installation failed; pip says above why.")


def _fingerprint(project: str) -> str:
    """What changes when the project has to be installed anew."""
    description = (ROOT / project.partition("[")[0] / "pyproject.toml").read_bytes()
    return hashlib.sha256(
        b"\0".join([sys.version.encode(), str(ROOT).encode(), project.encode(), description])
    ).hexdigest()
