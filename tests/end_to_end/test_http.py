"""What a server over HTTP refuses, and how it stops."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client

from .conftest import Example
from .processes import Listening, listening
from .projects import SPECS, rendered
from .sessions import ERAS, Era

HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
LEGACY = HEADERS | {"MCP-Protocol-Version": "2025-06-18"}
NOBODY = {"name": "find_customer", "arguments": {"email": "nobody@example.com"}}

SLOW_HANDLER = """
import asyncio, os, sys
from pathlib import Path

async def list_pending(arguments, context):
    print("the call runs", file=sys.stderr, flush=True)
    while not Path(os.environ["GATE"]).exists():
        await asyncio.sleep(0.01)
    return []
"""


def request(method: str = "tools/call", params: Any = NOBODY) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def nested(depth: int) -> bytes:
    return request(params={"name": "find_customer", "arguments": {"email": "NESTED"}}).replace(
        b'"NESTED"', b"[" * depth + b"]" * depth
    )


@pytest.fixture(scope="module")
def desk(example: Example, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    shop = tmp_path_factory.mktemp("shop") / "shop.db"
    environment = {"DATABASE_URL": f"sqlite:///{shop}"}
    with listening("refund_desk", example("refund_desk"), environment) as process:
        yield process


def post(desk: Listening, body: bytes, **headers: str) -> httpx2.Response:
    return httpx2.post(desk.url, content=body, headers=LEGACY | headers, timeout=60)


def answer(response: httpx2.Response) -> Any:
    """The message in the only event of the stream, or the body itself."""
    data = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(data[0] if data else response.text)


def assert_still_serves(desk: Listening) -> None:
    response = post(desk, request())
    assert response.status_code == 200
    assert answer(response)["result"]["structuredContent"]["resultCount"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
@pytest.mark.parametrize("era", ERAS)
def test_foreign_requests_are_refused(headers: dict[str, str], status: int, era: Era, desk: Listening) -> None:
    version = {} if era == "legacy" else {"MCP-Protocol-Version": "2026-07-28"}
    assert post(desk, request(), **version, **headers).status_code == status
    assert_still_serves(desk)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"jsonrpc": "2.0", "id": 1', 400, -32700),
        (b"\xff\xfe", 400, -32700),
        (b"[]", 400, -32602),
        (b'"text"', 400, -32602),
        (request(method="no/such"), 200, -32601),
        (request(params={"name": "find_customer", "arguments": ["x"]}), 200, -32602),
        (request(params={"name": "find_customer", "arguments": "x"}), 200, -32602),
        (request(params={"arguments": {}}), 200, -32602),
        (nested(10_000), 400, -32700),
        (b"[" * 10_000, 400, -32700),
    ],
    ids=lambda value: str(value)[:40],
)
def test_requests_that_are_no_calls_get_an_error(body: bytes, status: int, code: int, desk: Listening) -> None:
    response = post(desk, body)
    assert (response.status_code, answer(response)["error"]["code"]) == (status, code), response.text
    assert_still_serves(desk)


@pytest.mark.slow
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_refused(chunked: bool, desk: Listening) -> None:
    size = 4 * 1024 * 1024 + 1
    body: Any = (b" " * 65_536 for _ in range(size // 65_536 + 1)) if chunked else b" " * size
    assert httpx2.post(desk.url, content=body, headers=LEGACY, timeout=60).status_code == 413
    assert_still_serves(desk)


@pytest.mark.slow
def test_arguments_that_do_not_fit_are_told_as_over_stdio(desk: Listening) -> None:
    reply = answer(post(desk, request(params={"name": "find_customer", "arguments": {"email": [[["x"]]]}})))
    assert reply["result"]["isError"]
    assert reply["result"]["structuredContent"]["failure"] == "invalid_arguments"


@pytest.mark.slow
def test_health_is_told_to_anybody(desk: Listening) -> None:
    response = httpx2.get(desk.url.replace("/mcp", "/healthz"), headers={"Host": "10.0.0.7"})
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that another process could send")
async def test_a_running_call_ends_before_the_server_does(number: signal.Signals, era: Era, tmp_path: Path) -> None:
    source = rendered(SPECS / "expense_approval.yaml", tmp_path)
    (source / "expense_approval" / "handlers" / "list_pending.py").write_text(SLOW_HANDLER)
    gate = tmp_path / "gate"
    with listening("expense_approval", source, {"GATE": str(gate)}) as process:
        async with Client(process.url, mode=era) as client, anyio.create_task_group() as group:
            await client.list_tools()  # else it asks for the schema of the result, after the end
            results: list[Any] = []

            async def call() -> None:
                results.append(await client.call_tool("list_pending", {"employee": "emp_ada"}))

            group.start_soon(call)
            while "the call runs" not in process.log:
                await anyio.sleep(0.01)
            process.process.send_signal(number)
            while await takes_connections(process.url):
                await anyio.sleep(0.01)
            assert not results
            gate.touch()
        assert results[0].structured_content["resultCount"] == 0
        assert await anyio.to_thread.run_sync(process.wait) == 0
        assert "has ended" in process.log
        assert "Traceback" not in process.log


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that another process could send")
def test_a_request_that_is_still_on_its_way_when_the_server_stops_is_answered(example: Example, tmp_path: Path) -> None:
    """As a load balancer has it, which cannot know that a call was not carried out and must not send it again."""
    with listening("refund_desk", example("refund_desk"), {"DATABASE_URL": f"sqlite:///{tmp_path}/shop.db"}) as process:
        url = httpx2.URL(process.url)
        opened = [socket.create_connection((url.host, url.port or 0), timeout=60) for _ in range(20)]
        process.process.terminate()
        lines = [f"{name}: {value}" for name, value in LEGACY.items()]
        head = [
            "POST /mcp HTTP/1.1",
            f"Host: {url.netloc.decode()}",
            *lines,
            f"Content-Length: {len(request())}",
            "",
            "",
        ]
        for connection in opened:
            connection.sendall("\r\n".join(head).encode() + request())
        for connection in opened:
            with connection, connection.makefile("rb") as reply:
                assert reply.readline() == b"HTTP/1.1 200 OK\r\n"
        assert process.wait() == 0


async def takes_connections(url: str) -> bool:
    parts = httpx2.URL(url)
    try:
        async with await anyio.connect_tcp(parts.host, parts.port or 0):
            return True
    except OSError:
        return False


def refused(example: Example, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "refund_desk", *arguments]
    process = subprocess.run(
        command,
        env={"PYTHONPATH": str(example("refund_desk"))},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return process.returncode, process.stderr


@pytest.mark.slow
@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "desk.example.com:8000", "192.0.2.1:8000"])
def test_an_open_server_does_not_listen_off_the_loopback_address(address: str, example: Example) -> None:
    code, err = refused(example, "--http", address)
    assert code == 2
    assert err == (
        f"refund-desk: does not listen on {address}: off the loopback address, `server.http` of the spec must have "
        "`auth` and `allowed_hosts`\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("address", ["8000", "localhost", "127.0.0.1:99999", "::1:80", "http://127.0.0.1:80"])
def test_what_is_no_address_is_refused(address: str, example: Example) -> None:
    code, err = refused(example, "--http", address)
    assert code == 2
    assert f"expected HOST:PORT such as 127.0.0.1:8000, not '{address}'" in err


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_one_line(desk: Listening, example: Example) -> None:
    taken = desk.url.removeprefix("http://").removesuffix("/mcp")
    code, err = refused(example, "--http", taken)
    assert (code, err) == (2, f"refund-desk: cannot listen on {taken}: Address already in use\n")
