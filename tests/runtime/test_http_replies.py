"""What a reply says: its JSON, its text, the vendor's code and message, and the failure that it is."""

from __future__ import annotations

import importlib
import json
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

http = importlib.import_module("demo_server.runtime.http")
status = importlib.import_module("demo_server.runtime.http.status")
expressions = importlib.import_module("demo_server.runtime.expressions")

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def reply(
    code: int = 200, content: Any = b"", *, headers: dict[str, str] | None = None, upstream: Any = None, media: str = ""
) -> Any:
    """A reply of the source `shop`; content that is no bytes is sent as JSON."""
    given = httpx2.Headers({"Content-Type": media} if media else {})
    given.update(headers or {})
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return http.Reply("shop", "The source 'shop'", code, given, raw, places=upstream or http.Upstream())


TRANSIENT = {408, 423, 425, 429} | (set(range(500, 600)) - {501, 505, 511})
VALIDATION = {400, 404, 410, 413, 414, 416, 422, 428, 431}
PERMISSION = {401, 403, 407, 511}


@pytest.mark.parametrize("code", [101, *range(300, 600), 600, 999])
def test_every_status_has_its_built_in_category_and_name(code: int) -> None:
    failure = reply(code).failure()
    expected = (
        "transient"
        if code in TRANSIENT
        else "validation"
        if code in VALIDATION
        else "permission"
        if code in PERMISSION
        else "business"
    )
    assert (failure.category, failure.name, failure.status) == (expected, f"http_{code}", code)
    assert failure.details["upstream"] == {"status": code}
    assert "'shop'" in failure.description
    assert str(code) in failure.description
    assert failure.overloaded == (code in (429, 529))


@pytest.mark.parametrize("code", [*(set(range(400, 500)) - {408}), 501, 505, 511, 301, 307, 308])
def test_a_status_that_proves_that_nothing_was_done_is_not_sent(code: int) -> None:
    assert not reply(code).failure().sent


@pytest.mark.parametrize("code", [408, 500, 502, 503, 504, 507, 529, 599, 302, 303, 600, 101])
def test_a_status_that_proves_nothing_may_have_been_carried_out(code: int) -> None:
    assert reply(code).failure().sent


def test_a_503_that_says_when_to_come_back_was_not_carried_out() -> None:
    failure = reply(503, headers={"Retry-After": "7"}).failure()
    assert (failure.sent, failure.retry_after) == (False, 7.0)


@pytest.mark.parametrize(
    ("code", "content", "media", "description"),
    [
        (404, {"message": "Not Found"}, "", "The source 'shop' answered 404 Not Found: Not Found."),
        (404, b"", "", "The source 'shop' answered 404 Not Found."),
        (401, {"message": "Bad credentials!"}, "", "did not accept the credentials of this server: it answered 401 "),
        (403, {}, "", "The source 'shop' denied access: it answered 403 Forbidden."),
        (429, {}, "", "limits the rate of requests: it answered 429 Too Many Requests."),
        (
            502,
            b"<html><TITLE lang=en>Bad\n gateway &amp; co</TITLE><pre>Traceback",
            "text/html; charset=x",
            "Bad gateway & co.",
        ),
        (500, b"it is down", "text/plain", "500 Internal Server Error: it is down."),
        (500, b"Traceback\n  File x", "text/plain", "The source 'shop' answered 500 Internal Server Error."),
        (500, b"x" * 300, "text/plain", "The source 'shop' answered 500 Internal Server Error."),
        (500, b"<html><body>secret stack", "text/html", "The source 'shop' answered 500 Internal Server Error."),
        (529, {}, "", "The source 'shop' is overloaded: it answered 529 Overloaded."),
        (599, {}, "", "The source 'shop' answered 599."),
    ],
)
def test_the_description_says_what_was_answered(code: int, content: Any, media: str, description: str) -> None:
    found = reply(code, content, media=media).failure().description
    assert description in found
    assert "Traceback" not in found
    assert "stack" not in found


@pytest.mark.parametrize(
    ("code", "given", "reason"),
    [(404, "Nope", "Not Found"), (599, "Slow", "Slow"), (599, "x" * 51, ""), (599, "a\nb", "")],
)
def test_a_reason_phrase_is_the_standard_one_or_a_short_one_of_the_source(code: int, given: str, reason: str) -> None:
    headers = httpx2.Headers()
    assert http.Reply("shop", "The source 'shop'", code, headers, b"", given_reason=given).failure().reason == reason


def test_the_description_says_when_to_come_back() -> None:
    failure = reply(429, {"message": "Slow down"}, headers={"Retry-After": "29.2"}).failure()
    assert "to be tried again in 30 s: Slow down." in failure.description
    assert failure.retry_after == 29.2


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"message": "Not Found", "documentation_url": "https://x", "status": "404"}, None, "Not Found"),
        (
            {"message": "Validation Failed", "errors": [{"resource": "Issue", "code": "missing_field"}]},
            "missing_field",
            "Validation Failed",
        ),
        ({"error": {"type": "card_error", "code": "card_declined", "message": "No."}}, "card_declined", "No."),
        ({"error": {"message": "Quota", "type": "insufficient_quota", "code": None}}, "insufficient_quota", "Quota"),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "O"}}, "overloaded_error", "O"),
        ({"error": {"code": 404, "message": "gone", "status": "NOT_FOUND"}}, "NOT_FOUND", "gone"),
        ({"error": "invalid_client", "error_description": "Unknown client"}, "invalid_client", "Unknown client"),
        ({"ok": False, "error": "channel_not_found"}, "channel_not_found", "channel_not_found"),
        ({"status": 404, "error": "Not Found", "message": "", "path": "/x"}, None, "Not Found"),
        (
            {"type": "https://x/out-of-credit", "title": "No credit", "detail": "30 needed"},
            "https://x/out-of-credit",
            "30 needed",
        ),
        ({"type": "about:blank", "title": "Forbidden", "status": 403}, None, "Forbidden"),
        ({"__type": "com.amazon.x#ThrottlingException", "Message": "Rate"}, "ThrottlingException", "Rate"),
        (
            {"fault": {"faultstring": "Invalid key", "detail": {"errorcode": "oauth.v2.Bad"}}},
            "oauth.v2.Bad",
            "Invalid key",
        ),
        ({"errors": [{"message": "M", "extensions": {"code": "FORBIDDEN"}}], "data": None}, "FORBIDDEN", "M"),
        ({"errors": [{"status": "404", "code": "x", "title": "T", "detail": "D"}]}, "x", "D"),
        ({"errors": ["one", "two"]}, None, "one; two"),
        (
            {"errors": {"email": ["is invalid", "is taken"], "name": ["is blank"]}},
            None,
            "email: is invalid, is taken; name: is blank",
        ),
        ([{"errorCode": "INVALID_FIELD", "message": "No such column"}], "INVALID_FIELD", "No such column"),
        ({"detail": [{"loc": ["body"], "msg": "Field required", "type": "missing"}]}, "missing", "Field required"),
        ({"detail": "Not authenticated"}, None, "Not authenticated"),
        ({"code": 20003, "message": "Authenticate"}, 20003, "Authenticate"),
        ({"code": 404, "msg": "nothing"}, 404, "nothing"),
        ({"code": True, "message": {"a": 1}}, None, None),
        ({"code": {"a": 1}}, None, None),
        (["x"], None, None),
        ("text", None, None),
        (None, None, None),
        (5, None, None),
    ],
)
def test_the_code_and_the_message_are_found_where_vendors_put_them(body: Any, code: Any, message: str | None) -> None:
    failure = reply(404, body).failure()
    assert (failure.code, failure.message) == (code, message)
    known = {"status": 404, "code": code, "message": message}
    assert failure.details["upstream"] == {key: value for key, value in known.items() if value is not None}


def test_a_long_message_is_cut_at_a_thousand_characters() -> None:
    assert len(reply(400, {"message": "x" * 5000}).failure().details["upstream"]["message"]) == 1000


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    ["error", "errors", "code", "message", "detail", "type", "title", "fault", "extensions"]
                ),
                inner,
            )
        ),
        max_leaves=8,
    )
)
def test_no_error_body_is_too_odd(body: Any) -> None:
    failure = reply(400, body).failure()
    assert isinstance(failure.code, str | int | float | None)
    assert isinstance(failure.message, str | None)


def declared(code: str | None = None, message: str | None = None) -> Any:
    found = expressions.found_by
    return http.Upstream(code=found(code) if code else None, message=found(message) if message else None)


def test_declared_places_take_the_place_of_the_usual_ones() -> None:
    body = {"message": "usual", "code": "usual", "info": {"id": 7, "text": "said"}}
    failure = reply(400, body, upstream=declared("info.id", "info.text")).failure()
    assert (failure.code, failure.message) == (7, "said")
    failure = reply(400, body, upstream=declared(message="length(nothing)")).failure()
    assert (failure.code, failure.message) == ("usual", None)


@pytest.mark.parametrize("body", [{"ok": True, "error": "x"}, {"ok": False, "error": ""}, {"ok": False}])
def test_a_declared_code_that_gives_nothing_refuses_nothing(body: Any) -> None:
    assert not declared("!ok && error").refuses(body)


@pytest.mark.parametrize("body", [{"ok": False, "error": "x"}, {"error": 0}, {"error": {"a": 1}}, {"error": True}])
def test_a_declared_code_that_gives_anything_refuses(body: Any) -> None:
    assert declared("!ok && error").refuses(body)


def test_a_success_that_says_no_is_a_failure_that_may_have_been_carried_out() -> None:
    failure = reply(200, {"ok": False, "error": "not_in_channel"}).refused()
    assert (failure.category, failure.name, failure.status, failure.sent) == ("business", "http_200", 200, True)
    assert failure.details["upstream"] == {"status": 200, "code": "not_in_channel", "message": "not_in_channel"}
    assert failure.description == "The source 'shop' refused although it answered 200 OK: not_in_channel."
    assert reply(503).refused().category == "transient"


@pytest.mark.parametrize(
    ("content", "media", "found"),
    [
        (b"", "application/json", "nothing"),
        (b"  \n", "", "nothing"),
        (b"<html><title>Sign in</title>", "text/html; charset=utf-8", "text/html ('Sign in')"),
        (b'{"a":', "application/json", "JSON that cannot be read"),
        (b"NaN", "application/json", "JSON that cannot be read"),
        (b'{"a": [Infinity]}', "application/json", "JSON that cannot be read"),
        (b"[1e999]", "application/json", "JSON that cannot be read"),
        (b"[" * 100_000, "application/json", "JSON that cannot be read"),
        (b"[" * 100_000 + b"]" * 100_000, "application/json", "JSON that cannot be read"),
        (b'{"a":' * 100_000, "application/json", "JSON that cannot be read"),
        (b"hello", "", "something else"),
        (b"\xff\xfe\x00", "application/octet-stream", "application/octet-stream"),
    ],
)
def test_a_reply_that_is_no_json_is_an_unexpected_reply_and_never_an_empty_one(
    content: bytes, media: str, found: str
) -> None:
    answer = reply(200, content, media=media)
    with pytest.raises(http.HttpFailure) as caught:
        answer.json()
    failure = caught.value
    assert (failure.category, failure.name, failure.sent) == ("business", "unexpected_reply", True)
    assert failure.description == f"The source 'shop' answered 200 OK with {found} where JSON was expected."
    assert failure.details["upstream"]["status"] == 200
    assert answer.json_or_none() is None


def test_json_that_is_not_of_the_expected_kind_can_be_told() -> None:
    failure = reply(200, {"a": 1}).unexpected("a list")
    assert (
        failure.description == "The source 'shop' answered 200 OK with object of 1 property where a list was expected."
    )


@pytest.mark.parametrize(
    ("content", "media", "value"),
    [
        (b'{"a": 1, "a": 2}', "text/plain", {"a": 2}),
        (b"\xef\xbb\xbf[1]", "application/json", [1]),
        ('{"a": "é"}'.encode("latin-1"), "application/json; charset=iso-8859-1", {"a": "é"}),
        ('["é"]'.encode("utf-16"), "application/json; charset=utf-16", ["é"]),
        (
            b'["a\\ud83d", "\\ud83d\\ude00", "\\\\ud83d", "\\ude00b"]',
            "",
            ["a\ufffd", "\U0001f600", "\\ud83d", "\ufffdb"],
        ),
        (b"null", "", None),
        (b'["1e999"]', "", ["1e999"]),
        (b"[123456789012345678901234567890]", "", [123456789012345678901234567890]),
    ],
)
def test_json_is_read_however_it_is_written(content: bytes, media: str, value: Any) -> None:
    assert reply(200, content, media=media).json() == value


@pytest.mark.parametrize(
    ("content", "media", "text"),
    [
        ("é".encode(), "", "é"),
        (b"\xef\xbb\xbfx", "text/plain; charset=utf-8", "x"),
        ("é".encode("latin-1"), 'text/plain; charset="ISO-8859-1"', "é"),
        (b"a\xffb", "text/plain", "a\ufffdb"),
        (b"a", "text/plain; charset=no-such", "a"),
        (b"a", "text/plain; charset=base64", "a"),
        (b"a", "text/plain; charset=\x00", "a"),
        (b"\xff\xfea\x00", "text/plain; charset=utf-16", "a"),
    ],
)
def test_text_is_read_in_its_charset_and_never_fails(content: bytes, media: str, text: str) -> None:
    assert reply(200, content, media=media).text() == text


@given(st.binary(), st.text(max_size=20).map(lambda name: f"text/plain; charset={name}"))
def test_no_bytes_make_reading_fail(content: bytes, media: str) -> None:
    headers = httpx2.Headers([(b"Content-Type", media.encode("utf-8", "replace"))])
    answer = http.Reply("shop", "The source 'shop'", 200, headers, content)
    assert isinstance(answer.text(), str)
    answer.json_or_none()


def test_a_reply_tells_its_headers_whole() -> None:
    headers = httpx2.Headers([("X-Left", "10"), ("X-Left", "0"), ("Content-Type", "Application/JSON ; charset=x")])
    failure = http.Reply("shop", "The source 'shop'", 403, headers, b"{}").failure()
    assert failure.header_matches("x-left", "0")
    assert failure.header_matches("X-Left", "1.")
    assert not failure.header_matches("X-Left", "1")
    assert not failure.header_matches("X-Other", ".*")
    assert failure.headers["content-type"].startswith("Application")
    assert failure.reply.media_type == "application/json"
    assert failure.reply.header("x-left") == "10, 0"
    assert (failure.body, failure.reason) == ({}, "Forbidden")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("120", 120.0),
        (" 1.5 ", 1.5),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 11:59:00 GMT", 0.0),
        ("Monday, 30-Nov-26 12:01:00 GMT", 60.0),
        ("2026-11-30T12:00:30Z", 30.0),
        (str(int(NOW.timestamp()) + 90), 90.0),
        (str(int(NOW.timestamp()) * 1000 + 2500), 2.5),
        (str(int(NOW.timestamp()) - 90), 0.0),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("1e400", None),
        ("9" * 400, None),
        ("Mon, 99 Nov 99999999999 12:01:00 GMT", None),
    ],
)
def test_a_wait_is_read_in_every_notation_and_against_the_clock_of_the_source(
    value: str, seconds: float | None
) -> None:
    headers = {"Retry-After": value, "X-Reset": value, "Date": "Mon, 30 Nov 2026 12:00:00 GMT"}
    failure = reply(500, headers=headers).failure()
    assert failure.retry_after == seconds
    assert failure.retry_after_from("X-Reset") == seconds
    assert failure.retry_after_from("X-Other") is None


@given(st.text(max_size=30))
def test_no_wait_is_ever_negative_or_without_end(value: str) -> None:
    seconds = status.seconds_until(value, NOW)
    assert seconds is None or 0 <= seconds < float("inf")


def test_an_empty_reply_says_so() -> None:
    assert reply(204).is_empty
    assert not reply(200, b"0").is_empty


def test_a_part_of_a_reply_is_what_was_declared_or_an_unexpected_reply() -> None:
    answer = reply(200, {"a": 1})
    assert answer.items([1]) == [1]
    assert answer.mapping({"a": 1}) == {"a": 1}
    assert answer.mapping(None, optional=True) == answer.mapping({}, optional=True) == {}
    for absent in (None, dict[str, Any]()):
        with pytest.raises(http.HttpFailure, match="where an object was expected"):
            answer.mapping(absent)
    for read, value in ((answer.items, None), (answer.items, {}), (answer.mapping, []), (answer.mapping, False)):
        with pytest.raises(http.HttpFailure) as caught:
            read(value)
        assert caught.value.name == "unexpected_reply"


@pytest.mark.parametrize(("declared", "accepted"), [("image/png", True), ("image/*", True), ("image/gif", False)])
def test_binary_content_is_of_the_declared_media_type_or_an_unexpected_reply(declared: str, accepted: bool) -> None:
    answer = reply(200, b"\x89PNG", media="image/png; q=1")
    if accepted:
        assert answer.binary(declared) == b"\x89PNG"
        return
    with pytest.raises(http.HttpFailure, match="with image/png where image/gif was expected"):
        answer.binary(declared)


def test_matches_give_their_named_groups() -> None:
    answer = reply(400, {"message": "No field 'age' here"}, headers={"X-Left": "17"})
    found = answer.message_matches("'(?P<field>.*)'")
    assert found is not None
    assert found["field"] == "age"
    assert answer.failure().header_matches("X-Left", "(?P<left>.*)")["left"] == "17"
    assert reply(400).message_matches("x") is None


def test_a_failure_tells_its_facts_to_expressions() -> None:
    facts = reply(404, {"code": "c", "message": "m"}, headers={"X-Id": "7"}).failure().facts()
    assert expressions.search("[status, reason, body.code, code, message]", facts) == [404, "Not Found", "c", "c", "m"]
    assert expressions.search('headers."x-id"', facts) == "7"
