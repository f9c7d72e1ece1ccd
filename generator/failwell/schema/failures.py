"""The schema of failure modes, their matchers and examples."""

from __future__ import annotations

from .words import (
    Schema,
    any_of,
    anything,
    choice,
    closed,
    duration,
    flag,
    items,
    names_to,
    number,
    one_or_more,
    ref,
    text,
)

CATEGORIES = ("transient", "validation", "business", "permission")
RANGE = {"type": "string", "pattern": "^[0-9]+-[0-9]+$"}
REGEX: Schema = {"type": "string", "format": "regex"}
MATCHES = closed(
    "A regular expression that is found in the value.",
    ("matches",),
    matches=one_or_more("A regular expression, or several of which any may be found.", REGEX),
)


def numbers(description: str) -> Schema:
    """A number, a range or a list of them."""
    return one_or_more(description, {"anyOf": [{"type": "integer", "minimum": 0}, RANGE]})


def matcher() -> Schema:
    """The schema of one matcher."""
    status = {"anyOf": [{"type": "integer", "minimum": 100, "maximum": 599}, {"type": "string", "pattern": STATUS}]}
    return closed(
        "All keys of a matcher must hold; a list means any of.",
        input=any_of(
            "A JMESPath expression over the arguments that is exactly true, or patterns of parameters.",
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}},
            names_to(MATCHES, "Parameter to the pattern it matches."),
        ),
        error=one_or_more("A built-in failure, such as timeout or locked.", {"type": "string"}),
        code=one_or_more("The upstream code; for SQL the SQLSTATE, as in 08*.", {"type": ["string", "integer"]}),
        message=one_or_more("A regular expression found in the upstream message.", REGEX),
        status=one_or_more("An HTTP status, as in 429, 5xx or 400-404.", status),
        header=names_to(one_or_more("A regular expression for the whole value.", REGEX), "Header to its pattern."),
        body=names_to(
            any_of("A value that it equals, or a pattern that it matches.", MATCHES, {}),
            "JMESPath expression over the reply to the value it gives.",
        ),
        rows=numbers("So many rows were returned or changed."),
        constraint=one_or_more("The violated constraint, or its columns.", {"type": "string"}),
        exit_code=numbers("The exit code of a command."),
        stdout=one_or_more("A regular expression found in the output of a command.", REGEX),
        exception=one_or_more("Dotted path of an exception class that a handler raised.", {"type": "string"}),
    )


STATUS = "^([1-5]xx|[0-9]+-[0-9]+)$"


def reply() -> Schema:
    """The schema of what a source answers in a test."""
    return closed(
        "What the source answers in the test.",
        status=number("The HTTP status; 200 where it is left out."),
        headers=names_to({"type": "string"}, "Header to its value."),
        json=anything("A JSON body."),
        text=text("A body that is text."),
        base64=text("A body of bytes, in base64."),
        rows=any_of("The rows that a query returns, or how many a change affects.", ROWS, {"type": "integer"}),
        exit_code=number("The exit code of a command."),
        stdout=text("The output of a command."),
        stderr=text("What a command writes to stderr."),
        error=text("A built-in failure, such as timeout."),
    )


ROWS: Schema = {"type": "array", "items": {"type": "object"}}


def failure_mode() -> Schema:
    """The schema of one failure mode."""
    example = closed(
        "A call that provokes it.",
        input=ref("arguments", "The arguments."),
        reply=ref("reply", "What the source answers."),
    )
    return closed(
        "One way of failing, and what the agent is told then.",
        ("category", "description"),
        category=choice("What kind of failure it is, which decides what the agent can do.", *CATEGORIES),
        when=one_or_more("How it is recognised; handlers raise it by name instead.", ref("matcher")),
        description=text("What happened, specific, with placeholders such as {amount}."),
        recovery=text("The next move for the agent."),
        user_message=text("A sentence fit for the end user."),
        details=names_to(
            any_of("A JMESPath expression over `error`, or a schema for what a handler gives.", TEXT, ref("schema")),
            "Further facts for the agent, by name.",
        ),
        retry_after=any_of(
            "When to try again: a duration, a header of the reply, or an expression.",
            TEXT,
            closed("A header with seconds, a date or an epoch.", ("header",), header=text("Name of the header.")),
        ),
        retryable=flag("For transient failures: it is certain that nothing was carried out."),
        example=example,
        was=text("Its former name."),
    )


TEXT: Schema = {"type": "string"}


def failures_of_operation() -> Schema:
    """The schema of an operation's failure modes, with those that it takes up."""
    return {
        **names_to(ref("failure_mode"), "Failure modes, tried from top to bottom."),
        "properties": {"use": items({"type": "string"}, "Shared failure modes that are taken up.")},
    }


def retry() -> Schema:
    """The schema of how transient failures are tried again."""
    return closed(
        "How transient failures are tried again.",
        attempts=number("Attempts in all.", minimum=1, maximum=100),
        initial=duration("The first wait."),
        factor={"type": "number", "minimum": 1, "maximum": 100, "description": "By which every wait grows."},
        max=duration("The longest wait."),
        jitter=flag("Whether waits vary at random."),
        budget=duration("Limit of the whole call, waits and attempts together."),
        mode=choice("In the background 429 and 529 are never tried again.", "foreground", "background"),
    )
