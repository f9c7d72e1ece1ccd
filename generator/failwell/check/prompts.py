"""Prompts: their messages, and the arguments that these take up."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import content as rules
from ..spec import Prompt
from ..texts import parse_text
from . import texts
from .place import ABSENT, Place
from .scope import Scope
from .survey import Survey


def prompts(survey: Survey) -> Iterator[Finding]:
    """Findings about the prompts of a spec."""
    for name, prompt in survey.spec.prompts.items():
        place = survey.place / "prompts" / name
        yield from _messages(name, place)
        names = frozenset(key for key, _ in (place / "arguments").entries())
        yield from texts.texts(place / "text", Scope(names))
        for message in (place / "messages").members():
            yield from texts.texts(message / "text", Scope(names))
        yield from _arguments(prompt, place / "arguments")


def _messages(name: str, place: Place) -> Iterator[Finding]:
    if place.has("text") and place.has("messages"):
        message = f"the prompt `{name}` says twice what it is: `text` and `messages`"
        yield rules.MESSAGES.finding(message, (place / "messages").key_span, "keep one of them")
    elif not place.has("text") and (place / "messages").raw in (ABSENT, []):
        message = f"the prompt `{name}` has no message"
        yield rules.MESSAGES.finding(message, place.key_span, "add `text`, or `messages` with a `role` and a `text`")


def _arguments(prompt: Prompt, place: Place) -> Iterator[Finding]:
    used = frozenset[str]().union(*(parse_text(message.text).names for message in prompt.all_messages))
    for name, argument in prompt.arguments.items():
        at = place / name
        if name not in used and prompt.all_messages:
            message = f"the argument `{name}` stands in no message"
            yield rules.UNUSED_ARGUMENT.finding(message, at.key_span, "use it, or take it out")
        if argument.enum and argument.default is not None and argument.default not in argument.enum:
            message = f"the default `{argument.default}` is none of the values in `enum`"
            yield rules.MESSAGES.finding(message, (at / "default").span)
