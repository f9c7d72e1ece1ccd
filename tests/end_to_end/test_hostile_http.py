"""Each kind of hostile request gets the right refusal, and the next good call works."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from .issuer import Issuer, desk_behind, issuing
from .processes import Listening
from .sessions import ERAS, Era

pytestmark = pytest.mark.slow

VERSIONS = {"auto": "2026-07-28", "legacy": "2025-06-18"}
NOBODY = {"name": "find_customer", "arguments": {"email": "nobody@example.com"}}
BODY_LIMIT = 4 * 1024 * 1024

Token = Callable[[Issuer], str | None]
Body = Callable[[Era], bytes]


def body(method: str = "tools/call", **params: Any) -> Body:
    """A request of either era; a modern one tells in `_meta` who calls."""

    def made(era: Era) -> bytes:
        return json.dumps(message(era, method, {**(NOBODY if method == "tools/call" else {}), **params})).encode()

    return made


def message(era: Era, method: str, params: dict[str, Any]) -> dict[str, Any]:
    if era == "auto":
        client = {"name": "hostile", "version": "1"}
        named = {"protocolVersion": VERSIONS[era], "clientInfo": client, "clientCapabilities": {}}
        params = {**params, "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in named.items()}}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def nested(era: Era) -> bytes:
    return body(arguments={"email": "DEEP"})(era).replace(b'"DEEP"', b"[" * 10_000 + b"]" * 10_000)


@dataclass(frozen=True)
class Hostile:
    """What is wrong with a request, and what it gets: a status, and the code of a protocol error where there is one.

    `modern` is the status in the era from 2026-07-28 on, where it is another one.
    """

    status: int
    code: int | None = None
    modern: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    token: Token = Issuer.token
    body: Body = field(default_factory=body)


ROWS = {
    "foreign Origin": Hostile(403, headers={"Origin": "https://evil.example"}),
    "foreign Host": Hostile(421, headers={"Host": "evil.example"}),
    "no token": Hostile(401, token=lambda _: None),
    "wrong token": Hostile(401, token=lambda issuer: issuer.token()[:-8] + "AAAAAAAA"),
    "expired token": Hostile(401, token=lambda issuer: issuer.token(exp=int(time.time()) - 3600)),
    "missing scope": Hostile(403, token=lambda issuer: issuer.token(scope="other")),
    "oversized body": Hostile(413, body=lambda _: b" " * (BODY_LIMIT + 1)),
    "malformed JSON": Hostile(400, -32700, body=lambda _: b'{"jsonrpc": "2.0", "id": 1'),
    "a non-object arguments": Hostile(200, -32602, modern=400, body=body(arguments=["nobody@example.com"])),
    "10,000 nested brackets": Hostile(400, -32700, body=nested),
    "an unknown method": Hostile(200, -32601, modern=404, body=body("no/such")),
}


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with issuing() as each:
        yield each


@pytest.fixture(scope="module")
def server(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with desk_behind(issuer, tmp_path_factory.mktemp("hostile")) as process:
        yield process


def post(url: str, era: Era, token: str | None, content: bytes, headers: dict[str, str]) -> httpx2.Response:
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    usual["MCP-Protocol-Version"] = VERSIONS[era]
    if era == "auto":
        usual |= {"Mcp-Method": method_of(content), "Mcp-Name": "find_customer"}
    authorization = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx2.post(url, content=content, headers=usual | authorization | headers, timeout=60)


def method_of(content: bytes) -> str:
    return "no/such" if b"no/such" in content else "tools/call"


def answer(response: httpx2.Response) -> Any:
    """The message in the only event of the stream, or the body itself."""
    data = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(data[0] if data else response.text)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_hostile_request_is_refused_and_the_next_good_call_works(
    row: Hostile, era: Era, issuer: Issuer, server: Listening
) -> None:
    response = post(server.url, era, row.token(issuer), row.body(era), row.headers)
    status = row.modern if era == "auto" and row.modern is not None else row.status
    assert response.status_code == status, response.text
    if row.code is not None:
        assert answer(response)["error"]["code"] == row.code
    assert "Traceback" not in response.text
    good = post(server.url, era, issuer.token(), body()(era), {})
    assert good.status_code == 200, good.text
    assert answer(good)["result"]["structuredContent"]["resultCount"] == 0
    assert "Traceback" not in server.log
