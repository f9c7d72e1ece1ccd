"""The kind of an operation that the user writes: no source of its own, but failures and a matcher."""

from __future__ import annotations

from .kind import Kind

HANDLER = Kind(
    name="handler",
    bodies=frozenset({"handler"}),
    matchers=frozenset({"exception"}),
    error_names=frozenset(),
    failures=frozenset({"timeout", "unreachable", "not_implemented", "permission_denied"}),
    reply_keys=frozenset(),
)
