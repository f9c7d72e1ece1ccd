"""Virtual environments for the scripts beside this one. It needs nothing but Python 3.11."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python_with(folder: Path, *projects: str) -> Path:
    """The Python of the virtual environment `folder`, in which these projects (`path` or `path[extra]`) are editable.

    What is installed already is not looked at again until a `pyproject.toml` changes.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - who starts this may have an older one
        sys.exit("Python 3.11 or later is needed; start this script with one, such as python3.11.")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, wanted = folder / "installed", _fingerprint(projects)
    if python.exists() and stamp.is_file() and stamp.read_text() == wanted:
        return python
    print(f"Installing into {folder.relative_to(ROOT)} ...", flush=True)
    if not python.exists() or not stamp.is_file():
        _create(folder)
    editable = [argument for project in projects for argument in ("--editable", project)]
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *editable]
    if subprocess.run(install, cwd=ROOT, check=False).returncode:
        sys.exit("The installation failed; pip says above why.")
    stamp.write_text(wanted)
    return python


def _create(folder: Path) -> None:
    """A new environment, in the place of one that was never finished."""
    try:
        venv.create(folder, clear=True, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("Python's venv module does not work here; on Debian and Ubuntu: apt-get install python3-venv")


def _fingerprint(projects: tuple[str, ...]) -> str:
    """What changes when something has to be installed anew."""
    parts = [sys.version.encode(), str(ROOT).encode()]
    for project in projects:
        parts += [project.encode(), (ROOT / project.partition("[")[0] / "pyproject.toml").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
