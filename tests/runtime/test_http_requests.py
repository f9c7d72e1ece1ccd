"""What a source sends, and how every way to fail ends."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from typing import Any

import anyio
import httpx2
import pytest

http = importlib.import_module("demo_server.runtime.http")
auth = importlib.import_module("demo_server.runtime.http.auth")
oauth = importlib.import_module("demo_server.runtime.http.oauth")
encoding = importlib.import_module("demo_server.runtime.http.encoding")
expressions = importlib.import_module("demo_server.runtime.expressions")
failure = importlib.import_module("demo_server.runtime.failure")

Handler = Callable[[httpx2.Request], Any]
ERRORS = [
    each
    for each in vars(httpx2).values()
    if isinstance(each, type) and issubclass(each, Exception) and not issubclass(each, Warning)
]
NEVER_SENT = {
    "ConnectError",
    "ConnectTimeout",
    "PoolTimeout",
    "ProxyError",
    "UnsupportedProtocol",
    "LocalProtocolError",
    "InvalidURL",
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Recorder:
    """A transport that answers with a function and keeps the requests."""

    def __init__(self, handler: Handler | None = None) -> None:
        self.requests: list[httpx2.Request] = []
        self._handler = handler or (lambda _: httpx2.Response(200, json={}))
        self.transport = httpx2.MockTransport(self._handle)

    def _handle(self, request: httpx2.Request) -> Any:
        self.requests.append(request)
        return self._handler(request)

    @property
    def last(self) -> httpx2.Request:
        return self.requests[-1]


def source(recorder: Recorder, base_url: str = "https://api.test/v1", **settings: Any) -> Any:
    return http.HttpSource("shop", base_url, transport=recorder.transport, **settings)


async def asked(handler: Handler, method: str = "GET", **settings: Any) -> Any:
    """The reply to one request, or the failure of it."""
    async with source(Recorder(handler), **settings) as shop:
        try:
            return await shop.request(method, "/x")
        except http.HttpFailure as error:
            return error


@pytest.mark.parametrize(
    ("base", "path", "url"),
    [
        ("https://api.test", "/x", "https://api.test/x"),
        ("https://api.test/", "/x", "https://api.test/x"),
        ("https://api.test/v1", "/x/", "https://api.test/v1/x/"),
        ("https://api.test/v1/", "/x", "https://api.test/v1/x"),
        ("http://api.test:8080/a/b/", "//evil.test/x", "http://api.test:8080/a/b//evil.test/x"),
        ("https://api.test", "//evil.test/x", "https://api.test//evil.test/x"),
        ("https://api.test/v1", "/@evil.test", "https://api.test/v1/@evil.test"),
        ("https://api.test/v1", "/x?type=repo", "https://api.test/v1/x?type=repo&q=1"),
        ("http://[::1]:80/v1", "/x", "http://[::1]/v1/x"),
    ],
)
async def test_a_path_is_appended_to_the_base_url(base: str, path: str, url: str) -> None:
    recorder = Recorder()
    async with source(recorder, base) as shop:
        await shop.request("GET", path, query={"q": 1} if "?" in path else {})
    assert str(recorder.last.url) == url


async def test_a_request_carries_what_it_was_given_and_leaves_out_what_is_none() -> None:
    recorder = Recorder()
    async with source(recorder, headers={"X-Version": "1", "X-Team": "a"}) as shop:
        await shop.request(
            "PATCH",
            encoding.encoded_path("/things/{id}", id="a/b"),
            query={"page": 2.0, "tag": ["a", "b"], "none": None},
            headers={"X-Team": None, "X-Version": 2, "X-None": None},
            cookies={"s": "v", "none": None},
            json={"a": None},
        )
    request = recorder.last
    assert (request.method, str(request.url)) == ("PATCH", "https://api.test/v1/things/a%2Fb?page=2&tag=a&tag=b")
    assert request.headers["X-Version"] == "2"
    assert request.headers["X-Team"] == "a"
    assert request.headers["Cookie"] == "s=v"
    assert request.headers["Content-Type"] == "application/json"
    assert "X-None" not in request.headers
    assert request.content == b'{"a":null}'


async def test_a_header_of_the_call_says_what_the_body_is() -> None:
    recorder = Recorder()
    async with source(recorder) as shop:
        await shop.request("PUT", "/x", content=b"\x00", content_type="image/png")
        assert recorder.last.headers["Content-Type"] == "image/png"
        await shop.request("PUT", "/x", content=b"\x00", headers={"content-type": "image/gif"})
        assert recorder.last.headers["Content-Type"] == "image/gif"
        await shop.request("POST", "/x")
        assert recorder.last.headers["Content-Length"] == "0"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.test",
        "ftp://api.test",
        "https://",
        "https://a:b:c",
        "https://a.test/x?key=s3cret",
        "https://u:s3cret@a.test:port/",
        "https://a\n.test",
    ],
)
def test_a_url_that_cannot_be_used_is_refused_at_once_without_being_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="'shop'") as caught:
        http.HttpSource("shop", url)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("url", ["", "login.test", "ftp://login.test", "https://u:s3cret@login.test:port/"])
def test_a_token_url_that_cannot_be_used_is_refused_at_once_without_being_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="token endpoint") as caught:
        oauth.OAuth2ClientCredentials(url, "id", "s3cret")
    assert "s3cret" not in str(caught.value)


def test_credentials_and_headers_that_cannot_be_sent_are_refused_at_once_without_being_repeated() -> None:
    with pytest.raises(ValueError, match="line break") as caught:
        auth.BearerAuth("s3cret\n")
    assert "s3cret" not in str(caught.value)
    with pytest.raises(ValueError, match="line break") as caught:
        http.HttpSource("shop", "https://api.test", headers={"X-Key": "s3cret\n"})
    assert "s3cret" not in str(caught.value)


async def test_arguments_that_cannot_be_sent_never_reach_the_source() -> None:
    recorder = Recorder()
    async with source(recorder) as shop:
        for bad in (
            {"headers": {"A": "\n"}},
            {"cookies": {"a": ";"}},
            {"query": {"q": "x" * 70_000}},
            {"json": "\ud800"},
        ):
            with pytest.raises(failure.InvalidArguments):
                await shop.request("GET", "/x", **bad)
    assert recorder.requests == []


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("while_reading", [False, True])
async def test_every_exception_of_the_client_is_a_failure(error: type[Exception], while_reading: bool) -> None:
    class Broken(httpx2.AsyncByteStream):
        async def __aiter__(self) -> Any:
            yield b"{"
            raise made()

    def made() -> Exception:
        if error is httpx2.HTTPStatusError:
            request = httpx2.Request("GET", "https://u:s3cret@api.test/?key=s3cret")
            return error("s3cret", request=request, response=httpx2.Response(500))
        try:
            return error("s3cret")
        except TypeError:
            return error()

    def handler(_request: httpx2.Request) -> httpx2.Response:
        if while_reading:
            return httpx2.Response(200, stream=Broken())
        raise made()

    found = await asked(handler)
    assert isinstance(found, http.HttpFailure)
    assert found.name in ("unreachable", "timeout", "redirected", "unexpected_reply")
    assert found.category == ("transient" if found.name in ("unreachable", "timeout") else "business")
    assert found.sent == (error.__name__ not in NEVER_SENT)
    assert (found.status, found.body, found.reason, dict(found.headers)) == (None, None, None, {})
    assert "upstream" not in found.details
    assert "'shop'" in found.description
    assert "s3cret" not in found.description


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (httpx2.ConnectTimeout, "timeout"),
        (httpx2.ReadTimeout, "timeout"),
        (httpx2.ConnectError, "unreachable"),
        (httpx2.RemoteProtocolError, "unreachable"),
        (httpx2.ProxyError, "unreachable"),
        (httpx2.DecodingError, "unexpected_reply"),
        (httpx2.TooManyRedirects, "redirected"),
        (TimeoutError, "timeout"),
        (ConnectionResetError, "unreachable"),
        (OSError, "unreachable"),
    ],
)
async def test_an_exception_has_the_name_of_what_happened(error: type[Exception], name: str) -> None:
    def handler(_request: httpx2.Request) -> httpx2.Response:
        raise error("x")

    assert (await asked(handler)).name == name


async def test_a_bug_is_no_failure_of_the_source() -> None:
    def handler(_request: httpx2.Request) -> httpx2.Response:
        raise KeyError("x")

    with pytest.raises(KeyError):
        await asked(handler)


@pytest.mark.parametrize("status", [204, 200, 201, 206, 299])
async def test_a_success_is_the_reply(status: int) -> None:
    reply = await asked(lambda _: httpx2.Response(status))
    assert (reply.status, reply.is_empty) == (status, True)


async def test_a_status_that_is_no_success_is_a_failure() -> None:
    found = await asked(lambda _: httpx2.Response(404, json={"code": "no_such"}, headers={"Retry-After": "5"}))
    assert (found.name, found.code, found.retry_after, found.sent, found.source) == (
        "http_404",
        "no_such",
        5.0,
        False,
        "shop",
    )


async def test_a_reply_that_says_no_under_a_200_is_a_failure() -> None:
    upstream = http.Upstream(code=expressions.found_by("!ok && error"))
    found = await asked(lambda _: httpx2.Response(200, json={"ok": False, "error": "x"}), upstream=upstream)
    assert (found.name, found.code) == ("http_200", "x")
    assert (await asked(lambda _: httpx2.Response(200, json={"ok": True}), upstream=upstream)).status == 200
    assert (await asked(lambda _: httpx2.Response(200, text="<p>"), upstream=upstream)).status == 200


async def test_a_reply_may_be_as_large_as_is_accepted_and_no_larger() -> None:
    assert len((await asked(lambda _: httpx2.Response(200, content=b"x" * 100), max_reply=100)).content) == 100
    found = await asked(lambda _: httpx2.Response(200, content=b"x" * 101), max_reply=100)
    assert (found.category, found.name, found.status, found.sent) == ("validation", "reply_too_large", 200, True)
    assert "100 bytes" in found.description


async def test_an_error_keeps_its_status_however_large_or_broken_its_body_is() -> None:
    found = await asked(lambda _: httpx2.Response(429, content=b"x" * 101), max_reply=100)
    assert found.name == "http_429"

    class Broken(httpx2.AsyncByteStream):
        async def __aiter__(self) -> Any:
            yield b"{"
            raise httpx2.ReadError("x")

    assert (await asked(lambda _: httpx2.Response(503, stream=Broken()))).name == "http_503"
    garbled = {"Content-Encoding": "gzip"}
    assert (await asked(lambda _: httpx2.Response(502, headers=garbled, stream=Broken()))).name == "http_502"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed_unless_asked_and_says_where_to_without_secrets(status: int) -> None:
    to = "https://u:s3cret@login.test:8443/sign-in?token=s3cret#s3cret"
    found = await asked(lambda _: httpx2.Response(status, headers={"Location": to}))
    assert (found.category, found.name, found.status) == ("business", "redirected", status)
    assert found.sent == (status in (302, 303))
    assert "https://login.test:8443/sign-in " in found.description
    assert "s3cret" not in found.description


@pytest.mark.parametrize("status", [300, 304, 305])
async def test_another_3xx_is_a_business_failure_of_its_own(status: int) -> None:
    found = await asked(lambda _: httpx2.Response(status), follow_redirects=True)
    assert (found.category, found.name) == ("business", f"http_{status}")


@pytest.mark.parametrize(
    "location", ["http://[", "https://\x00", "mailto:x@y.test", "ftp://x.test/", "http://api.test/down", ""]
)
async def test_a_redirect_that_leads_nowhere_safe_is_not_followed(location: str) -> None:
    recorder = Recorder(lambda _: httpx2.Response(302, headers={"Location": location}))
    async with source(recorder, follow_redirects=True) as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("GET", "/x")
    assert caught.value.category == "business"
    assert caught.value.status in (302, None)
    assert {request.url.scheme for request in recorder.requests} == {"https"}


async def test_redirects_end_after_five() -> None:
    recorder = Recorder(lambda _: httpx2.Response(302, headers={"Location": "/again"}))
    async with source(recorder, follow_redirects=True) as shop:
        with pytest.raises(http.HttpFailure, match="too often") as caught:
            await shop.request("GET", "/x")
    assert (caught.value.name, caught.value.sent) == ("redirected", True)
    assert len(recorder.requests) == 6


CREDENTIALS = [
    auth.HeaderAuth({"X-Api-Key": "s3cret"}),
    auth.QueryAuth({"key": "s3cret"}),
    auth.BearerAuth("s3cret"),
    auth.BasicAuth("user", "s3cret"),
]


@pytest.mark.parametrize("credentials", CREDENTIALS)
@pytest.mark.parametrize(
    "elsewhere", ["https://cdn.test/file", "https://api.test:444/file", "https://sub.api.test/file"]
)
async def test_another_origin_never_gets_credentials(credentials: Any, elsewhere: str) -> None:
    recorder = Recorder(
        lambda request: (
            httpx2.Response(302, headers={"Location": elsewhere})
            if request.url.path == "/v1/x"
            else httpx2.Response(200, json=1)
        )
    )
    async with source(recorder, follow_redirects=True, auth=credentials, headers={"X-Private": "s3cret"}) as shop:
        reply = await shop.request("GET", "/x", cookies={"session": "s3cret"}, headers={"X-Mine": "s3cret"})
    assert reply.json() == 1
    assert "s3cret" in repr((recorder.requests[0].headers.raw, recorder.requests[0].url))
    assert str(recorder.last.url) == elsewhere
    assert set(recorder.last.headers) <= {"host", "accept", "accept-encoding", "user-agent"}
    assert recorder.last.headers["host"] == recorder.last.url.netloc.decode()


@pytest.mark.parametrize("credentials", CREDENTIALS)
async def test_the_same_origin_gets_them_again(credentials: Any) -> None:
    recorder = Recorder(
        lambda request: (
            httpx2.Response(307, headers={"Location": "/v2/x?page=1"})
            if request.url.path == "/v1/x"
            else httpx2.Response(200, json=1)
        )
    )
    async with source(recorder, follow_redirects=True, auth=credentials) as shop:
        await shop.request("POST", "/x", json={"a": 1}, cookies={"session": "v"})
    first, last = recorder.requests
    assert (last.method, last.content, last.headers["Cookie"]) == ("POST", b'{"a":1}', "session=v")
    assert last.headers["Content-Type"] == "application/json"
    assert last.headers.get("Authorization") == first.headers.get("Authorization")
    assert last.headers.get("X-Api-Key") == first.headers.get("X-Api-Key")
    assert last.url.params.get("key") == first.url.params.get("key")


@pytest.mark.parametrize("status", [307, 308])
async def test_a_body_is_never_sent_to_another_origin(status: int) -> None:
    recorder = Recorder(lambda _: httpx2.Response(status, headers={"Location": "https://evil.test/"}))
    async with source(recorder, follow_redirects=True) as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("POST", "/x", json={"a": 1})
    assert caught.value.name == "redirected"
    assert len(recorder.requests) == 1


async def test_the_body_of_a_get_is_left_behind_on_the_way_to_another_origin() -> None:
    recorder = Recorder(
        lambda request: (
            httpx2.Response(302, headers={"Location": "https://cdn.test/"})
            if request.url.host == "api.test"
            else httpx2.Response(200)
        )
    )
    async with source(recorder, follow_redirects=True) as shop:
        await shop.request("GET", "/x", json={"a": "private"})
    assert [request.content for request in recorder.requests] == [b'{"a":"private"}', b""]


@pytest.mark.parametrize(("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
async def test_a_redirected_post_becomes_a_get_where_browsers_make_it_one(status: int, method: str) -> None:
    recorder = Recorder(
        lambda request: (
            httpx2.Response(status, headers={"Location": "y"})
            if request.url.path.endswith("/x")
            else httpx2.Response(200)
        )
    )
    async with source(recorder, follow_redirects=True) as shop:
        await shop.request("POST", "/x", json={"a": 1})
    assert (recorder.last.method, str(recorder.last.url)) == (method, "https://api.test/v1/y")
    assert bool(recorder.last.content) == ("Content-Type" in recorder.last.headers) == (method == "POST")


async def test_user_information_of_the_url_becomes_basic_authentication_and_shows_nowhere() -> None:
    recorder = Recorder(lambda _: httpx2.Response(500))
    async with source(recorder, "https://us%40er:s3%2Fcret@api.test/v1") as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("GET", "/x")
    assert recorder.last.headers["Authorization"] == auth.basic("us@er", "s3/cret")
    assert str(recorder.last.url) == "https://api.test/v1/x"
    assert "cret" not in caught.value.description


async def test_query_credentials_join_the_query() -> None:
    recorder = Recorder()
    async with source(recorder, auth=auth.QueryAuth({"api_key": "a b&c"})) as shop:
        await shop.request("GET", "/x", query={"tags": "a,b"})
        assert str(recorder.last.url) == "https://api.test/v1/x?tags=a,b&api_key=a%20b%26c"
        await shop.request("GET", "/x")
        assert str(recorder.last.url) == "https://api.test/v1/x?api_key=a%20b%26c"


async def test_credentials_win_over_a_header_of_the_call() -> None:
    recorder = Recorder()
    async with source(recorder, auth=auth.BearerAuth("real")) as shop:
        await shop.request("GET", "/x", headers={"authorization": "Bearer mine"})
    assert recorder.last.headers.get_list("Authorization") == ["Bearer real"]


@pytest.mark.parametrize("credentials", CREDENTIALS)
async def test_fixed_credentials_that_are_refused_are_not_tried_again(credentials: Any) -> None:
    recorder = Recorder(lambda _: httpx2.Response(401))
    async with source(recorder, auth=credentials) as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("GET", "/x")
    assert (caught.value.name, caught.value.sent, len(recorder.requests)) == ("http_401", False, 1)


async def test_cookies_of_one_reply_are_not_sent_with_the_next_request() -> None:
    recorder = Recorder(lambda _: httpx2.Response(200, headers={"Set-Cookie": "session=of-somebody; Path=/"}))
    async with source(recorder) as shop:
        await shop.request("GET", "/x")
        await shop.request("GET", "/x")
    assert "Cookie" not in recorder.last.headers


async def test_nothing_of_a_request_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await asked(lambda _: httpx2.Response(200), auth=auth.QueryAuth({"key": "s3cret"}))
    assert "s3cret" not in caplog.text


async def test_a_netrc_file_is_never_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / ".netrc").write_text("machine api.test login user password s3cret\n")
    (tmp_path / ".netrc").chmod(0o600)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    recorder = Recorder()
    async with source(recorder) as shop:
        await shop.request("GET", "/x")
    assert "Authorization" not in recorder.last.headers


async def test_a_cancelled_call_stays_cancelled() -> None:
    started = anyio.Event()

    async def handler(_request: httpx2.Request) -> httpx2.Response:
        started.set()
        await anyio.sleep_forever()
        raise AssertionError

    outcome: list[str] = []

    async def call() -> None:
        try:
            await asked(handler)
            outcome.append("returned")
        except anyio.get_cancelled_exc_class():
            outcome.append("cancelled")
            raise

    async with anyio.create_task_group() as group:
        group.start_soon(call)
        await started.wait()
        group.cancel_scope.cancel()
    assert outcome == ["cancelled"]


async def test_a_request_without_its_source_open_is_a_programming_error() -> None:
    with pytest.raises(RuntimeError, match="not open"):
        await source(Recorder()).request("GET", "/x")
