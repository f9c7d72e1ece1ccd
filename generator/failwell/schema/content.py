"""The schema of resources, prompts and icons."""

from __future__ import annotations

from .words import Schema, any_of, choice, closed, flag, items, names_to, one_or_more, ref, text

MEDIA_TYPE = "^[a-z]+/[A-Za-z0-9][A-Za-z0-9.+*-]*$"


def resource() -> Schema:
    """The schema of one resource."""
    schema = closed(
        "What clients can read, beside the tools.",
        ("uri", "description"),
        uri=text("Where it is read; variables such as {id} make many of it."),
        title=text("Its name for people."),
        description=text("What it holds."),
        mime_type=text("The media type of `text` or `file`.", pattern=MEDIA_TYPE),
        icons=one_or_more("Its icons.", ref("icon")),
        annotations=closed(
            "Whom it is for.",
            audience=one_or_more("For whom.", choice("Who.", "user", "assistant")),
            priority={"type": "number", "minimum": 0, "maximum": 1, "description": "1 is needed, 0 is optional."},
        ),
        text=text("It is always this text."),
        file=text("A file beside the spec, shipped with the server."),
        operation=text("The operation that gives it, which must be read-only."),
        with_={
            "type": "object",
            "description": "Parameter to a constant, or to a variable of the URI such as {id}.",
        },
    )
    return {**schema, "oneOf": [{"required": [key]} for key in ("text", "file", "operation")]}


def prompt() -> Schema:
    """The schema of one prompt."""
    argument = closed(
        "An argument, which is a text.",
        ("description",),
        description=text("What it means."),
        title=text("Its name for people."),
        optional=flag("It may be left out."),
        default=text("What it is where it is left out."),
        enum=items({"type": "string"}, "The values that it may have."),
    )
    message = closed(
        "A message.",
        ("role", "text"),
        role=choice("Who says it.", "user", "assistant"),
        text=text("What is said, with placeholders such as {name}."),
    )
    schema = closed(
        "Messages that people can begin with.",
        ("description",),
        description=text("What it is for."),
        title=text("Its name for people."),
        icons=one_or_more("Its icons.", ref("icon")),
        arguments=names_to(
            any_of("The description alone, or all of it.", {"type": "string"}, argument),
            "Argument to what it means.",
            "[A-Za-z][A-Za-z0-9_]{0,63}",
        ),
        messages={**items(message, "What is said, in order."), "minItems": 1},
        text=text("The only message, from the user, with placeholders such as {name}."),
    )
    return {**schema, "oneOf": [{"required": [key]} for key in ("messages", "text")]}


def icon() -> Schema:
    """The schema of one icon."""
    return any_of(
        "An icon.",
        {"type": "string"},
        closed(
            "An icon in full.",
            ("src",),
            src=text("Its URL: https or data."),
            mime_type=text("Its media type.", pattern=MEDIA_TYPE),
            sizes=one_or_more("Sizes such as 48x48, or any.", {"type": "string"}),
            theme=choice("The background that it is made for.", "light", "dark"),
        ),
    )
