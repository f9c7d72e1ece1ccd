"""What the command line prints, on whatever it is that listens."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


def say(text: str, stream: TextIO | None = None) -> None:
    """Print the text and a line break, to stdout by default, at once: so a reader who has gone is noticed here."""
    stream = sys.stdout if stream is None else stream
    stream.write(f"{text}\n")
    stream.flush()


def warn(text: str) -> None:
    """Print the text to stderr."""
    say(text, sys.stderr)


def wants_color(stream: TextIO) -> bool:
    """Whether the stream is to be coloured: NO_COLOR and FORCE_COLOR decide (no-color.org, force-color.org), else a
    terminal that is not dumb.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def escape_what_cannot_be_shown() -> None:
    """Let a character that the terminal's encoding lacks be printed as an escape, and not end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
