"""Who may call a server over HTTP, as a process and with real requests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from .issuer import RESOURCE, Issuer, desk, desk_behind, issuing
from .processes import Listening, listening

TOKENS = ("first-token-of-the-desk", "second-token-of-the-desk")
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "find_customer", "arguments": {"email": "nobody@example.com"}},
}
OTHER_KEY = ec.generate_private_key(ec.SECP256R1())


def call(process: Listening, token: str | None, **headers: str) -> httpx2.Response:
    """The answer to one call with this token."""
    shown = {} if token is None else {"Authorization": f"Bearer {token}"}
    accept = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    return httpx2.post(process.url, json=CALL, headers=accept | shown | headers, timeout=60)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return desk(tmp_path_factory.mktemp("guarded"), "{auth: {tokens: $DESK_TOKENS}, allowed_hosts: $DESK_HOSTS}")


@pytest.fixture(scope="module")
def behind_tokens(guarded: Path) -> Iterator[Listening]:
    environment = {"DATABASE_URL": f"sqlite:///{guarded}/shop.db", "DESK_HOSTS": "desk.example.com"}
    arguments = ("--http", "0.0.0.0:0")
    with listening("refund_desk", guarded, environment | {"DESK_TOKENS": ", ".join(TOKENS)}, arguments) as process:
        process.url = process.url.replace("0.0.0.0", "127.0.0.1")
        yield process


@pytest.mark.slow
@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("host", ["desk.example.com", "desk.example.com:8443"])
def test_a_known_token_opens_the_server_under_its_name(token: str, host: str, behind_tokens: Listening) -> None:
    response = call(behind_tokens, token, Host=host, Origin=f"https://{host}")
    assert response.status_code == 200
    assert '"resultCount":0' in response.text.replace(" ", "").replace("\\", "")


@pytest.mark.slow
@pytest.mark.parametrize("token", [None, "x", "wrong-token-of-the-desk", TOKENS[0][:-1], ", ".join(TOKENS)])
def test_any_other_token_is_refused(token: str | None, behind_tokens: Listening) -> None:
    response = call(behind_tokens, token, Host="desk.example.com")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer error=")
    assert call(behind_tokens, TOKENS[0], Host="desk.example.com").status_code == 200
    assert not [each for each in TOKENS if each in behind_tokens.log]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "evil.example"}, 421),
        ({"Host": "desk.example.com", "Origin": "https://evil.example"}, 403),
    ],
)
def test_hosts_and_origins_are_checked_off_the_loopback_address(
    headers: dict[str, str], status: int, behind_tokens: Listening
) -> None:
    assert call(behind_tokens, TOKENS[0], **headers).status_code == status


@pytest.mark.slow
def test_health_needs_no_token(behind_tokens: Listening) -> None:
    assert httpx2.get(behind_tokens.url.replace("/mcp", "/healthz")).json() == {"status": "ok"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tokens", "complaint"),
    [
        ("", "missing or empty environment variables: DESK_TOKENS"),
        ("short", "server.http.auth.tokens: each token must have at least 16 characters"),
        (f"{TOKENS[0]},short", "server.http.auth.tokens: each token must have at least 16 characters"),
        (" , ", "server.http.auth.tokens: each token must have at least 16 characters"),
    ],
)
def test_tokens_that_protect_nothing_are_refused(tokens: str, complaint: str, guarded: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(guarded), "DESK_TOKENS": tokens, "DESK_HOSTS": "a.example"}
    command = [sys.executable, "-m", "refund_desk", "--http", "127.0.0.1:0"]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (process.returncode, process.stderr) == (2, f"refund-desk: {complaint}\n")


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with issuing() as each:
        yield each


@pytest.fixture(scope="module")
def behind_issuer(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with desk_behind(issuer, tmp_path_factory.mktemp("issued")) as process:
        yield process


@pytest.mark.slow
def test_a_token_of_the_issuer_opens_the_server(issuer: Issuer, behind_issuer: Listening) -> None:
    assert call(behind_issuer, issuer.token()).status_code == 200
    assert call(behind_issuer, issuer.token(aud=["other", RESOURCE], scope=None, scp=["refunds"])).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda _: None, 401),
        (lambda _: "no.jwt.atall", 401),
        (lambda issuer: issuer.token(key=OTHER_KEY), 401),
        (lambda issuer: issuer.token(kid="unknown"), 401),
        (lambda issuer: issuer.token(key="a shared secret of 32 characters", algorithm="HS256"), 401),
        (lambda issuer: issuer.token(key=None, algorithm="none"), 401),
        (lambda issuer: issuer.token(exp=int(time.time()) - 3600), 401),
        (lambda issuer: issuer.token(exp=None), 401),
        (lambda issuer: issuer.token(nbf=int(time.time()) + 3600), 401),
        (lambda issuer: issuer.token(aud="https://other.example/mcp"), 401),
        (lambda issuer: issuer.token(aud=None), 401),
        (lambda issuer: issuer.token(iss="https://other.example"), 401),
        (lambda issuer: issuer.token(scope="other"), 403),
        (lambda issuer: issuer.token(scope=None), 403),
    ],
)
def test_any_other_token_is_refused_with_the_way_to_the_issuer(
    make: Callable[[Issuer], str | None], status: int, issuer: Issuer, behind_issuer: Listening
) -> None:
    response = call(behind_issuer, make(issuer))
    assert response.status_code == status, response.text
    told = response.headers["WWW-Authenticate"]
    assert 'resource_metadata="https://desk.example.com/.well-known/oauth-protected-resource/mcp"' in told
    assert ("insufficient_scope" in told) == (status == 403)
    assert call(behind_issuer, issuer.token()).status_code == 200


@pytest.mark.slow
def test_the_metadata_of_the_resource_names_the_issuer(issuer: Issuer, behind_issuer: Listening) -> None:
    url = behind_issuer.url.replace("/mcp", "/.well-known/oauth-protected-resource/mcp")
    metadata = httpx2.get(url).json()
    assert metadata["resource"] == RESOURCE
    assert metadata["scopes_supported"] == ["refunds"]
    assert [each.rstrip("/") for each in metadata["authorization_servers"]] == [issuer.url]
