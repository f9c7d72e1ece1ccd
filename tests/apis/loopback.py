"""An HTTP server on the loopback address that plays an API, misbehaviour included, and remembers what it was asked."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from .case import SECRET


@dataclass(frozen=True)
class Request:
    """One request as it arrived: `raw_path` still encoded and with its query, header names in lower case."""

    method: str
    raw_path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def path(self) -> str:
        """The path without the query, decoded."""
        return unquote(urlsplit(self.raw_path).path)

    @property
    def query(self) -> dict[str, list[str]]:
        """Every value of every name in the query."""
        return parse_qs(urlsplit(self.raw_path).query, keep_blank_values=True)

    def first(self, name: str, default: str = "") -> str:
        """The first value of a name in the query."""
        return self.query.get(name, [default])[0]

    def json(self) -> Any:
        """The body as JSON; an empty object where there is none."""
        return json.loads(self.body or b"{}")


@dataclass(frozen=True)
class Reply:
    """One reply and how it is sent.

    `truncated` ends after half of the body that it announced, `reset` breaks the connection off instead of answering,
    and `stalled` answers nothing until the server closes.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    sent: Literal["whole", "truncated", "reset", "stalled"] = "whole"


def json_reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """A JSON reply."""
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **(headers or {})})


def html_reply(status: int = 200, title: str = "Scheduled maintenance") -> Reply:
    """A page for people, as proxies and load balancers send it. It holds SECRET."""
    page = f"<!doctype html><html><head><title>{title}</title></head><body><p>{SECRET}</p></body></html>"
    return Reply(status, page.encode(), {"Content-Type": "text/html; charset=utf-8"})


TRUNCATED = Reply(
    body=b'[{"id": 1}, {"id": 2}, {"id": 3}]', headers={"Content-Type": "application/json"}, sent="truncated"
)
RESET = Reply(sent="reset")
STALLED = Reply(sent="stalled")
OVERSIZED = Reply(body=b'["' + b"x" * 6_000_000 + b'"]', headers={"Content-Type": "application/json"})

MISBEHAVIOURS: Mapping[str, Reply] = {
    "html": html_reply(),
    "truncated": TRUNCATED,
    "reset": RESET,
    "stalled": STALLED,
    "oversized": OVERSIZED,
    "down": html_reply(503, "503 Service Temporarily Unavailable"),
}

Answer = Callable[[Request], Reply]


class LoopbackApi:
    """A server at `url` while the context lasts; `requests` are those that it received, in order.

    `answer` is a function, or the replies to one call after the other; a call beyond them is answered with 501.
    """

    def __init__(self, answer: Answer | Iterable[Reply]) -> None:
        self.requests: list[Request] = []
        self._answer = answer if callable(answer) else _scripted(answer)
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._server = _Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> LoopbackApi:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def reply_to(self, request: Request) -> Reply:
        """The reply to a request, which is remembered."""
        with self._lock:
            self.requests.append(request)
            return self._answer(request)

    def wait_until_closing(self) -> None:
        """Return when the server closes."""
        self._closing.wait()


def _scripted(replies: Iterable[Reply]) -> Answer:
    remaining = iter(replies)
    unexpected = json_reply({"message": "This call is not in the script of the test."}, 501)
    return lambda _: next(remaining, unexpected)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: LoopbackApi) -> None:
        super().__init__(("127.0.0.1", 0), _Exchange)
        self.api = api

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away."""


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def handle_one_request(self) -> None:
        """Read one request of any method and answer it."""
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline:
            self.close_connection = True
        elif self.parse_request():
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._send(self.server.api.reply_to(Request(self.command, self.path, headers, body)))

    def _send(self, reply: Reply) -> None:
        if reply.sent == "reset":
            self._break_off()
            return
        if reply.sent == "stalled":
            self.server.api.wait_until_closing()
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if reply.sent == "truncated":
            self.wfile.write(reply.body[: len(reply.body) // 2])
            self.close_connection = True
        else:
            self.wfile.write(reply.body)

    def _break_off(self) -> None:
        """Close the connection so that the other side sees a reset, not an end."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the method that it overrides
        """Keep quiet."""
