"""The changes that are made to one node: each is a kind, and the code that takes the node's place."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

Change = tuple[str, str]
"""The kind of the change and the new text of the node."""

CATEGORIES = ("transient", "validation", "business", "permission")
EMPTY = {"nothing_listed", "nothing_found"}
ENCODERS = {"encoded_path", "quote", "quote_plus", "segment"}

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
}
_AN_EMPTY_RESULT = 'return Result({"resultCount": 0, "items": [], "description": "Nothing was found."})'


def of_constant(node: ast.Constant) -> Iterator[Change]:
    """Another category, the other truth value, the next number, another text."""
    value = node.value
    match value:
        case bool():
            yield "boolean", repr(not value)
        case int() | float():
            yield "number", repr(value + 1)
        case str() if value in CATEGORIES:
            yield "category", repr(CATEGORIES[(CATEGORIES.index(value) + 1) % len(CATEGORIES)])
        case str():
            yield "text", repr("~" + value)
        case bytes():
            yield "text", repr(b"~" + value)


def of_text(node: ast.JoinedStr) -> Iterator[Change]:
    """Another text, and a text without one of its values."""
    words = [place for place, part in enumerate(node.values) if isinstance(part, ast.Constant)]
    if words:
        changed = copy.deepcopy(node)
        part = changed.values[words[0]]
        assert isinstance(part, ast.Constant)
        assert isinstance(part.value, str)
        part.value = f"~{part.value}"
        yield "text", ast.unparse(changed)
    for place in range(len(node.values)):
        if place not in words:
            yield "value left out of a text", ast.unparse(_without(node, "values", place))


def of_condition(test: ast.expr) -> Iterator[Change]:
    """A branch that is never taken, one that is always taken, and both the wrong way round."""
    yield "branch removed", "False"
    yield "condition lost", "True"
    yield "condition negated", f"not ({ast.unparse(test)})"


def of_filter(test: ast.expr) -> Iterator[Change]:
    """Everything passes, or what should not."""
    yield "condition lost", "True"
    yield "condition negated", f"not ({ast.unparse(test)})"


def of_comparison(node: ast.Compare) -> Iterator[Change]:
    """The comparison with another operator."""
    for place, operator in enumerate(node.ops):
        changed = copy.deepcopy(node)
        changed.ops[place] = _COMPARISONS[type(operator)]()
        yield "comparison", f"({ast.unparse(changed)})"


def of_connection(node: ast.BoolOp) -> Iterator[Change]:
    """`and` for `or`, `or` for `and`, and without one of the conditions."""
    changed = copy.deepcopy(node)
    changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and/or", f"({ast.unparse(changed)})"
    for place in range(len(node.values)):
        shorter = _without(node, "values", place)
        yield "check removed", f"({ast.unparse(shorter if len(shorter.values) > 1 else shorter.values[0])})"


def of_operation(node: ast.BinOp) -> Iterator[Change]:
    """Another arithmetic operation; of a union its left side alone."""
    if isinstance(node.op, ast.BitOr):
        yield "entry dropped", f"({ast.unparse(node.left)})"
    elif type(node.op) in _OPERATIONS:
        changed = copy.deepcopy(node)
        changed.op = _OPERATIONS[type(node.op)]()
        yield "arithmetic", f"({ast.unparse(changed)})"


def of_collection(node: ast.Dict | ast.List | ast.Tuple | ast.Set) -> Iterator[Change]:
    """Without one of its entries."""
    if isinstance(node, ast.Dict):
        for place in range(len(node.keys)):
            shorter = _without(_without(node, "keys", place), "values", place)
            yield "entry dropped", ast.unparse(shorter)
        return
    for place in range(len(node.elts)):
        if len(node.elts) > 1 or not isinstance(node, ast.Set):
            yield "entry dropped", f"({ast.unparse(_without(node, 'elts', place))})"


def of_call(node: ast.Call) -> Iterator[Change]:
    """Arguments swapped or left out, `min` for `max`, a Retry-After lost, a value of a path not encoded."""
    name = called(node)
    if name in ("min", "max"):
        changed = copy.deepcopy(node)
        changed.func = ast.Name("max" if name == "min" else "min")
        yield "min/max", ast.unparse(changed)
    elif len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2]):
        changed = copy.deepcopy(node)
        changed.args[:2] = changed.args[1::-1]
        yield "arguments swapped", ast.unparse(changed)
    if name in ENCODERS and node.args:
        yield "value not encoded", _unencoded(node)
    for place, keyword in enumerate(node.keywords):
        yield "argument dropped", ast.unparse(_without(node, "keywords", place))
        if keyword.arg == "retry_after" and not _is_nothing(keyword.value):
            changed = copy.deepcopy(node)
            changed.keywords[place].value = ast.Constant(None)
            yield "Retry-After lost", ast.unparse(changed)


def of_return(node: ast.Return, *, in_tool: bool) -> Iterator[Change]:
    """Nothing for something, and an error for an empty result."""
    if node.value is None or ast.unparse(node.value) == "None":
        return
    if in_tool and isinstance(node.value, ast.Call) and called(node.value) in EMPTY:
        yield "empty result made an error", "raise PermissionError('refused')"
    yield "result lost", "return None"


def of_raise(*, in_tool: bool) -> Iterator[Change]:
    """An error made an empty result, or forgotten."""
    if in_tool:
        yield "error made an empty result", _AN_EMPTY_RESULT
    else:
        yield "check removed", "pass"


def called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _unencoded(node: ast.Call) -> str:
    """What an encoding call would give without encoding: the text with its values filled in, or the value."""
    values = [keyword for keyword in node.keywords if keyword.arg not in (None, "safe", "encoding", "parameters")]
    if called(node) != "encoded_path":
        return f"str({ast.unparse(node.args[0])})"
    return ast.unparse(ast.Call(ast.Attribute(node.args[0], "format"), [], values))


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _without(node: Any, entries: str, place: int) -> Any:
    """A copy of the node without one of its entries."""
    shorter = copy.copy(node)
    rest = list(getattr(node, entries))
    del rest[place]
    setattr(shorter, entries, rest)
    return shorter
