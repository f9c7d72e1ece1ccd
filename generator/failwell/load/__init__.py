"""The first stage: a YAML file as plain values with a place for each, and findings where it cannot be that.

Both functions return whatever the bytes are; no input makes them raise.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from ..findings import Finding, in_reading_order
from ..rules import yaml_file as rules
from .characters import decode, refuse_forbidden, shelter
from .document import Document
from .lines import Lines
from .problems import Problems
from .syntax import report_syntax
from .tree import TreeBuilder

MAX_BYTES = 5_000_000

# libyaml is some twenty times as fast; where PyYAML was built without it, its own parser does.
PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Loaded:
    """What became of one file: `document` is None where nothing can be made of it, `text` is what reports quote."""

    document: Document | None
    findings: tuple[Finding, ...]
    text: str = ""


def load_file(path: Path) -> Loaded:
    """The file at `path`, loaded; one that cannot be read or is too large gives a finding."""
    data = _read(path)
    return data if isinstance(data, Loaded) else load(data, str(path))


def load(data: bytes, name: str) -> Loaded:
    """The spec in `data`; `name` is what the document is called in reports. Reading ends at the hundredth finding."""
    if len(data) > MAX_BYTES:
        return _too_large(len(data))
    text, problem = decode(data)
    if problem is not None:
        return Loaded(None, (problem,), text)
    problems = Problems(Lines(text))
    readable = refuse_forbidden(text, problems)
    sheltered = shelter(readable)
    builder = TreeBuilder(readable, sheltered, problems)
    _build(builder, sheltered.hidden)
    document = _document(builder, name, text)
    return Loaded(document, tuple(in_reading_order(problems.findings)), text)


def _read(path: Path) -> bytes | Loaded:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return _unreadable("it is a folder" if stat.S_ISDIR(status.st_mode) else "it is not a regular file")
        if status.st_size > MAX_BYTES:
            return _too_large(status.st_size)
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return _unreadable("it does not exist")
    except OSError as error:
        return _unreadable((error.strerror or type(error).__name__).lower())
    except ValueError:  # a NUL in the path
        return _unreadable("this cannot be the name of a file")


def _build(builder: TreeBuilder, text: str) -> None:
    parser = PARSER(text)
    try:
        for event in _events(parser):
            if isinstance(event, yaml.Event):
                builder.take(event)
            else:
                report_syntax(builder, event)
            if builder.finished or builder.problems.full():
                return
    finally:
        parser.dispose()


def _events(parser: yaml.SafeLoader) -> Iterator[yaml.Event | yaml.YAMLError | ValueError | OverflowError]:
    """The events of a file and, where the parser stops, its error as the last; it is a value here, not an exception."""
    try:
        while True:
            yield parser.get_event()  # type: ignore[no-untyped-call]  # the stubs leave the parser out
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the latter two: chr() of an escape, in Python only
        yield error


def _document(builder: TreeBuilder, name: str, text: str) -> Document | None:
    root = builder.root
    if root is not None and isinstance(root.value, dict):
        return Document(name, text, root.value, root, builder.problems.lines)
    if root is not None and root.value is not None:
        kind = "a list" if isinstance(root.value, list) else "a single value"
        message = f"the file holds {kind}, not a spec"
        builder.give_up(rules.NO_SPEC, message, (root.start, root.end), "begin it with `failwell: 1`")
    elif not builder.problems.findings:
        builder.give_up(rules.NO_SPEC, "the file is empty", (0, 0), "begin it with `failwell: 1`")
    return None


def _unreadable(reason: str) -> Loaded:
    return Loaded(None, (rules.UNREADABLE_FILE.finding(f"the file cannot be read: {reason}", None),))


def _too_large(size: int) -> Loaded:
    message = f"the file has {size:,} bytes; a spec has {MAX_BYTES:,} at most"
    return Loaded(None, (rules.FILE_TOO_LARGE.finding(message, None, "split the server into several"),))


__all__ = ["MAX_BYTES", "Document", "Loaded", "load", "load_file"]
