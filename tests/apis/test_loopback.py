"""The loopback server answers as told and remembers what it was asked."""

from __future__ import annotations

import httpx2
import pytest

from .loopback import MISBEHAVIOURS, LoopbackApi, Request, json_reply


def test_it_remembers_every_request_in_order() -> None:
    with LoopbackApi([json_reply({}), json_reply({})]) as api:
        httpx2.post(f"{api.url}/a%2Fb?tag=x&tag=y", json={"k": 1}, headers={"X-Key": "v"})
        httpx2.delete(f"{api.url}/c")

    first, second = api.requests
    assert (first.method, first.raw_path, first.path) == ("POST", "/a%2Fb?tag=x&tag=y", "/a/b")
    assert (first.query, first.json(), first.headers["x-key"]) == ({"tag": ["x", "y"]}, {"k": 1}, "v")
    assert (second.method, second.json()) == ("DELETE", {})


def test_a_script_gives_one_reply_per_call_and_says_when_it_is_over() -> None:
    with LoopbackApi([json_reply({"call": 1}), json_reply({"call": 2}, 201)]) as api:
        replies = [httpx2.get(api.url) for _ in range(3)]

    assert [reply.status_code for reply in replies] == [200, 201, 501]


def test_a_function_may_answer_by_the_request() -> None:
    with LoopbackApi(lambda request: json_reply({"path": request.path})) as api:
        assert httpx2.get(f"{api.url}/here").json() == {"path": "/here"}


@pytest.mark.parametrize(
    ("name", "error"),
    [("truncated", httpx2.RemoteProtocolError), ("reset", httpx2.ReadError), ("stalled", httpx2.ReadTimeout)],
)
def test_misbehaviour_is_what_a_client_would_meet(name: str, error: type[Exception]) -> None:
    with LoopbackApi(lambda _: MISBEHAVIOURS[name]) as api, pytest.raises(error):
        httpx2.get(api.url, timeout=0.2)


def test_names_in_a_request_are_read_without_regard_to_case() -> None:
    request = Request("GET", "/?q=", {"accept": "text/plain"}, b"")

    assert (request.first("q", "none"), request.first("other", "none")) == ("", "none")
