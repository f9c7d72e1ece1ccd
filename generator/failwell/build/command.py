"""Operations that are one run of a program."""

from __future__ import annotations

from collections.abc import Sequence

from ..names import attribute_name
from ..schemas import has_format
from ..spec import Argument, Matcher
from ..texts import Placeholder, parse_text
from ..wrapping import flat
from .answers import answer, empty_answer
from .conditions import captured, failure_conditions
from .scope import keyword_arguments
from .tool import Draft, empty_branches, failure_branches, raising
from .tool_code import Branch, RunBody, Statement

MATCHERS = frozenset({"error", "message", "exit_code", "stdout"})
FAILURE_CLASS = "CommandFailure"
FAILURE_MODULE = "command"
ATTRIBUTES = frozenset({"exit_code", "stdout", "stderr", "message"})
PATTERN = "LINE"


def run_body(draft: Draft, name: str, timeout: float) -> RunBody:
    """The function body of an operation that is done by `run`."""
    scope = draft.scope
    made = answer(draft, scope, _value(draft), fields=_fields(draft))
    empty = empty_answer(draft, scope)
    handled = (*empty_branches(draft, MATCHERS, empty, "error"), *failure_branches(draft, MATCHERS))
    refused = _refused(draft, empty)
    if handled:
        draft.runtime("command", FAILURE_CLASS)
    return RunBody(
        source=attribute_name(name),
        arguments=(*_arguments(draft, attribute_name(name)), *_limit(draft, timeout)),
        uses_output=bool(refused or made.mentions("output")),
        refused=refused,
        handled=handled,
        answer=made,
    )


def _limit(draft: Draft, timeout: float) -> tuple[str, ...]:
    return () if draft.operation.timeout is None else (f"timeout={timeout!r}",)


def fits_success(matcher: Matcher) -> bool:
    """Whether the output of a program that ended well could be meant."""
    keys = matcher.keys()
    return "stdout" in keys and keys <= {"stdout", "message", "input"}


def _refused(draft: Draft, empty: Statement | None) -> tuple[Branch, ...]:
    """The branches for output that looks like a success but is an empty result or a failure mode."""
    branches = list(empty_branches(draft, MATCHERS, empty, "output", fits_success))
    for mode in draft.modes:
        for matcher in filter(fits_success, mode.matchers):
            conditions = failure_conditions(matcher, draft.scope, "output", mode.name)
            conditions, groups = captured(conditions, mode.how.groups)
            branches.append(Branch(conditions, raising(draft, mode, groups, "output.refused()")))
    return tuple(branches)


def _value(draft: Draft) -> str:
    """Code that takes the declared result out of the output, or raises where it has no such thing."""
    operation = draft.operation
    whole = _read(draft)
    if operation.result is not None:
        whole = f"{draft.runtime('expressions', 'taken')}({flat(operation.result)}, {whole})"
    optional = ", optional=True" if operation.empty is not None else ""
    match operation.returns.kind:
        case "list":
            is_list = operation.result is None and operation.parsed.form not in ("text", "json")
            return whole if is_list else f"{draft.runtime('results', 'items_of')}({whole})"
        case "object":
            return f"{draft.runtime('results', 'mapping_of')}({whole}{optional})"
        case "text" if operation.result is not None or operation.parsed.form != "text":
            return f'{draft.runtime("values", "text")}({whole}, absent="")'
        case "content":
            return "output.content"
        case _:
            return whole


def _read(draft: Draft) -> str:
    """Code for the output in the form that the spec declares."""
    parse = draft.operation.parsed
    if parse.pattern is not None:
        draft.constants[PATTERN] = flat(parse.pattern)
        return f"output.records({PATTERN})"
    methods = {"text": "text", "lines": "lines", "json": "json", "jsonl": "json_lines", "csv": "table"}
    return f"output.{methods[parse.form]}()"


def _fields(draft: Draft) -> tuple[str, ...]:
    """The values that stand beside the items of a list."""
    fields = draft.operation.returns.fields
    if not fields:
        return ()
    function, whole = draft.runtime("expressions", "taken"), _read(draft)
    return tuple(keyword_arguments({key: f"{function}({flat(each)}, {whole})" for key, each in fields.items()}))


def _arguments(draft: Draft, source: str) -> tuple[str, ...]:
    """The arguments of the call of the source, one for each entry of `run`."""
    return tuple(code for each in draft.operation.run or () for code in _entry(draft, each, source))


def _entry(draft: Draft, entry: Argument, source: str) -> Sequence[str]:
    written = [_argument(draft, each, source) for each in entry.texts]
    if entry.parameter is None:
        return written
    decides = draft.variables[entry.parameter].code
    if entry.choices:
        choices = {
            key: _joined([_argument(draft, each, source) for each in texts]) for key, texts in entry.choices.items()
        }
        items = ", ".join(f"{flat(key)}: {code}" for key, code in choices.items())
        return [f"{draft.runtime('command', 'chosen')}({decides}, {{{items}}})"]
    if is_left_out_by_itself(entry, draft.variables[entry.parameter].annotation):
        return written
    return [f"{draft.runtime('command', 'when')}({', '.join([decides, *written])})"]


def is_left_out_by_itself(entry: Argument, annotation: str) -> bool:
    """Whether the only argument is made of the parameter that decides over it, so that it goes where that is absent."""
    parts = parse_text(entry.texts[0]).placeholders
    names = {part.expression for part in parts}
    return len(entry.texts) == 1 and entry.parameter in names and annotation not in ("bool", "Any")


def _joined(codes: Sequence[str]) -> str:
    """Code for a list of arguments, each a text or a list."""
    items = [f"*{each}" if each.startswith("argument(") else each for each in codes]
    return codes[0] if len(codes) == 1 and codes[0] != items[0] else f"[{', '.join(items)}]"


def _argument(draft: Draft, text: str, source: str) -> str:
    """Code for one argument: a literal, or the texts and values that it is made of."""
    parsed = parse_text(text)
    if parsed.plain is not None:
        return flat(parsed.plain)
    parts = [flat(part) if isinstance(part, str) else _part(draft, part, source) for part in parsed.parts]
    return f"{draft.runtime('command', 'argument')}({', '.join(parts)})"


def _part(draft: Draft, part: Placeholder, source: str) -> str:
    """Code for the value of a placeholder, with the name of the parameter it comes from."""
    name = next(name for name in draft.operation.input if name in part.parsed.names)
    parameter = draft.operation.input[name]
    arguments = [flat(name), draft.scope.value(part.expression)]
    arguments += ["allow_dash=True"] if parameter.allow_dash else []
    is_path = has_format(parameter.json_schema, draft.types, "path")
    function = f"context.{source}.path" if is_path else draft.runtime("command", "Value")
    return f"{function}({', '.join(arguments)})"
