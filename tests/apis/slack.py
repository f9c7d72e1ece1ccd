"""Slack's Web API. What it answers follows from the channel, the cursor or the e-mail address that it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .case import Case, business, empty, permission, success, transient, validation
from .loopback import MISBEHAVIOURS, Reply, Request, json_reply

TOKEN = "xoxb-played"

_CHANNELS: list[dict[str, Any]] = [
    {"id": "C0GENERAL", "name": "general", "is_private": False, "is_member": True, "num_members": 42},
    {"id": "C0NEWS", "name": "news", "is_private": False, "is_member": True, "num_members": 40},
    {"id": "G0BOARD", "name": "board", "is_private": True, "is_member": True, "num_members": 3},
]
_MESSAGES: list[dict[str, Any]] = [
    {"type": "message", "user": "U0ADA", "text": "The release is out.", "ts": "1764547200.000100", "reply_count": 3},
    {"type": "message", "bot_id": "B0CI", "text": "Build 7 passed.", "ts": "1764540000.000100"},
]
_ADA = {"id": "U0ADA", "name": "ada", "real_name": "Ada Lovelace", "tz": "Europe/London", "is_bot": False}
LONGEST_TEXT = 40_000


def environment(url: str) -> dict[str, str]:
    """What the server's environment must hold to talk to the API at `url`."""
    return {"SLACK_API_URL": url, "SLACK_BOT_TOKEN": TOKEN}


def answer(request: Request) -> Reply:
    """The reply to one request."""
    if request.headers.get("authorization") != f"Bearer {TOKEN}":
        return _error("invalid_auth")
    match request.method, request.path:
        case "GET", "/conversations.list":
            return _refusal(request.first("cursor")) or _channels(request)
        case "GET", "/conversations.history":
            return _refusal(request.first("channel")) or _refusal(request.first("cursor")) or _history(request)
        case "POST", "/chat.postMessage":
            return _refusal(request.json()["channel"]) or _posted(request.json())
        case "GET", "/users.lookupByEmail":
            return _refusal(request.first("email").partition("@")[0]) or _member(request.first("email"))
        case _:
            return _error("unknown_method")


def _channels(request: Request) -> Reply:
    wanted = request.first("types").split(",")
    found = [each for each in _CHANNELS if ("private_channel" if each["is_private"] else "public_channel") in wanted]
    listed = [{**each, "topic": {"value": "News"}} for each in found if request.first("cursor") != "end"]
    return _ok(channels=listed, response_metadata={"next_cursor": ""})


def _history(request: Request) -> Reply:
    oldest = request.first("oldest", "0")
    found = [each for each in _MESSAGES if request.first("channel") != "C0EMPTY" and each["ts"] > oldest]
    shown = found[: int(request.first("limit"))]
    more = len(shown) < len(found)
    return _ok(messages=shown, has_more=more, response_metadata={"next_cursor": "bmV4dA==" if more else ""})


def _posted(sent: dict[str, Any]) -> Reply:
    if len(sent["text"]) > LONGEST_TEXT:
        return _error("msg_too_long")
    if sent.get("thread_ts", _MESSAGES[0]["ts"]) not in [message["ts"] for message in _MESSAGES]:
        return _error("thread_not_found")
    return _ok(channel=sent["channel"], ts="1764547200.000200", message={"text": sent["text"]})


def _member(email: str) -> Reply:
    return _ok(user=_ADA) if email == "ada@example.com" else _error("users_not_found")


def _ok(**body: Any) -> Reply:
    return json_reply({"ok": True, **body})


def _error(code: str, **body: Any) -> Reply:
    return json_reply({"ok": False, "error": code, **body})


def _refusal(named: str) -> Reply | None:
    """What Slack answers where this is the channel, the cursor or the name before the @, if it refuses that."""
    name = named.lower().removeprefix("c0")
    return _REFUSALS.get(name) or MISBEHAVIOURS.get(name)


_REFUSALS: Mapping[str, Reply] = {
    "limited": json_reply({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": "120"}),
    "flooded": _error("rate_limited"),
    "broken": _error("internal_error"),
    "unscoped": _error("missing_scope", needed="channels:history", provided="chat:write"),
    "revoked": _error("token_revoked"),
    "forbidden": _error("access_denied"),
    "unheardof": _error("a_code_of_tomorrow"),
    "missing": _error("channel_not_found"),
    "elsewhere": _error("not_in_channel"),
    "archive": _error("is_archived"),
    "readonly": _error("restricted_action_read_only_channel"),
    "expired": _error("invalid_cursor"),
}


def _call(tool: str, name: str = "general") -> dict[str, Any]:
    """A call of the tool in which `name` decides what Slack answers."""
    channel = f"C0{name.upper()}"
    return {
        "list_channels": {"cursor": name},
        "read_messages": {"channel": channel},
        "post_message": {"channel": channel, "text": "Hello"},
        "find_member": {"email": f"{name}@example.com"},
    }[tool]


def _failures_of_every_tool(tool: str) -> tuple[Case, ...]:
    """The failure modes of the source, which every tool has."""
    lost = '"outcome": "unknown"' if tool == "post_message" else "attemptHistory"
    return (
        transient(tool, _call(tool, "limited"), "rate_limited", '"retryAfterSeconds": 120', retryable=True),
        transient(tool, _call(tool, "flooded"), "rate_limited", "attemptHistory", retryable=False),
        transient(tool, _call(tool, "broken"), "slack_unavailable", "internal_error", lost, retryable=False),
        permission(tool, _call(tool, "unscoped"), "missing_scope", "'channels:history'", "'chat:write'"),
        permission(tool, _call(tool, "revoked"), "invalid_token", "token_revoked", "SLACK_BOT_TOKEN"),
        permission(tool, _call(tool, "forbidden"), "workspace_forbids", "access_denied"),
    )


_OWN: tuple[Case, ...] = (
    success("list_channels", {}, '"resultCount": 2', '"topic": "News"', '"next_cursor": ""'),
    success("list_channels", {"include_private": True}, '"resultCount": 3', "board"),
    empty("list_channels", _call("list_channels", "end"), "no channel"),
    validation("list_channels", _call("list_channels", "expired"), "invalid_cursor", "'expired'"),
    success("read_messages", _call("read_messages"), '"resultCount": 2', "U0ADA", "B0CI", '"has_more": false'),
    success("read_messages", _call("read_messages") | {"limit": 1}, '"has_more": true', "bmV4dA=="),
    empty("read_messages", _call("read_messages", "empty"), "C0EMPTY", '"has_more": false'),
    empty("read_messages", _call("read_messages") | {"oldest": "1764547200.000100"}, "C0GENERAL"),
    validation("read_messages", _call("read_messages", "missing"), "channel_not_found", "C0MISSING", "private"),
    permission("read_messages", _call("read_messages", "elsewhere"), "not_in_channel", "C0ELSEWHERE", "/invite"),
    validation("read_messages", _call("read_messages") | {"cursor": "expired"}, "invalid_cursor", "'expired'"),
    success("post_message", _call("post_message"), "1764547200.000200"),
    success("post_message", _call("post_message") | {"thread_ts": "1764547200.000100"}, "1764547200.000200"),
    validation(
        "post_message",
        _call("post_message") | {"text": "x" * (LONGEST_TEXT + 1)},
        "msg_too_long",
        "40001 characters",
    ),
    validation(
        "post_message",
        _call("post_message") | {"thread_ts": "1111111111.000100"},
        "cannot_reply",
        "1111111111.000100",
        "thread_not_found",
    ),
    business("post_message", _call("post_message", "archive"), "channel_archived", "C0ARCHIVE", "userMessage"),
    permission("post_message", _call("post_message", "readonly"), "posting_restricted", "read_only_channel"),
    validation("post_message", _call("post_message", "missing"), "channel_not_found", "C0MISSING"),
    permission("post_message", _call("post_message", "elsewhere"), "not_in_channel", "C0ELSEWHERE"),
    success("find_member", {"email": "ada@example.com"}, "U0ADA", "Europe/London"),
    empty("find_member", {"email": "nobody@example.com"}, "nobody@example.com"),
)

_TOOLS = ("list_channels", "read_messages", "post_message", "find_member")
CASES: tuple[Case, ...] = _OWN + tuple(case for tool in _TOOLS for case in _failures_of_every_tool(tool))

FAULTS: tuple[Case, ...] = (
    Case("find_member", _call("find_member", "html"), "failure", "unexpected_reply", "business", False),
    transient("find_member", _call("find_member", "reset"), "unreachable", "attemptHistory", retryable=False),
    transient("find_member", _call("find_member", "down"), "http_503", "attemptHistory", retryable=False),
    transient("post_message", _call("post_message", "reset"), "unreachable", '"outcome": "unknown"', retryable=False),
    Case("find_member", _call("find_member", "unheardof"), "failure", None, None, False, ("a_code_of_tomorrow",)),
)
"""Built-in failures, and a code that the spec does not name; `truncated`, `stalled` and `oversized` do as they say."""
