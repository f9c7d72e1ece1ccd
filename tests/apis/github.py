"""GitHub's API of issues. What it answers follows from the repository, `octo/NAME`, and the number of the issue."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from .case import Case, business, empty, permission, success, transient, validation
from .loopback import MISBEHAVIOURS, Reply, Request, json_reply

TOKEN = "github_pat_played"

_HELLO: dict[int, dict[str, Any]] = {
    1: {"title": "Greeting is misspelt", "user": {"login": "hubot"}, "labels": [{"name": "bug"}], "comments": 2},
    2: {"title": "Say good-bye too", "user": None, "labels": [], "comments": 0},
    3: {"title": "Correct the greeting", "user": {"login": "ada"}, "labels": [], "comments": 1, "pull_request": {}},
}
LOCKED, DELETED = 4, 5


def environment(url: str) -> dict[str, str]:
    """What the server's environment must hold to talk to the API at `url`."""
    return {"GITHUB_API_URL": url, "GITHUB_TOKEN": TOKEN}


def answer(request: Request) -> Reply:
    """The reply to one request."""
    if request.headers.get("authorization") != f"Bearer {TOKEN}":
        return _message(401, "Bad credentials")
    if request.headers.get("accept") != "application/vnd.github+json" or "x-github-api-version" not in request.headers:
        return _message(415, "Unsupported 'Accept' header or no API version.")
    if request.path == "/search/issues":
        return _search(request)
    if found := re.fullmatch(r"/(?:repos/octo|repositories)/([^/]+)/issues(?:/(\d+)(/comments)?)?", request.path):
        repo, number, comments = found.groups()
        return _refusal(repo, request) or _issues(request, repo, int(number or 0), comments is not None)
    return _message(404, "Not Found")


def _issues(request: Request, repo: str, number: int, comments: bool) -> Reply:
    match request.method, number, comments:
        case "GET", 0, False:
            return json_reply([] if repo == "empty" else _listed(request))
        case "POST", 0, False:
            return _created(request, repo)
        case _, 4, True:
            return _message(403, "Unable to create comment because issue is locked.")
        case _, 5, _:
            return _message(410, "This issue was deleted")
        case "GET", _, False if number in _HELLO:
            return json_reply(_issue(number))
        case "POST", _, True if number in _HELLO:
            return _commented(request, number)
        case _:
            return _message(404, "Not Found")


def _listed(request: Request) -> list[dict[str, Any]]:
    wanted = set(filter(None, request.first("labels").split(",")))
    issues = [_issue(number) for number in _HELLO] if request.first("page", "1") == "1" else []
    return [issue for issue in issues if wanted <= {label["name"] for label in issue["labels"]}]


def _created(request: Request, repo: str) -> Reply:
    if repo == "disabled":
        return _message(410, "Issues has been disabled in this repository.")
    sent = request.json()
    errors = [{"resource": "Issue", "field": "assignees", "code": "invalid", "value": "ghost"}]
    errors += [{"resource": "Issue", "field": "labels", "code": "custom", "message": "a label is too long"}]
    if "ghost" in sent.get("assignees", []):
        return json_reply({"message": "Validation Failed", "errors": errors}, 422)
    labels = [{"name": name} for name in sent.get("labels", [])]
    return json_reply(_issue(1) | {"number": 8, "title": sent["title"], "labels": labels}, 201)


def _commented(request: Request, number: int) -> Reply:
    if not request.json()["body"].strip():
        errors = [{"resource": "IssueComment", "field": "body", "code": "missing_field"}]
        return json_reply({"message": "Validation Failed", "errors": errors}, 422)
    url = f"https://github.com/octo/hello/issues/{number}#issuecomment-9001"
    return json_reply({"id": 9001, "html_url": url}, 201)


def _search(request: Request) -> Reply:
    query = request.first("q")
    if not query.endswith(" is:issue"):
        return json_reply({"message": "Query must include 'is:issue' or 'is:pull-request'"}, 422)
    named = re.search(r"repo:octo/(\S+)", query)
    if named and named[1] == "missing":
        error = "The listed users and repositories cannot be searched either because the resources do not exist."
        errors = [{"resource": "Search", "field": "q", "code": "invalid", "message": error}]
        return json_reply({"message": "Validation Failed", "errors": errors}, 422)
    if named and (refused := _refusal(named[1], request)):
        return refused
    found = [_issue(number) for number in (1, 2) if "crash" in query]
    return json_reply({"total_count": len(found), "incomplete_results": "slow" in query, "items": found})


def _issue(number: int) -> dict[str, Any]:
    url = f"https://github.com/octo/hello/issues/{number}"
    shared = {"number": number, "body": "It says `Helo`.", "state": "open", "html_url": url, "locked": False}
    times = {"created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-02T09:30:00Z"}
    return {**shared, **times, "assignees": [], "milestone": None, "state_reason": None, **_HELLO[number]}


def _message(status: int, message: str, headers: Mapping[str, str] | None = None) -> Reply:
    return json_reply({"message": message, "documentation_url": "https://docs.github.com/rest"}, status, headers)


def _refusal(repo: str, request: Request) -> Reply | None:
    """What GitHub answers whatever is asked of this repository, if it refuses everything."""
    if repo == "archived" and request.method == "POST":
        return _message(403, "Repository was archived so is read-only.")
    if repo == "renamed":
        return _moved(request)
    return _REFUSALS[repo]() if repo in _REFUSALS else MISBEHAVIOURS.get(repo)


def _moved(request: Request) -> Reply:
    target = f"http://{request.headers['host']}{request.raw_path.replace('/repos/octo/renamed/', '/repositories/1/')}"
    return _message(301 if request.method == "GET" else 307, "Moved Permanently", {"Location": target})


def _limited() -> Reply:
    headers = {"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "0", "X-RateLimit-Resource": "core"}
    return _message(403, "API rate limit exceeded.", headers | {"X-RateLimit-Reset": str(int(time.time()) + 1800)})


_SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
_FINE_GRAINED = "Resource not accessible by personal access token"

_REFUSALS: Mapping[str, Callable[[], Reply]] = {
    "missing": lambda: _message(404, "Not Found"),
    "limited": _limited,
    "secondary": lambda: _message(403, _SECONDARY, {"Retry-After": "120"}),
    "secondary-silent": lambda: _message(429, _SECONDARY),
    "sso": lambda: _message(
        403, "Protected by SAML.", {"X-GitHub-SSO": "required; url=https://github.com/orgs/octo/sso"}
    ),
    "fine-grained": lambda: _message(403, _FINE_GRAINED, {"X-Accepted-GitHub-Permissions": "issues=write"}),
    "classic": lambda: _message(403, "Forbidden", {"X-Accepted-OAuth-Scopes": "repo", "X-OAuth-Scopes": "gist"}),
    "unauthorized": lambda: _message(401, "Bad credentials"),
}


def _calls(repo: str) -> dict[str, dict[str, Any]]:
    """A call of every tool that concerns this repository."""
    place = {"owner": "octo", "repo": repo}
    return {
        "list_issues": place,
        "get_issue": place | {"number": 1},
        "search_issues": {"query": f"repo:octo/{repo} crash"},
        "create_issue": place | {"title": "Crash at start"},
        "comment_on_issue": place | {"number": 1, "body": "Here too."},
    }


def _call(tool: str, repo: str = "hello", **arguments: Any) -> dict[str, Any]:
    return _calls(repo)[tool] | arguments


def _failures_of_every_tool(tool: str) -> tuple[Case, ...]:
    """The failure modes of the source, which every tool has."""
    return (
        transient(tool, _call(tool, "limited"), "rate_limited", "5000", "'core'", "retryAfterSeconds", retryable=True),
        transient(tool, _call(tool, "secondary"), "secondary_rate_limit", '"retryAfterSeconds": 120', retryable=True),
        transient(
            tool, _call(tool, "secondary-silent"), "secondary_rate_limit", '"retryAfterSeconds": 60', retryable=True
        ),
        permission(tool, _call(tool, "sso"), "sso_required", "https://github.com/orgs/octo/sso"),
        permission(tool, _call(tool, "fine-grained"), "token_lacks_permission", "issues=write", _FINE_GRAINED),
        permission(tool, _call(tool, "classic"), "token_lacks_permission", "'repo'", '"granted_scopes": "gist"'),
        permission(tool, _call(tool, "unauthorized"), "bad_credentials", "GITHUB_TOKEN", "Bad credentials"),
    )


_OWN: tuple[Case, ...] = (
    success("list_issues", _call("list_issues"), '"resultCount": 3', "hubot", '"is_pull_request": true'),
    success("list_issues", _call("list_issues", labels=["bug"]), '"resultCount": 1', "misspelt"),
    success("list_issues", _call("list_issues", "renamed"), '"resultCount": 3'),
    empty("list_issues", _call("list_issues", "empty"), "octo/empty"),
    empty("list_issues", _call("list_issues", page=2), "page 2"),
    validation("list_issues", _call("list_issues", "missing"), "repo_not_found", "octo/missing", "no access"),
    success("get_issue", _call("get_issue"), "It says `Helo`.", '"milestone": null'),
    validation("get_issue", _call("get_issue", number=99), "issue_not_found", "issue 99", "no access"),
    validation("get_issue", _call("get_issue", number=DELETED), "issue_deleted", "Issue 5", "deleted"),
    success("search_issues", _call("search_issues"), '"total_count": 2', '"incomplete_results": false'),
    success("search_issues", {"query": "crash slow"}, '"incomplete_results": true'),
    empty("search_issues", {"query": "nosuchword slow"}, '"incomplete_results": true', "nosuchword"),
    validation("search_issues", _call("search_issues", "missing"), "search_refused", "cannot be searched"),
    success("create_issue", _call("create_issue", labels=["bug"]), '"number": 8', '"labels": ["bug"]'),
    business("create_issue", _call("create_issue", "disabled"), "issues_disabled", "octo/disabled", "userMessage"),
    business("create_issue", _call("create_issue", "archived"), "repo_archived", "octo/archived", "userMessage"),
    validation("create_issue", _call("create_issue", "missing"), "repo_not_found", "octo/missing", "no access"),
    validation(
        "create_issue",
        _call("create_issue", assignees=["ghost"]),
        "fields_refused",
        "assignees invalid; labels custom a label is too long",
    ),
    success("comment_on_issue", _call("comment_on_issue"), '"comment_id": 9001', "issuecomment-9001"),
    business("comment_on_issue", _call("comment_on_issue", number=LOCKED), "issue_locked", "issue 4", "userMessage"),
    business("comment_on_issue", _call("comment_on_issue", "archived"), "repo_archived", "octo/archived"),
    validation("comment_on_issue", _call("comment_on_issue", "missing"), "issue_not_found", "octo/missing"),
    validation("comment_on_issue", _call("comment_on_issue", number=DELETED), "issue_deleted", "Issue 5"),
    validation("comment_on_issue", _call("comment_on_issue", body=" "), "fields_refused", "body missing_field"),
)

CASES: tuple[Case, ...] = _OWN + tuple(case for tool in _calls("hello") for case in _failures_of_every_tool(tool))

FAULTS: tuple[Case, ...] = (
    Case("list_issues", _call("list_issues", "html"), "failure", "unexpected_reply", "business", False),
    transient("list_issues", _call("list_issues", "reset"), "unreachable", "attemptHistory", retryable=False),
    transient("list_issues", _call("list_issues", "down"), "http_503", "attemptHistory", retryable=False),
    transient("create_issue", _call("create_issue", "reset"), "unreachable", '"outcome": "unknown"', retryable=False),
    transient("create_issue", _call("create_issue", "down"), "http_503", '"outcome": "unknown"', retryable=False),
)
"""Built-in failures; `octo/truncated`, `octo/stalled` and `octo/oversized` misbehave as their names say."""
