"""Findings as text: for people, for editors, and for the services that read them. Nothing here prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..rules import RULES
from . import concise, full, github, json, sarif
from .report import Linted

_FORMATS: Mapping[str, Callable[[Sequence[Linted], bool], str]] = {
    "full": full.report,
    "concise": concise.report,
    "json": lambda files, _: json.report(files, RULES),
    "github": lambda files, _: github.report(files),
    "sarif": lambda files, _: sarif.report(files, RULES),
}

FORMATS: tuple[str, ...] = tuple(_FORMATS)


def render_report(format: str, files: Sequence[Linted], *, color: bool) -> str:  # noqa: A002 - the option's name
    """The report on `files` in one of `FORMATS`, without a line break at its end; empty for github without findings.

    `color` paints `full` and `concise` for a terminal. Raises KeyError for a format that is none.
    """
    return _FORMATS[format](files, color)


__all__ = ["FORMATS", "Linted", "render_report"]
