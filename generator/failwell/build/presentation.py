"""What a project tells of its operations beside their code: in the README, in listings, in the example of an agent."""

from __future__ import annotations

from ..spec import FailureMode, Spec
from .demonstration import Demonstration
from .environment import SettingsDraft
from .listing import Listing
from .model import AccessModel
from .resolved import Resolved
from .rows import FailureRow, OperationRow
from .tests.environment import Environment

AGENT_MOVES = {
    "transient": "call again later",
    "validation": "correct the arguments",
    "business": "report it to the user",
    "permission": "report that access is missing",
}


def operation_row(name: str, resolved: Resolved) -> OperationRow:
    """An operation as the README lists it."""
    operation = resolved.spec.operations[name]
    empty = None if operation.empty is None else operation.empty.description
    return OperationRow(
        name=name,
        description=" ".join(operation.description.split()),
        read_only=resolved.annotations[name].read_only,
        empty=empty,
        failures=tuple(_failure_row(use.name, use.mode, resolved.spec) for use in resolved.uses[name]),
    )


def _failure_row(name: str, mode: FailureMode, spec: Spec) -> FailureRow:
    corrected = mode.category == "validation" and spec.defaults.retryable == "any_path"
    again = mode.category == "transient" or corrected
    return FailureRow(name, mode.category, again, mode.recovery or AGENT_MOVES[mode.category])


def common_failures(spec: Spec) -> tuple[FailureRow, ...]:
    """What may happen to any call."""
    corrected = spec.defaults.retryable == "any_path"
    crash = spec.defaults.crash.category
    return (
        FailureRow("invalid_arguments", "validation", corrected, "correct every argument that the answer names"),
        FailureRow("timeout", "transient", True, "call again later, unless it may have been carried out"),
        FailureRow("crash", crash, crash == "transient", "report it with the reference that stands in it"),
    )


def listing(resolved: Resolved, summary: str, settings: SettingsDraft, access: AccessModel | None) -> Listing:
    """What listings of the server say."""
    server, operations = resolved.spec.server, resolved.spec.operations
    serving = (
        None if access is None else tuple(each for each in access.variables if each.name not in settings.variables)
    )
    return Listing(
        name=server.name,
        package=resolved.package,
        title=(server.title or server.name).strip() or server.name,
        summary=summary or server.name,
        version=server.version,
        variables=tuple(settings.variables.values()),
        tools=tuple((name, " ".join(each.description.split())) for name, each in operations.items()),
        serving=serving,
        wants_token=server.http is not None and server.http.auth is not None,
    )


def demonstration(spec: Spec) -> Demonstration:
    """A call without a required parameter, or of no tool where none requires any."""
    environment = Environment(spec)
    settings = {name: environment.values[name] for name in environment.required}
    for name, operation in spec.operations.items():
        if any(each.required for each in operation.input.values()):
            return Demonstration(name, settings)
    return Demonstration(f"{next(iter(spec.operations))}_", settings)
