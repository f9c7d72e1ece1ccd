"""Installs what the tests need into `.venv` and runs everything: `python3 scripts/test.py`.

With arguments, only pytest runs, with these.
"""

from __future__ import annotations

import subprocess
import sys

from environment import ROOT, python_with

CHECKS = {
    "ruff check": ["ruff", "check"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy"],
}


def main() -> int:
    python = str(python_with(ROOT / ".venv", ".[dev]"))
    arguments = sys.argv[1:]
    failed = [] if arguments else [name for name, command in CHECKS.items() if not passes(python, name, command)]
    if failed:
        print(f"Failed: {', '.join(failed)}. The tests follow.", flush=True)
    command = [python, "-m", "pytest", *(arguments or ["-n", "auto", "--dist", "worksteal"])]
    tests = subprocess.run(command, cwd=ROOT, check=False)
    return tests.returncode or bool(failed)


def passes(python: str, name: str, command: list[str]) -> bool:
    print(f"{name} ...", flush=True)
    return subprocess.run([python, "-m", *command], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
