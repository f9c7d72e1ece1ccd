"""The README is true: its excerpt, its commands and what an agent receives."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import SPECS, failwell
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import TextContent

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def shown_calls() -> list[tuple[str, dict[str, Any], bool, dict[str, Any]]]:
    """Tool, arguments, whether it is an error, and what comes back, as the README shows them."""
    found = re.findall(
        r"`(\w+) (\{.*?\})`(, with `isError`)?:\n\n```json\n(.*?)^```$", README, re.MULTILINE | re.DOTALL
    )
    return [(tool, json.loads(given), bool(error), json.loads(reply)) for tool, given, error, reply in found]


def test_the_excerpt_stands_in_the_spec_line_by_line() -> None:
    lines = iter((SPECS / "refund_desk.yaml").read_text(encoding="utf-8").splitlines())
    (excerpt,) = blocks("yaml")
    assert [line for line in excerpt.splitlines() if line and line not in lines] == []


async def test_an_agent_receives_what_is_shown(tmp_path: Path) -> None:
    assert failwell("new", SPECS / "refund_desk.yaml", tmp_path / "desk").returncode == 0
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "refund_desk"], env={"PYTHONPATH": "src"}, cwd=tmp_path / "desk"
    )
    with (tmp_path / "log").open("w") as log:
        async with Client(stdio_client(server, errlog=log)) as client:
            for tool, arguments, is_error, reply in shown_calls():
                result = await client.call_tool(tool, arguments)
                assert isinstance(result.content[0], TextContent)
                assert (json.loads(result.content[0].text), bool(result.is_error)) == (reply, is_error)


def test_a_success_an_empty_result_a_failure_and_wrong_arguments_are_shown() -> None:
    shown = [(is_error, reply.get("failure"), reply.get("resultCount")) for _, _, is_error, reply in shown_calls()]
    assert shown == [
        (False, None, 1),
        (False, None, 0),
        (True, "refund_over_ceiling", None),
        (True, "invalid_arguments", None),
    ]


def test_the_demo_makes_the_calls_that_are_shown() -> None:
    demo = (ROOT / "scripts" / "demo_client.py").read_text(encoding="utf-8")
    for tool, arguments, _, _ in shown_calls():
        assert f'"{tool}", {json.dumps(arguments)})' in demo


@pytest.fixture(scope="module")
def fresh_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as it comes, in a folder with a space."""
    clone = tmp_path_factory.mktemp("fresh") / "my clone"
    unwanted = (".git", ".*_cache", ".venv", ".demo", ".hypothesis", "__pycache__")
    return Path(shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(*unwanted)))


def shell(command: str, folder: Path, path: Path | None = None) -> str:
    """What the command prints; it must succeed."""
    search = os.pathsep.join([str(path)] * (path is not None) + [os.environ["PATH"]])
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        command,
        cwd=folder,
        shell=True,
        env={**environment, "PATH": search},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the commands are those of a POSIX shell")
def test_every_command_does_what_it_says_in_a_fresh_clone(fresh_clone: Path) -> None:
    demo, use, begin, again, test = blocks("sh")
    assert demo.strip() == "python3 scripts/demo.py"
    first = shell(demo, fresh_clone)
    for _, arguments, _, reply in shown_calls():
        assert json.dumps(arguments) in first
        assert json.dumps(reply, indent=2, ensure_ascii=False) in first
    assert "Installing" in first
    assert "Installing" not in shell(demo, fresh_clone)
    tools = fresh_clone / ".demo" / "venv" / "bin"
    assert re.search(r"\d+ passed", shell(f"set -e\n{use}", fresh_clone, tools))
    shell("python3 -m refund_desk", fresh_clone / "refund-desk", tools)
    shell(f"set -e\n{begin}", fresh_clone, tools)
    assert (fresh_clone / "parcels" / "pyproject.toml").is_file()
    assert ". is up to date." in shell(f"set -e\n{again}", fresh_clone, tools)
    assert test.strip() == "python3 scripts/test.py"


@pytest.mark.slow
def test_the_tests_are_run_by_the_command_that_is_told() -> None:
    assert "1 passed" in shell("python3 scripts/test.py tests/test_rules.py -k two_rules_with_one_code", ROOT)
