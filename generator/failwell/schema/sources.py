"""The schema of sources."""

from __future__ import annotations

from .words import (
    Schema,
    any_of,
    closed,
    duration,
    flag,
    items,
    names_to,
    number,
    one_or_more,
    ref,
    size,
    text,
)


def source() -> Schema:
    """The schema of a source of any kind."""
    return any_of("One system behind the server: `http`, `sql` or `command`.", _http(), _sql(), _command())


def _common() -> dict[str, Schema]:
    return {
        "timeout": duration("Limit of one attempt."),
        "retry": ref("retry"),
        "failures": names_to(ref("failure_mode"), "How this system fails, for all operations that use it."),
        "description": text("What the system is, for people."),
        "read_only": any_of(
            "Operations that change something answer with a permission failure.",
            {"type": "boolean"},
            {"type": "string", "pattern": r"^\$"},
        ),
    }


def _http() -> Schema:
    return closed(
        "An HTTP API.",
        ("http",),
        http=text("Its URL, to which the paths of requests are appended."),
        auth=_auth(),
        headers=names_to({"type": "string"}, "Headers of every request."),
        follow_redirects=flag("Whether redirects are followed; no by default."),
        max_reply=size("The largest reply that is read."),
        tls=closed(
            "Certificates.",
            ca=text("File with the certificates to trust."),
            verify=flag("Whether certificates are verified; yes by default."),
        ),
        upstream=closed(
            "Where the vendor's own code and message stand in a JSON reply.",
            code=text(
                "JMESPath expression; a value other than null, false or an empty text makes the reply a failure."
            ),
            message=text("JMESPath expression."),
        ),
        **_common(),
    )


def _auth() -> Schema:
    secret = {"type": "string"}
    basic = closed("Name and password.", ("user", "password"), user=text("The user."), password=text("The password."))
    oauth2 = closed(
        "The client-credentials grant.",
        ("token_url", "client_id", "client_secret"),
        token_url=text("Where tokens are asked for."),
        client_id=text("The client's id."),
        client_secret=text("The client's secret."),
        scopes=one_or_more("The scopes to ask for.", {"type": "string"}),
    )
    return any_of(
        "The server's credentials, from the environment.",
        closed("A token.", ("bearer",), bearer=text("The token, as in $API_TOKEN.")),
        closed("Basic authentication.", ("basic",), basic=basic),
        closed("Keys in headers.", ("header",), header=names_to(secret, "Header to key.")),
        closed("Keys in the query.", ("query",), query=names_to(secret, "Name to key.")),
        closed("OAuth 2.", ("oauth2",), oauth2=oauth2),
    )


def _sql() -> Schema:
    return closed(
        "A database.",
        ("sql",),
        sql=text("Its URL, as in sqlite:///shop.db or $DATABASE_URL."),
        setup=text("Script beside the spec that creates and fills a new SQLite file; the tests use it too."),
        pool=number("Connections at most.", minimum=1, maximum=1000),
        **_common(),
    )


def _command() -> Schema:
    return closed(
        "A program, which is run without a shell.",
        ("command",),
        command=text("The program alone, as in git or /usr/bin/git."),
        args=items({"type": "string"}, "Arguments before those of every operation."),
        env=names_to({"type": "string"}, "Variables of its environment, beside the little that is passed on."),
        cwd=text("The folder in which it runs."),
        max_output=size("The largest output that is read."),
        **_common(),
    )
