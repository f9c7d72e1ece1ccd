"""Programs: what is run, where every parameter goes, and how the output is read."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..rules import commands as rules
from ..rules import expressions
from ..schemas import resolve
from ..spec import Argument
from ..texts import parse_text
from . import regexes
from .nearest import suggestion
from .place import Place
from .survey import Subject, Survey


def programs(survey: Survey) -> Iterator[Finding]:
    """Findings about the program of every source."""
    for _, source in (survey.place / "sources").entries():
        place = source / "command"
        if isinstance(place.raw, str) and (not place.raw.strip() or _is_a_line(place.raw)):
            message = f"`{place.raw}` is no program: nothing takes a line of arguments apart"
            yield rules.PROGRAM.finding(message, place.span, "name the program alone, and its arguments in `args`")


def _is_a_line(command: str) -> bool:
    """Whether there are arguments behind the program; the path of a program may have a space in it."""
    first, space, _ = command.partition(" ")
    return bool(space) and "/" not in first


def command(subject: Subject) -> Iterator[Finding]:
    """Findings about the arguments and the output of an operation that runs a program."""
    if subject.body != "run" or subject.lost("input") or subject.lost("run"):
        return
    entries = subject.operation.run or ()
    for entry, place in zip(entries, (subject.place / "run").members(), strict=False):
        yield from _entry(subject, entry, place)
    mentioned = {name for entry in entries for name in _names(entry)}
    for name in subject.operation.input.keys() - mentioned:
        message = f"`{name}` is given to the program in no argument"
        help_ = f"mention it in `run`, as in `'{{{name}}}'`"
        yield rules.UNUSED_PARAMETER.finding(message, (subject.place / "input" / name).key_span, help_)
    yield from _pattern(subject)


def _entry(subject: Subject, entry: Argument, place: Place) -> Iterator[Finding]:
    if entry.parameter is None:
        return
    at = place / entry.parameter
    if entry.parameter not in subject.parameters:
        help_ = suggestion(entry.parameter, subject.parameters, "the parameters are")
        yield rules.UNKNOWN_ARGUMENT.finding(f"there is no parameter `{entry.parameter}`", at.key_span, help_)
        return
    values = _values(subject, entry.parameter)
    for choice in entry.choices if values else ():
        if choice not in values:
            message = f"`{entry.parameter}` is never `{choice}`"
            help_ = suggestion(choice, values, "its values are")
            yield rules.UNKNOWN_ARGUMENT.finding(message, (at / choice).key_span, help_)


def _values(subject: Subject, name: str) -> list[str]:
    """The texts that a parameter may have; none where it may have any."""
    parameter = subject.operation.input.get(name)
    schema = resolve(parameter.json_schema, subject.spec.types) if parameter is not None else {}
    values = schema.get("enum", []) if isinstance(schema, dict) else []
    return [each for each in values if isinstance(each, str)] if all(isinstance(each, str) for each in values) else []


def _names(entry: Argument) -> Iterator[str]:
    """The parameters that an entry mentions."""
    if entry.parameter is not None:
        yield entry.parameter
    for text in (*entry.texts, *(text for texts in entry.choices.values() for text in texts)):
        yield from parse_text(text).names


def _pattern(subject: Subject) -> Iterator[Finding]:
    parse, place = subject.operation.parse, subject.place / "parse" / "lines"
    if parse is None or parse.pattern is None:
        return
    if (error := regexes.error_in(parse.pattern)) is not None:
        message = f"`{parse.pattern}` is no regular expression: {error[0]}"
        yield expressions.REGEX.finding(message, place.text_span(error[1], 1))
    elif not regexes.groups(parse.pattern):
        message = "the regular expression has no named groups, so every line would be an empty object"
        yield rules.NO_GROUPS.finding(message, place.span, "name what you want to keep: `(?P<name>[^ ]+)`")
