"""What copier does not do after an update: keep files that were edited, and say that there are conflicts.

copier.yml has it run by `copier update`, in the folder of the project.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..ownership import Owner
from ..record import BASE, LOCK, sum_of


def after_update() -> int:
    """Bring back and bring up to date what has to be, tell it, and give the exit code: 1 where there are conflicts."""
    entries = _files(_git("show", f"HEAD:./{LOCK}"))
    for path in _lines("ls-files", "-z", "--deleted"):
        _bring_back(path, entries)
    texts = json.loads(Path(BASE).read_bytes()) if Path(BASE).is_file() else {}
    for path, entry in entries.items():
        if entry["owner"] == Owner.YOURS and path in texts:
            _follow(Path(path), entry, texts[path])
    unmerged = list(_lines("diff", "-z", "--name-only", "--diff-filter=U"))
    if unmerged:
        print("Conflicts to resolve:", *unmerged, sep="\n  ", file=sys.stderr)
    return 1 if unmerged else 0


def _bring_back(path: str, entries: Mapping[str, Mapping[str, str]]) -> None:
    """Keep a file that nothing is rendered to any more if it was edited; copier deletes it without a word."""
    data = _git("show", f"HEAD:./{path}")
    if data is None or path not in entries or _sum(data) == entries[path]["sha256"] or Path(path).exists():
        return
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data)
    print(f"orphaned      {path}  (nothing is rendered to it any more; it holds your edits)", file=sys.stderr)


def _follow(path: Path, entry: Mapping[str, str], text: str) -> None:
    """Bring a stub that nobody has touched up to the new spec; copier leaves it as it is, as it leaves handlers."""
    if path.is_file() and not path.is_symlink() and _sum(path.read_bytes()) == entry["sha256"]:
        path.write_bytes(text.encode())


def _files(lock: bytes | None) -> dict[str, dict[str, str]]:
    try:
        read: Any = json.loads(lock or b"{}")
    except ValueError:
        return {}
    files = read.get("files", {}) if isinstance(read, dict) else {}
    return {path: each for path, each in files.items() if isinstance(each, dict) and {"owner", "sha256"} <= each.keys()}


def _sum(data: bytes) -> str:
    return sum_of(data.decode("utf-8", "surrogateescape").replace("\r\n", "\n"))


def _lines(*arguments: str) -> Iterator[str]:
    output = _git(*arguments, "--", ".") or b""
    yield from (path for path in output.decode("utf-8", "surrogateescape").split("\0") if path)


def _git(*arguments: str) -> bytes | None:
    done = subprocess.run(["git", *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(after_update())
