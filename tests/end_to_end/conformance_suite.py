"""The official conformance suite: what it asks for, and what it finds about a server."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .node import newer_node, node_tool

PASSES = {"SUCCESS", "INFO", "SKIPPED"}
"""How a check may end; a warning is no pass here, although the suite lets it go."""


@dataclass(frozen=True)
class Check:
    """What one check of a scenario found."""

    id: str
    status: str
    message: str

    @property
    def is_of_the_scenario(self) -> bool:
        """Whether the scenario itself makes it; of every message on the wire its form is checked too."""
        return not self.id.startswith("wire-schema-")


@dataclass(frozen=True)
class Suite:
    """One version of the suite."""

    version: str

    def scenarios(self) -> dict[str, list[str]]:
        """The name of each scenario for servers, with the versions of the protocol that it is for."""
        listed = self._run(["list", "--server"])
        return {name: versions.split(",") for name, versions in re.findall(r"^  - (\S+) \[(.+)\]$", listed, re.M)}

    def checks(self, protocol: str, url: str, folder: Path) -> dict[str, list[Check]]:
        """What it finds about the server, by scenario. `folder` is for its files."""
        version = ["--suite", "all", "--spec-version", protocol]
        output = self._run(["server", "--url", url, *version, "--output-dir", str(folder)])
        found = {_scenario(path): _checks(path) for path in folder.glob("*/checks.json")}
        assert found, output
        return found

    def _run(self, arguments: Sequence[str]) -> str:
        script = node_tool("@modelcontextprotocol/conformance", self.version, "conformance")
        command = [newer_node(), str(script), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        return done.stdout + done.stderr


def _scenario(path: Path) -> str:
    """The scenario of a file with checks, whose folder has a time at the end of its name."""
    return re.sub(r"^server-(.+)-\d{4}-\d\d-\d\dT.*$", r"\1", path.parent.name)


def _checks(path: Path) -> list[Check]:
    read = json.loads(path.read_text(encoding="utf-8"))
    return [Check(each["id"], each["status"], each.get("errorMessage", "")) for each in read]
