"""Tokens of the client credentials grant: when they are fetched, and how it ends where none can be had."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import anyio
import httpx2
import pytest

http = importlib.import_module("demo_server.runtime.http")
auth = importlib.import_module("demo_server.runtime.http.auth")
oauth = importlib.import_module("demo_server.runtime.http.oauth")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Service:
    """An API and its token endpoint. The API accepts the tokens that are `valid`, or all."""

    def __init__(self, answer: Callable[[httpx2.Request], Any] | None = None, lifetime: Any = 3600) -> None:
        self.numbers = itertools.count(1)
        self.grants: list[httpx2.Request] = []
        self.calls: list[str] = []
        self.refused: set[str] = set()
        self._answer = answer
        self._lifetime = lifetime

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "login.test":
            self.grants.append(request)
            await anyio.lowlevel.checkpoint()
            return self._answer(request) if self._answer else self.granted()
        token = request.headers["Authorization"].removeprefix("Bearer ")
        self.calls.append(token)
        await anyio.lowlevel.checkpoint()
        return httpx2.Response(401 if token in self.refused else 200, json={})

    def granted(self) -> httpx2.Response:
        token = {"access_token": f"t0ken-{next(self.numbers)}", "expires_in": self._lifetime, "token_type": "bearer"}
        return httpx2.Response(200, json=token)

    def source(self, **settings: Any) -> Any:
        credentials = oauth.OAuth2ClientCredentials("https://login.test/token", "id:é", "s3cret/&", **settings)
        transport = httpx2.MockTransport(self)
        upstream = http.Upstream(code=lambda body: body.get("own"), message=lambda body: body.get("own"))
        headers = {"X-A": "private"}
        return http.HttpSource(
            "shop", "https://api.test", auth=credentials, transport=transport, headers=headers, upstream=upstream
        )


async def failed(service: Service) -> Any:
    async with service.source() as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("POST", "/x")
    assert service.calls == []
    failure = caught.value
    assert not failure.sent
    assert "token endpoint of the source 'shop'" in failure.description
    assert "s3cret" not in failure.description + repr(failure.details)
    return failure


async def test_a_token_is_fetched_when_it_is_needed_and_kept() -> None:
    service = Service()
    secrets: list[str] = []
    async with service.source(scopes=["read", "write"], on_secret=secrets.append) as shop:
        assert service.grants == []
        await shop.request("GET", "/x")
        await shop.request("GET", "/x")
    assert service.calls == ["t0ken-1", "t0ken-1"]
    assert secrets == ["t0ken-1"]
    (grant,) = service.grants
    assert parse_qs(grant.content.decode()) == {"grant_type": ["client_credentials"], "scope": ["read write"]}
    assert grant.headers["Authorization"] == auth.basic("id%3A%C3%A9", "s3cret%2F%26")
    assert grant.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert "X-A" not in grant.headers


async def test_callers_at_the_same_time_share_one_fetch() -> None:
    service = Service()
    async with service.source() as shop, anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(shop.request, "GET", "/x")
    assert service.calls == ["t0ken-1"] * 5
    assert len(service.grants) == 1


@pytest.mark.parametrize(("lifetime", "lasts"), [(3600, 3569), ("3600", 3569), (10, 4)])
async def test_a_token_is_renewed_before_it_ends(lifetime: Any, lasts: int) -> None:
    service, now = Service(lifetime=lifetime), [0.0]
    async with service.source(clock=lambda: now[0]) as shop:
        for moment in (0, lasts, lasts + 2):
            now[0] = float(moment)
            await shop.request("GET", "/x")
    assert service.calls == ["t0ken-1", "t0ken-1", "t0ken-2"]


@pytest.mark.parametrize("lifetime", [None, "soon", {}, 0])
async def test_a_token_without_an_end_is_kept_until_it_is_refused(lifetime: Any) -> None:
    service, now = Service(lifetime=lifetime), [0.0]
    async with service.source(clock=lambda: now[0]) as shop:
        await shop.request("GET", "/x")
        now[0] = 1e9
        await shop.request("GET", "/x")
    assert service.calls == ["t0ken-1", "t0ken-1"]


async def test_a_refused_token_is_renewed_once_and_the_call_tried_again() -> None:
    service = Service()
    service.refused = {"t0ken-1"}
    async with service.source() as shop:
        assert (await shop.request("POST", "/x")).status == 200
    assert service.calls == ["t0ken-1", "t0ken-2"]


async def test_a_renewal_that_takes_too_long_leaves_the_operation_unsent() -> None:
    async def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "api.test":
            return httpx2.Response(401)
        if next(numbers) > 1:
            await anyio.sleep_forever()
        return httpx2.Response(200, json={"access_token": "t0ken"})

    numbers = itertools.count(1)
    credentials = oauth.OAuth2ClientCredentials("https://login.test/token", "id", "s3cret")
    transport = httpx2.MockTransport(answer)
    async with http.HttpSource("shop", "https://api.test", auth=credentials, transport=transport, timeout=0.03) as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("POST", "/x")
    assert (caught.value.name, caught.value.sent) == ("timeout", False)


async def test_a_second_401_is_the_answer() -> None:
    service = Service()
    service.refused = {"t0ken-1", "t0ken-2"}
    async with service.source() as shop:
        with pytest.raises(http.HttpFailure) as caught:
            await shop.request("POST", "/x")
    assert (caught.value.name, caught.value.category, caught.value.sent) == ("http_401", "permission", False)
    assert service.calls == ["t0ken-1", "t0ken-2"]


async def test_a_token_refused_to_many_at_once_is_renewed_once() -> None:
    service = Service()
    service.refused = {"t0ken-1"}
    async with service.source() as shop, anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(shop.request, "GET", "/x")
    assert service.calls.count("t0ken-2") == 5
    assert len(service.grants) == 2


async def test_an_endpoint_that_wants_the_credentials_in_the_form_gets_them_there() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(401) if "Authorization" in request.headers else service.granted()

    service = Service(answer, lifetime=1)
    async with service.source() as shop:
        await shop.request("GET", "/x")
        service.refused = {"t0ken-1"}
        await shop.request("GET", "/x")
    assert [("Authorization" in grant.headers) for grant in service.grants] == [True, False, False]
    form = parse_qs(service.grants[-1].content.decode())
    assert (form["client_id"], form["client_secret"]) == (["id:é"], ["s3cret/&"])


async def test_client_credentials_refused_in_both_places_are_offered_in_both_again() -> None:
    service = Service(lambda _: httpx2.Response(401))
    async with service.source() as shop:
        for _ in range(2):
            with pytest.raises(http.HttpFailure):
                await shop.request("GET", "/x")
    assert [("Authorization" in grant.headers) for grant in service.grants] == [True, False, True, False]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 302, 501])
async def test_refused_client_credentials_are_a_permission_failure_without_a_status_of_the_operation(
    status: int,
) -> None:
    body = {"error": "invalid_client", "error_description": "Unknown client."}
    headers = {"Location": "https://elsewhere.test"} if status == 302 else {}
    failure = await failed(Service(lambda _: httpx2.Response(status, json=body, headers=headers)))
    assert (failure.category, failure.name, failure.status) == ("permission", "token_refused", None)
    assert (failure.body, dict(failure.headers)) == (None, {})
    assert failure.details["upstream"] == {"status": status, "code": "invalid_client", "message": "Unknown client."}
    assert "Unknown client." in failure.description


@pytest.mark.parametrize("status", [408, 429, 500, 503])
async def test_a_token_endpoint_in_trouble_is_a_transient_failure(status: int) -> None:
    failure = await failed(Service(lambda _: httpx2.Response(status, headers={"Retry-After": "3"})))
    assert (failure.category, failure.name, failure.retry_after) == ("transient", f"http_{status}", 3.0)


@pytest.mark.parametrize("error", [httpx2.ConnectError, httpx2.ReadError, httpx2.ReadTimeout])
async def test_a_token_endpoint_that_does_not_answer_leaves_the_operation_unsent(error: type[Exception]) -> None:
    def answer(_request: httpx2.Request) -> httpx2.Response:
        raise error("x")

    failure = await failed(Service(answer))
    assert (failure.category, failure.status) == ("transient", None)


@pytest.mark.parametrize(
    "body", [b"<html>", b"[]", b"{}", b'{"access_token": ""}', b'{"access_token": 5}', b'{"access_token": "a\\nb"}']
)
async def test_an_answer_without_a_token_is_an_unexpected_reply(body: bytes) -> None:
    failure = await failed(Service(lambda _: httpx2.Response(200, content=body)))
    assert (failure.category, failure.name, failure.status) == ("business", "unexpected_reply", None)


async def test_a_caller_who_gives_up_does_not_keep_the_others_from_their_token() -> None:
    waiting = anyio.Event()

    class Slow(Service):
        async def __call__(self, request: httpx2.Request) -> httpx2.Response:
            if request.url.host == "login.test" and not self.grants:
                self.grants.append(request)
                waiting.set()
                await anyio.sleep_forever()
            return await super().__call__(request)

    service = Slow()
    async with service.source() as shop, anyio.create_task_group() as group:
        impatient = anyio.CancelScope()

        async def give_up() -> None:
            with impatient:
                await shop.request("GET", "/x")

        group.start_soon(give_up)
        await waiting.wait()
        group.start_soon(shop.request, "GET", "/x")
        await anyio.lowlevel.checkpoint()
        impatient.cancel()
    assert service.calls == ["t0ken-1"]
