"""Says in plain words what is wrong where a YAML parser gives up.

The two parsers of PyYAML, libyaml and the one in Python, word their problems differently; each row knows both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from ..rules import yaml_file as rules
from .tree import TreeBuilder

_QUOTE_IT = "put the whole text in quotes"
_SAME_COLUMN = "check the indentation: all keys of one mapping begin in the same column"


@dataclass(frozen=True)
class _Case:
    """A problem of the parser, and what to say of it; `whole` places it where the broken part began."""

    problem: str
    message: str
    advice: str
    whole: bool = False


_SPECIAL = "quote texts that have any of `[ ] { } , : #`"
_CASES = (
    _Case(
        r"could not find expected ':'",
        "this line is not `key: value`",
        "write `key: value`; a text of several lines goes under `>-`",
        whole=True,
    ),
    _Case(
        r"sequence entries are not allowed",
        "a list cannot begin here",
        "put each `- ` on a line of its own, or write `[a, b]`",
    ),
    _Case(r"mapping keys are not allowed", "a key cannot begin here", "quote a text that begins with `?`"),
    _Case(
        r"unexpected (end of stream|document (indicator|separator))",
        "this quote is never closed",
        "close it; an apostrophe inside single quotes is written twice",
        whole=True,
    ),
    _Case(
        r"unknown escape|hexdecimal|hexadecimal numbers",
        "this backslash is not an escape of YAML",
        r"use single quotes, or write `\\` for a backslash",
    ),
    _Case(r"',' or '\]'", "this list is not closed, or a comma is missing in it", _SPECIAL, whole=True),
    _Case(r"',' or '\}'", "this mapping is not closed, or a comma is missing in it", _SPECIAL, whole=True),
    _Case(
        r"node content|unexpected ':'", "a value is missing here", "write one, or quote a text that begins like this"
    ),
    _Case(
        r"<document start>",
        "the file goes on after its value has ended",
        "the whole file is one mapping; check the indentation",
    ),
    _Case(r"tag|expected '!|URI|'>'", "a text without quotes cannot begin with `!`", _QUOTE_IT, whole=True),
    _Case(r"alphabetic or numeric", "a text without quotes cannot begin with `&` or `*`", _QUOTE_IT, whole=True),
    _Case(
        r"line ?break|indentation indicator|chomping",
        "a text cannot begin on the line of `|` or `>`",
        "begin it on the next line, or quote it",
        whole=True,
    ),
    _Case(r"tab character", "a tab cannot stand here", "indent with spaces"),
    _Case(
        r"directive|YAML document|version|digit|non-alphabetical",
        "a line that begins with `%` is a directive of YAML",
        "leave it out",
        whole=True,
    ),
)


def report_syntax(builder: TreeBuilder, error: Exception) -> None:
    """Gives `builder` the finding for the `error` with which its parser stopped."""
    problem = getattr(error, "problem", None) or str(error)
    at = _index(getattr(error, "problem_mark", None), len(builder.text))
    begin = _index(getattr(error, "context_mark", None), at)
    if "maximum nesting" in problem:
        builder.give_up_on_depth((at, at + 1))
    elif re.search(r"Unicode character escape|chr\(\)|too large", problem):
        builder.give_up_on_escape(max(builder.text.rfind("\\", 0, at), 0))
    else:
        _forget_placeholder(builder, at)
        message, advice, index = _explained(builder.text, problem, at, begin)
        index = min(index, max(len(builder.text.rstrip()) - 1, 0))
        builder.give_up(rules.YAML_SYNTAX, message, (index, index + 1), advice)


def _forget_placeholder(builder: TreeBuilder, at: int) -> None:
    """Drops the finding for the `{id}` of `{id} is missing`: the one for the whole text says more."""
    findings, lines = builder.problems.findings, builder.problems.lines
    end = len(builder.text[:at].rstrip(" "))
    if findings and findings[-1].code == rules.UNQUOTED_PLACEHOLDER.code:
        span = findings[-1].span
        if span is not None and (span.end_line, span.end_column) == lines.place(end):
            findings.pop()


def _index(mark: yaml.Mark | None, otherwise: int) -> int:
    return mark.index if mark is not None else otherwise


def _explained(text: str, problem: str, at: int, begin: int) -> tuple[str, str | None, int]:
    """The message, the help and the index for a syntax error at index `at` in a part that began at `begin`."""
    if "cannot start any token" in problem:
        return *_bad_start(text[at : at + 1]), at
    if "mapping values are not allowed" in problem:
        return *_bad_colon(text, at), at
    if re.search(r"expected key|<block end>|'-' indicator", problem):
        return *_bad_fit(text, at), at
    for case in _CASES:
        if re.search(case.problem, problem):
            return case.message, case.advice, begin if case.whole else at
    return f"this is not valid YAML: {problem}", None, at


def _bad_start(character: str) -> tuple[str, str]:
    if character == "\t":
        return "a tab cannot stand here", "indent with spaces, and use no tabs outside quotes"
    return f"a text without quotes cannot begin with `{character}`", _QUOTE_IT


def _bad_colon(text: str, at: int) -> tuple[str, str]:
    before = text[_line_start(text, at) : at]
    if re.search(r":\s", before):
        return "a text without quotes cannot have `: ` in it", _QUOTE_IT
    return "a key cannot begin in this line", _SAME_COLUMN


def _bad_fit(text: str, at: int) -> tuple[str, str]:
    before = text[_line_start(text, at) : at].rstrip()
    if before.endswith(("'", '"')):
        return "the text goes on after its closing quote", "put the whole text in quotes of one kind"
    if before.endswith(("}", "]")):
        return "the text goes on after a closing bracket", "quote a text that begins with `{` or `[`"
    return "this line does not fit the lines above it", _SAME_COLUMN


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
