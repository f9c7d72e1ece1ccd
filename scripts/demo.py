"""Renders the refund desk, starts it and calls it: `python3 scripts/demo.py`.

Everything it makes is in the folder `.demo`: a virtual environment, and the project to look at.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from environment import ROOT, python_with

DEMO = ROOT / ".demo"
PROJECT = DEMO / "refund-desk"


def main() -> None:
    python = python_with(DEMO / "venv", ".")
    shutil.rmtree(PROJECT, ignore_errors=True)
    run(python, "-m", "failwell", "new", "specs/refund_desk.yaml", ".demo/refund-desk")
    python = python_with(DEMO / "venv", ".demo/refund-desk")
    print(flush=True)
    run(python, "scripts/demo_client.py", ".demo/refund-desk")
    print(f"\nThe project is in {PROJECT}, what the server logged in server.log there.")


def run(*command: str | Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
