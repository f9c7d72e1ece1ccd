"""Calls for what holds for every tool: one that succeeds, one with a long result, writes, and calls with a key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...names import attribute_name
from ...spec import CallerStatement, CommandSource, HttpSource
from ...wrapping import flat
from .cases import Answered, Answering
from .command import CommandAnswer
from .contract_model import Call, Change, Key
from .handler_cases import HandlerAnswer
from .http_answer import HttpAnswer
from .sql import SqlAnswer
from .subject import Subject

LONGEST_ITEM = 2_000


def plain(how: Answering, good: Answered) -> Call:
    """The call that succeeds."""
    return Call(how.subject.name, flat(dict(good.arguments)), how.code(good.answers[0]))


def long(how: Answering, good: Answered) -> Call | None:
    """A call whose result is about twice as large as the server lets out, None where none can be made."""
    limit = how.subject.spec.defaults.max_result
    if isinstance(how.subject.operation.statement, CallerStatement):
        return None
    for item, twice, code in _multiplied(good.answers[0]):
        met = how.outcome(replace(good, answers=(twice,)))
        if met is None or met.is_error or met.body.get("resultCount") != 2 or len(json.dumps(item)) > LONGEST_ITEM:
            continue
        size = len(json.dumps(met.body["items"][0]))
        count = 2 * limit // size + 2
        if count * len(json.dumps(item)) < _most(how.subject):
            return Call(how.subject.name, flat(dict(good.arguments)), code.replace("COUNT", str(count)), count)
    return None


def _most(subject: Subject) -> int:
    source = subject.source if subject.sources else None
    if isinstance(source, CommandSource):
        return source.max_output
    return source.max_reply if isinstance(source, HttpSource) else 50_000_000


def _multiplied(answer: Any) -> Iterator[tuple[Any, Any, str]]:
    """Each list in an answer: its first item, the answer with that twice, and the code of many of it."""
    if isinstance(answer, HttpAnswer) and answer.text is None and answer.has_json:
        body = answer.json
        if isinstance(body, list) and body:
            yield body[0], replace(answer, json=[body[0]] * 2), f"Reply(json=many({flat(body[0])}, COUNT))"
        for name, value in body.items() if isinstance(body, dict) else ():
            if isinstance(value, list) and value:
                rest = {key: each for key, each in body.items() if key != name}
                many = f"{{**{flat(rest)}, {flat(name)}: many({flat(value[0])}, COUNT)}}"
                yield value[0], replace(answer, json={**rest, name: [value[0]] * 2}), f"Reply(json={many})"
    elif isinstance(answer, SqlAnswer) and answer.rows:
        row = answer.rows[0]
        yield row, SqlAnswer((row, row)), f"Rows(tuple(many({flat(row)}, COUNT)))"
    elif isinstance(answer, CommandAnswer) and answer.stdout.count("\n") > 0:
        line = answer.stdout.splitlines()[-1] + "\n"
        yield line, CommandAnswer(stdout=line * 2), f"Ran(stdout={flat(line)} * COUNT)"
    elif isinstance(answer, HandlerAnswer) and isinstance(answer.value, list) and answer.value:
        item = answer.value[0]
        yield item, HandlerAnswer([item, item]), f"many({flat(item)}, COUNT)"


def changes(subject: Subject) -> Iterator[Change]:
    """The operation for each of its sources that may be read-only, if it changes something."""
    arguments = subject.arguments.usual
    if subject.hints.read_only or arguments is None:
        return
    for name in subject.sources:
        source = subject.spec.sources[name]
        if source.read_only:
            setting = f"{attribute_name(name)}_read_only" if isinstance(source.read_only, str) else None
            yield Change(subject.name, setting, Call(subject.name, flat(dict(arguments)), ""))


def key(how: Answering, good: Answered) -> Key | None:
    """The operation, if its calls carry an idempotency key."""
    request = how.subject.operation.request
    if request is None or request.idempotency is None:
        return None
    given = {name: value for name, value in good.arguments.items() if name != request.idempotency.parameter}
    if how.subject.checked(given) is None:
        return None
    return Key(how.subject.name, request.idempotency.header, plain(how, replace(good, arguments=given)))


def follows(how: Answering) -> bool:
    """Whether the source of the operation follows redirects."""
    source = how.subject.source if how.subject.operation.request is not None else None
    return isinstance(source, HttpSource) and source.follow_redirects


def echo(subject: Subject) -> str:
    """The code of a failing answer in which a source repeats `secret`."""
    match subject.operation.body:
        case "request":
            return 'Reply(400, json={"message": f"not with {secret}"})'
        case "run":
            return 'Ran(1, stderr=f"not with {secret}")'
        case "handler":
            return ""
        case _:
            return f'SqlFailure({flat(subject.source_name)}, "HY000", message=f"not with {{secret}}")'


def misspelt(names: Mapping[str, Any]) -> tuple[str, str]:
    """A name that no tool has, and the tool that it was probably meant to be."""
    first = next(iter(names))
    wrong = f"{first}x"
    while wrong in names:
        wrong += "x"
    return wrong, first
