"""Runs the command line as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import failwell as package

SPECS = Path(__file__).parent.parent / "specs"
PACKAGES = str(Path(package.__file__).parent.parent)
NEUTRAL = {"NO_COLOR": "", "FORCE_COLOR": "", "FAILWELL_DEBUG": "", "PYTHONIOENCODING": "", "PYTHONPATH": PACKAGES}


def failwell(
    *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What `failwell` with these arguments gives; its output is UTF-8 unless `env` says otherwise."""
    done = subprocess.run(
        [sys.executable, "-m", "failwell", *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env={**os.environ, **NEUTRAL, **(env or {})},
        check=False,
    )
    out, err = (text.decode("utf-8", "replace").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)
