"""What one kind of source brings along: the ways of using it, its matchers and its built-in failures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of source as the language knows it.

    `bodies` are the keys of an operation that such a source carries out, `matchers` those that only it has,
    `error_names` what `error` holds in the texts of a failure mode, `failures` the names of the built-in ones,
    `reply_keys` what an example may reply.
    """

    name: str
    bodies: frozenset[str]
    matchers: frozenset[str]
    error_names: frozenset[str]
    failures: frozenset[str]
    reply_keys: frozenset[str]


# Every kind has these beside its own.
COMMON_MATCHERS = frozenset({"input", "error", "message"})
COMMON_FAILURES = frozenset({"invalid_arguments", "unknown_tool", "read_only"})
