"""Failures as real sockets make them."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import importlib
import socket
import ssl
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import anyio
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

http = importlib.import_module("demo_server.runtime.http")
auth = importlib.import_module("demo_server.runtime.http.auth")
oauth = importlib.import_module("demo_server.runtime.http.oauth")

Serve = Callable[[bytes, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SOON = 0.05


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@contextlib.asynccontextmanager
async def server(serve: Serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """The address of a server on the loopback that reads one request per connection and then does `serve`."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await serve(await reader.readuntil(b"\r\n\r\n"), reader, writer)
        writer.close()

    listening = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    finally:
        listening.close()


def answering(content: bytes) -> Serve:
    async def serve(_request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(content)
        await writer.drain()

    return serve


async def silent(_request: bytes, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def failed(url: str, method: str = "POST", path: str = "/", **settings: Any) -> Any:
    async with http.HttpSource("shop", url, **settings) as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request(method, path)
    return caught.value


async def test_a_port_where_nobody_listens_is_unreachable_and_nothing_was_sent() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        failure = await failed(f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert (failure.category, failure.name, failure.sent) == ("transient", "unreachable", False)
    assert failure.description == "The source 'shop' could not be reached: it refused the connection."


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70 + ".invalid"])
async def test_a_host_without_an_address_is_unreachable_and_nothing_was_sent(host: str) -> None:
    failure = await failed(f"http://{host}")
    assert (failure.category, failure.name, failure.sent) == ("transient", "unreachable", False)


async def test_a_server_that_never_answers_is_a_timeout_of_something_sent() -> None:
    async with server(silent) as url:
        failure = await failed(url, timeout=SOON)
    assert (failure.category, failure.name, failure.sent) == ("transient", "timeout", True)
    assert failure.description == "The source 'shop' did not answer within 0.05 s."


async def test_a_body_that_drips_is_cut_off_by_the_timeout_of_the_whole() -> None:
    async def drip(_request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(SOON / 10)

    async with server(drip) as url:
        failure = await failed(url, timeout=SOON)
    assert (failure.name, failure.sent) == ("timeout", True)


async def test_a_connection_that_is_never_accepted_is_a_timeout_of_nothing_sent() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        address = full.getsockname()
        queue = [socket.socket() for _ in range(3)]
        for waiting in queue:
            waiting.setblocking(False)
            waiting.connect_ex(address)
        failure = await failed(f"http://127.0.0.1:{address[1]}", timeout=SOON)
        for waiting in queue:
            waiting.close()
    assert (failure.name, failure.sent) == ("timeout", False)
    assert failure.description == "The source 'shop' could not be reached within 0.05 s."


async def test_a_tls_handshake_that_never_ends_is_a_timeout_of_nothing_sent() -> None:
    async with server(silent) as url:
        failure = await failed(url.replace("http", "https"), timeout=SOON)
    assert (failure.name, failure.sent) == ("timeout", False)


async def test_a_timeout_while_the_token_is_fetched_leaves_the_operation_unsent() -> None:
    async with server(silent) as login:
        credentials = oauth.OAuth2ClientCredentials(f"{login}/token", "id", "secret")
        failure = await failed(login, timeout=SOON, auth=credentials)
    assert (failure.name, failure.sent) == ("timeout", False)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000,
    ],
)
@pytest.mark.parametrize("reset", [False, True])
async def test_a_connection_that_breaks_is_unreachable_and_the_operation_may_have_been_carried_out(
    begun: bytes, reset: bool
) -> None:
    async def serve(_request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        await writer.drain()
        if reset:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")

    async with server(serve) as url:
        failure = await failed(url)
    assert (failure.category, failure.name, failure.sent) == ("transient", "unreachable", True)


async def test_an_error_status_stands_though_its_body_breaks_off() -> None:
    async with server(answering(b"HTTP/1.1 429 Slow down\r\nRetry-After: 2\r\nContent-Length: 10\r\n\r\n{")) as url:
        failure = await failed(url)
    assert (failure.name, failure.retry_after, failure.sent) == ("http_429", 2.0, False)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "gzip, gzip"])
async def test_a_compressed_bomb_is_too_large_long_before_it_is_unpacked(coding: str) -> None:
    bomb = zlib.compress(bytes(20_000_000), 9) if coding == "deflate" else gzip.compress(bytes(20_000_000), 1)
    packed = gzip.compress(bomb) if coding == "gzip, gzip" else bomb
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (coding.encode(), len(packed))
    async with server(answering(head + packed)) as url:
        failure = await failed(url, max_reply=10_000)
    assert (failure.category, failure.name) == ("validation", "reply_too_large")
    assert len(failure.reply.content) == 10_000


async def test_an_endless_body_is_too_large() -> None:
    async def pour(_request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x" * 10_000)
            await writer.drain()

    async with server(pour) as url:
        assert (await failed(url, max_reply=100_000)).name == "reply_too_large"


async def test_content_that_is_not_encoded_as_it_says_is_an_unexpected_reply() -> None:
    content = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"
    async with server(answering(content)) as url:
        failure = await failed(url)
    assert (failure.category, failure.name, failure.sent) == ("business", "unexpected_reply", True)


async def test_many_encodings_on_top_of_each_other_are_an_unexpected_reply() -> None:
    content = b"HTTP/1.1 200 OK\r\nContent-Encoding: " + b"gzip, " * 50 + b"gzip\r\nContent-Length: 5\r\n\r\nhello"
    async with server(answering(content)) as url:
        assert (await failed(url)).name == "unexpected_reply"


async def test_another_host_gets_no_credentials_over_real_sockets() -> None:
    seen: list[bytes] = []

    async def elsewhere(request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(request)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

    async with server(elsewhere) as other:
        moved = f"HTTP/1.1 302 Found\r\nLocation: {other}/file\r\nContent-Length: 0\r\n\r\n".encode()
        async with server(answering(moved)) as url:
            credentials = auth.HeaderAuth({"X-Api-Key": "s3cret"})
            async with http.HttpSource("shop", url, auth=credentials, follow_redirects=True) as shop:
                assert (await shop.request("GET", "/x", cookies={"a": "s3cret"})).json() == {}
    assert len(seen) == 1
    assert b"s3cret" not in seen[0]


async def test_a_cancelled_call_gives_its_connection_back() -> None:
    closed = asyncio.Event()

    async def wait_for_the_end(_request: bytes, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await reader.read()
        closed.set()

    async with server(wait_for_the_end) as url, http.HttpSource("shop", url) as shop:
        with anyio.move_on_after(SOON) as scope:
            await shop.request("GET", "/x")
        assert scope.cancelled_caught
        with anyio.fail_after(5):
            await closed.wait()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for the loopback, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


async def test_a_certificate_that_is_not_trusted_is_a_tls_failure_of_nothing_sent(tls: ssl.SSLContext) -> None:
    async with server(answering(OK), tls) as url:
        failure = await failed(url)
    assert (failure.category, failure.name, failure.sent) == ("business", "tls_failed", False)
    assert (
        failure.description == "The source 'shop' has a TLS certificate that is not trusted: self-signed certificate."
    )


async def test_a_certificate_for_another_name_is_a_tls_failure(tls: ssl.SSLContext, certificate: Path) -> None:
    async with server(answering(OK), tls) as url:
        failure = await failed(url.replace("127.0.0.1", "localhost"), verify=str(certificate))
    assert failure.name == "tls_failed"


async def test_a_port_that_speaks_no_tls_is_a_tls_failure() -> None:
    async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test ESMTP\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as mail:
        failure = await failed(f"https://127.0.0.1:{mail.sockets[0].getsockname()[1]}")
    assert (failure.category, failure.name, failure.sent) == ("business", "tls_failed", False)


async def test_a_certificate_authority_of_ones_own_can_be_trusted(tls: ssl.SSLContext, certificate: Path) -> None:
    async with server(answering(OK), tls) as url:
        async with http.HttpSource("shop", url, verify=str(certificate)) as shop:
            assert (await shop.request("GET", "/")).json() == {}
        async with http.HttpSource("shop", url, verify=False) as shop:
            assert (await shop.request("GET", "/")).json() == {}


async def test_certificates_of_the_environment_are_trusted(
    tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with server(answering(OK), tls) as url, http.HttpSource("shop", url) as shop:
        assert (await shop.request("GET", "/")).json() == {}


async def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    async def proxy(request: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(request)
        writer.write(OK if request.startswith(b"GET") else b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")

    async with server(proxy) as url:
        monkeypatch.setenv("HTTP_PROXY", url)
        monkeypatch.setenv("HTTPS_PROXY", url)
        monkeypatch.setenv("NO_PROXY", "")
        async with http.HttpSource("shop", "http://api.test") as shop:
            assert (await shop.request("GET", "/x")).json() == {}
        failure = await failed("https://api.test")
    assert seen[0].startswith(b"GET http://api.test/x HTTP/1.1")
    assert seen[1].startswith(b"CONNECT api.test:443 HTTP/1.1")
    assert (failure.name, failure.sent) == ("unreachable", False)
