"""The schema of operations."""

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

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BODIES = ("request", "query", "execute", "run", "handler", "steps")


def operation() -> Schema:
    """The schema of one operation."""
    schema = closed(
        "One operation, which is one tool for the agent.",
        ("description",),
        description=text("What it does, for the agent."),
        title=text("Its name for people."),
        input=names_to(ref("parameter"), "Parameter to its schema.", "[A-Za-z][A-Za-z0-9_]{0,63}"),
        **_bodies(),
        source=one_or_more("Its source; may be left out where only one fits.", {"type": "string"}),
        result=text("JMESPath expression from the reply to what `returns` declares."),
        returns=_returns(),
        empty=any_of(
            "The sentence of a valid empty result.",
            {"type": "string"},
            closed(
                "The sentence, and when it is told.",
                ("description",),
                description=text("The sentence, with placeholders."),
                when=one_or_more("Tried before all failure modes.", ref("matcher")),
            ),
        ),
        done=text("The sentence of `returns: nothing`, as in: Deleted {rows} records."),
        failures=ref("failures_of_operation"),
        hints=closed(
            "The tool's annotations; by default they follow from the method or the statement.",
            read_only=flag("It changes nothing."),
            destructive=flag("It may destroy something."),
            idempotent=flag("A second identical call changes nothing more."),
            open_world=flag("It deals with things outside of a closed system."),
        ),
        timeout=duration("Limit of one attempt."),
        retry=ref("retry"),
        search_hint=text("Words by which hosts find the tool."),
        always_load=flag("Whether hosts load the tool without being asked."),
        meta={"type": "object", "description": "Further `_meta` entries of the tool."},
        icons=one_or_more("Its icons.", ref("icon")),
        examples=items(_example(), "Calls that succeed: documentation, and tests."),
        was=text("Its former name."),
    )
    return {**schema, "oneOf": [{"required": [body]} for body in BODIES]}


def _bodies() -> dict[str, Schema]:
    return {
        "request": any_of("An HTTP request.", {"type": "string", "pattern": "^[A-Z]+ +/"}, _request()),
        "query": _statement("One statement that returns rows and can change nothing.", "query"),
        "execute": _statement("One statement that changes data, in one transaction.", "execute"),
        "run": items(_argument(), "Arguments of the source's program, which no shell reads."),
        "parse": any_of(
            "How the output of `run` is read.",
            choice("A usual form.", "text", "lines", "json", "jsonl", "csv"),
            closed("Each line a record.", ("lines",), lines=text("Regular expression with named groups.")),
        ),
        "handler": {"const": True, "description": "You write it, in a file that is created once."},
        "steps": anything("Several operations as one. Not supported yet."),
    }


def _argument() -> Schema:
    one = {"type": ["string", "integer"]}
    texts = one_or_more("The arguments, with placeholders.", one)
    by_value = names_to(texts, "Value to arguments.")
    conditional = names_to(any_of("The arguments, or those of each value.", texts, by_value), "Parameter to arguments.")
    return any_of(
        "An argument, with placeholders such as {count}, or arguments for a parameter that is true or set.",
        one,
        {**conditional, "minProperties": 1, "maxProperties": 1},
    )


def _statement(description: str, body: str) -> Schema:
    rows = {"max_rows": number("Rows at most.", minimum=1, maximum=100_000)} if body == "query" else {}
    caller = closed(
        "The caller gives the statement.", ("parameter",), parameter=text("The parameter that holds it."), **rows
    )
    return any_of(description, {"type": "string"}, caller)


def _request() -> Schema:
    values = {"type": "object"}
    file = closed(
        "A file.",
        ("base64",),
        base64=text("Its content in base64, as in {content}."),
        filename=text("Its name."),
        type=text("Its media type."),
    )
    return closed(
        "The request in full; texts have placeholders such as {id}.",
        ("method", "path"),
        method=choice("The method.", *METHODS),
        path=text("The path below the source's URL.", pattern="^/"),
        query={**values, "description": "Name to value."},
        headers={**values, "description": "Header to value."},
        cookies={**values, "description": "Cookie to value."},
        body=anything("A JSON body."),
        form={**values, "description": "Fields of a form."},
        multipart=names_to(any_of("A field, or a file.", file, {}), "Fields and files of a multipart form."),
        idempotency=closed(
            "One key for all attempts of a call, which makes a write safe to try again.",
            ("header",),
            header=text("The header that carries it."),
            parameter=text("The parameter in which the agent may give it."),
        ),
        paginate=anything("Not supported yet."),
    )


def _returns() -> Schema:
    fields = names_to({"type": "string"}, "Name to JMESPath expression over the reply, beside the items.")
    properties = names_to(ref("schema"), "Name to schema.")
    return any_of(
        "What it returns.",
        choice("A text, or nothing.", "text", "nothing"),
        closed("A list.", ("list",), list=ref("schema", "Schema of the items."), fields=fields),
        closed("An object.", ("object",), object=any_of("Its properties.", properties, ref("schema"))),
        closed("Any value.", ("value",), value=ref("schema", "Schema of the value.")),
        closed("Bytes.", ("content",), content=text("Their media type, as in image/png.")),
    )


def _example() -> Schema:
    return closed(
        "A call that succeeds.",
        input=ref("arguments", "The arguments."),
        reply=ref("reply"),
        expect=anything("A part of the result."),
    )
