"""The annotations of a tool: what a client may assume of it before it has been called."""

from __future__ import annotations

from dataclasses import dataclass

from .spec import CallerStatement, Operation
from .statements import parse_statement

READING_METHODS = ("GET", "HEAD", "OPTIONS")
REPEATABLE_METHODS = (*READING_METHODS, "PUT", "DELETE")
DESTROYING_METHODS = ("PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Annotations:
    """Whether an operation only reads, may destroy, may be repeated, and reaches beyond this server's own data."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool

    def beyond_defaults(self) -> dict[str, bool]:
        """Those beside `read_only` that differ from what `tool` assumes."""
        usual = {"destructive": False, "idempotent": False, "open_world": True}
        return {name: getattr(self, name) for name, value in usual.items() if getattr(self, name) != value}


def annotations_of(operation: Operation) -> Annotations:
    """The annotations that are written, and for the rest those that follow from the method or the statement."""
    usual = _usual(operation)
    written = {key: value for key, value in operation.hints if value is not None}
    found = {**usual, **written}
    if found["read_only"]:
        found["destructive"], found["idempotent"] = False, written.get("idempotent", True)
    return Annotations(**found)


def _usual(operation: Operation) -> dict[str, bool]:
    if operation.request is not None:
        method = operation.request.method
        return {
            "read_only": method in READING_METHODS,
            "destructive": method in DESTROYING_METHODS,
            "idempotent": method in REPEATABLE_METHODS,
            "open_world": True,
        }
    if operation.query is not None:
        return {"read_only": True, "destructive": False, "idempotent": True, "open_world": False}
    if operation.execute is not None:
        return {"read_only": False, "destructive": _destroys(operation), "idempotent": False, "open_world": False}
    return {"read_only": False, "destructive": True, "idempotent": False, "open_world": True}


def _destroys(operation: Operation) -> bool:
    """Whether a statement may change what was there; one that only inserts adds to it."""
    if operation.execute is None or isinstance(operation.execute, CallerStatement):
        return True
    return parse_statement(operation.execute.sql).main_verb != "INSERT"
