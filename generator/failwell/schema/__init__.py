"""The JSON Schema of the spec language, for editors: completion, descriptions and squiggles while typing.

It knows shapes and keys. What names stand for and whether a spec makes sense is for `check`.
"""

from __future__ import annotations

from . import content, failures, json_schema, operations, sources
from .words import Schema, any_of, choice, closed, duration, items, names_to, one_or_more, ref, size, text

NAME = "[a-z][a-z0-9_]{0,47}"


def language_schema() -> Schema:
    """The schema, of the 2020-12 draft; every key has a description."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "failwell spec, version 1",
        **_top(),
        "$defs": {
            "arguments": {"type": "object", "description": "Parameter to value."},
            "failure_mode": failures.failure_mode(),
            "failures_of_operation": failures.failures_of_operation(),
            "icon": content.icon(),
            "matcher": failures.matcher(),
            "nested": json_schema.nested(),
            "operation": operations.operation(),
            "parameter": json_schema.parameter(),
            "prompt": content.prompt(),
            "reply": failures.reply(),
            "resource": content.resource(),
            "retry": failures.retry(),
            "schema": json_schema.schema(),
            "source": sources.source(),
        },
    }


def _top() -> Schema:
    operations_ = names_to(ref("operation"), "Name to operation.", NAME)
    return closed(
        "One MCP server: its operations, which are the tools an agent sees, and the ways each of them fails.",
        ("failwell", "server", "operations"),
        failwell={"const": 1, "description": "Version of this language."},
        server=_server(),
        defaults=_defaults(),
        types=names_to(ref("schema"), 'Name to JSON Schema, used as {$ref: "#/types/Name"}.'),
        sources=names_to(ref("source"), "Name to one system behind the server.", NAME),
        failures=names_to(ref("failure_mode"), "Failure modes that operations take up with `use`.", NAME),
        operations={**operations_, "minProperties": 1},
        resources=names_to(ref("resource"), "Name to what clients can read beside the tools.", NAME),
        prompts=names_to(ref("prompt"), "Name to messages that people can begin with.", NAME),
        lint=closed("Findings.", allow=items({"type": "string"}, "Codes that the author has considered.")),
    )


def _server() -> Schema:
    return closed(
        "The server itself.",
        ("name",),
        name=text("Its name.", pattern="^[a-z][a-z0-9-]{0,63}$"),
        title=text("Its name for people."),
        description=text("What it is for."),
        version=text("Its version; 0.1.0 by default."),
        instructions=text("How to use the tools together, sent to the agent."),
        package=text("The Python package; by default its name with underscores."),
        icons=one_or_more("Its icons.", ref("icon")),
        http=_serving(),
    )


def _serving() -> Schema:
    oauth = closed(
        "An OAuth 2 authorization server whose tokens are accepted.",
        ("issuer", "resource"),
        issuer=text("Its URL, as the tokens name it."),
        resource=text("The URL of this server's /mcp, for which tokens must be issued."),
        scopes=_texts("Scopes that a token must have."),
    )
    tokens = _texts("Tokens from the environment, such as $TOKENS; commas separate several.")
    return closed(
        "Who may call it over HTTP.",
        auth=any_of(
            "How callers prove who they are.",
            closed("Tokens.", ("tokens",), tokens=tokens),
            closed("OAuth 2.", ("oauth",), oauth=oauth),
        ),
        allowed_hosts=_texts("Host names under which clients may call it."),
    )


def _texts(description: str) -> Schema:
    each = {"type": "string"}
    return any_of(description, each, {"type": "array", "items": each})


def _defaults() -> Schema:
    category = choice("What an unexpected exception counts as.", *failures.CATEGORIES)
    return closed(
        "What holds for every operation that says nothing else.",
        timeout=duration("Limit of one attempt."),
        retry=ref("retry"),
        retryable=choice(
            "Whether isRetryable means that the same call may succeed later, or any call.", "same_call", "any_path"
        ),
        extra_arguments=choice("What becomes of arguments that no parameter has.", "forbid", "ignore"),
        replies=choice("What becomes of a reply that breaks its declared schema.", "lenient", "strict"),
        max_result=size("Larger results are cut between items."),
        crash=closed("Unexpected exceptions.", category=category),
    )


__all__ = ["language_schema"]
