"""The command line of a generated server, as a process and with a real client."""

from __future__ import annotations

import importlib
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.server import Server

serve = importlib.import_module("demo_server.runtime.serve")
environment = importlib.import_module("demo_server.runtime.environment")

SERVER = """
import logging, os, sys
from contextlib import asynccontextmanager

import anyio
import mcp_types as types
from mcp.server import Server

from demo_server.runtime.environment import Environment, SettingsError
from demo_server.runtime.serve import main

print("printed while it was imported")


@asynccontextmanager
async def lifespan(server):
    print("printed by the lifespan")
    if os.environ.get("BROKEN") == "settings":
        raise SettingsError("the certificate file does not exist")
    if os.environ.get("BROKEN"):
        raise ValueError("cannot open with " + os.environ["TOKEN"])
    try:
        yield None
    finally:
        logging.info("sources closed")


async def list_tools(context, params):
    return types.ListToolsResult(tools=[types.Tool(name="echo", input_schema={"type": "object"})])


async def call_tool(context, params):
    print("printed by a handler")
    os.system("echo printed by a child")
    logging.info("the token is %s", os.environ["TOKEN"])
    if params.arguments.get("wait"):
        await anyio.sleep_forever()
    return types.CallToolResult(content=[types.TextContent(text=params.arguments["text"])])


def build(variables, redactor):
    print("printed by build")
    environment = Environment(variables)
    redactor.add(environment.secret("TOKEN"))
    environment.check()
    return Server(
        "demo",
        version="1.2.3",
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda name: {"type": "object"},
    )


sys.exit(main("demo", "1.2.3", build))
"""

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
CALL = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "echo", "arguments": {"wait": True}}}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "server.py"
    path.write_text(SERVER)
    return path


@pytest.fixture
def variables(demo_server: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(demo_server), "TOKEN": "open-sesame"}


Started = subprocess.Popen[str]


@pytest.fixture
def started(script: Path, variables: dict[str, str]) -> Iterator[Started]:
    """A server that has answered the handshake."""
    with start(script, variables) as process:
        assert send(process, INITIALIZE)["result"]["serverInfo"]["name"] == "demo"
        yield process
        process.kill()


def start(script: Path, variables: Mapping[str, str]) -> Started:
    pipe = subprocess.PIPE
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        [sys.executable, str(script)], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=clean | dict(variables)
    )


def stream(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def write(process: Started, message: Mapping[str, Any]) -> None:
    stream(process.stdin).write(json.dumps(message) + "\n")
    stream(process.stdin).flush()


def send(process: Started, message: Mapping[str, Any]) -> Any:
    write(process, message)
    return json.loads(stream(process.stdout).readline())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_is_served_over_stdio_in_both_eras(mode: Any, script: Path, variables: dict[str, str]) -> None:
    parameters = StdioServerParameters(command=sys.executable, args=[str(script)], env=variables)
    async with Client(parameters, mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["echo"]
        result = await client.call_tool("echo", {"text": "größer\u2028"})
        assert result.content[0].text == "größer\u2028"  # type: ignore[union-attr]  # it is a text


def test_only_mcp_is_written_to_stdout_and_no_secret_anywhere(started: Started) -> None:
    write(started, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    answer = send(started, {**CALL, "params": {"name": "echo", "arguments": {"text": "hello"}}})
    out, err = started.communicate(timeout=30)
    assert answer["result"]["content"] == [{"type": "text", "text": "hello"}]
    assert out == ""
    for printed in ("while it was imported", "by build", "by the lifespan", "by a handler", "by a child"):
        assert f"printed {printed}\n" in err
    assert "the token is [redacted]" in err
    assert "open-sesame" not in err


def test_the_server_ends_well_when_its_client_leaves(started: Started) -> None:
    _, err = started.communicate(timeout=30)
    assert started.returncode == 0
    assert "sources closed" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that another process could send")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("calling", [False, True])
def test_a_signal_closes_the_sources_and_ends_the_server_though_its_client_stays(
    started: Started, number: signal.Signals, calling: bool
) -> None:
    if calling:
        write(started, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        write(started, CALL)
        while "the token is" not in stream(started.stderr).readline():
            pass
    started.send_signal(number)
    assert started.wait(timeout=30) == 0
    err = stream(started.stderr).read()
    assert "sources closed" in err
    assert "Traceback" not in err


def test_a_client_that_dies_leaves_no_traceback(started: Started) -> None:
    stream(started.stdout).close()
    write(started, {"jsonrpc": "2.0", "id": 3, "method": "ping"})
    stream(started.stdin).close()
    err = stream(started.stderr).read()
    assert started.wait(timeout=30) == 0
    assert "Traceback" not in err


def test_sources_that_cannot_be_opened_end_the_server_though_its_client_waits(
    script: Path, variables: dict[str, str]
) -> None:
    with start(script, variables | {"BROKEN": "yes"}) as process:
        assert process.wait(timeout=30) == 1
        err = stream(process.stderr).read()
    assert "ValueError: cannot open with [redacted]" in err
    assert "open-sesame" not in err


def test_settings_that_turn_out_unusable_end_the_server_with_one_line(script: Path, variables: dict[str, str]) -> None:
    with start(script, variables | {"BROKEN": "settings"}) as process:
        assert process.wait(timeout=30) == 2
        err = stream(process.stderr).read()
    assert "demo: the certificate file does not exist\n" in err
    assert "Traceback" not in err


@pytest.fixture
def root_log() -> Iterator[None]:
    """Gives the root logger its handlers back: a server takes it over."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:], root.level = handlers, level


def build(variables: Mapping[str, str], redactor: Any) -> Server[Any]:
    settings = environment.Environment(variables)
    redactor.add(settings.secret("DEMO_TOKEN"))
    settings.check()
    print("printed by build")
    if variables.get("DEMO_BROKEN"):
        raise ValueError(variables["DEMO_TOKEN"])
    return Server("demo")


def run(*arguments: str) -> int:
    code = serve.main("demo", "1.2.3", build, arguments)
    assert isinstance(code, int)
    return code


@pytest.mark.usefixtures("root_log")
def test_settings_are_checked_without_serving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEMO_TOKEN", "open-sesame")
    assert run("--check") == 0
    assert capsys.readouterr() == ("demo 1.2.3: the settings are complete.\n", "printed by build\n")


@pytest.mark.usefixtures("root_log")
@pytest.mark.parametrize("arguments", [(), ("--check",)])
def test_a_missing_setting_ends_the_server_with_one_line(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DEMO_TOKEN", raising=False)
    assert run(*arguments) == 2
    assert capsys.readouterr() == ("", "demo: missing or empty environment variables: DEMO_TOKEN\n")


@pytest.mark.usefixtures("root_log")
@pytest.mark.parametrize(("real", "code"), [(None, 2), ("", 2), ("open-sesame", 0)])
def test_the_environment_wins_over_the_file_unless_it_is_empty_there(
    real: str | None, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEMO_TOKEN", raising=False)
    if real is not None:
        monkeypatch.setenv("DEMO_TOKEN", real)
    path = tmp_path / ".env"
    path.write_text("DEMO_TOKEN=\n")
    assert run("--check", "--env-file", str(path)) == code
    path.write_text("DEMO_TOKEN=from-file\n")
    assert run("--check", "--env-file", str(path)) == 0
    assert run("--check", "--env-file", str(tmp_path / "none")) == 2


@pytest.mark.usefixtures("root_log")
def test_a_crash_while_starting_is_logged_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEMO_TOKEN", "open-sesame")
    monkeypatch.setenv("DEMO_BROKEN", "yes")
    assert run() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "ValueError: [redacted]" in err
    assert "open-sesame" not in err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run("--version")
    assert left.value.code == 0
    assert capsys.readouterr().out == "demo 1.2.3\n"
