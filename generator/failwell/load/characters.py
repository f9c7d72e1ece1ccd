"""From bytes to a text that a YAML parser reads without complaint, character for character as long as the original."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from ..findings import Finding
from ..rules.yaml_file import FORBIDDEN_CHARACTER, NOT_UTF_8
from .lines import Lines
from .problems import MAX_FINDINGS, Problems

# Everything but what YAML 1.2 calls printable.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+")
# Characters that YAML 1.2 keeps in a text, while parsers of YAML 1.1 break lines at them.
_LINE_BREAKS_OF_YAML_1_1 = "\x85\u2028\u2029"
_PRIVATE_USE = range(0xE000, 0xF900)
_WIDE_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def forbidden(text: str) -> str | None:
    """The first character of `text` that no spec may hold, or None."""
    found = _FORBIDDEN.search(text)
    return found[0][0] if found else None


def decode(data: bytes) -> tuple[str, Finding | None]:
    """The text of `data` without a byte order mark, and the finding where it is no UTF-8.

    The text then has U+FFFD for what could not be read, or is empty where the whole encoding is another one.
    """
    if data.startswith(_WIDE_BYTE_ORDER_MARKS) or b"\0" in data[:2]:
        message = "the file is UTF-16 or UTF-32, not UTF-8"
        return "", NOT_UTF_8.finding(message, None, help="save it as UTF-8")
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        return data.decode("utf-8-sig", "replace"), _not_utf_8(error)


def _not_utf_8(error: UnicodeDecodeError) -> Finding:
    before = error.object[: error.start].decode("utf-8")
    lines = Lines(before + "\ufffd")
    message = f"the byte 0x{error.object[error.start]:02X} here is not UTF-8"
    return NOT_UTF_8.finding(
        message, lines.span(len(before), len(before) + 1), help="save the file as UTF-8; editors call this its encoding"
    )


def refuse_forbidden(text: str, problems: Problems) -> str:
    """The text with U+FFFD for every forbidden character; each run of them is reported."""
    for found in islice(_FORBIDDEN.finditer(text), MAX_FINDINGS):
        message = f"the character U+{ord(found[0][0]):04X} cannot stand in a spec"
        problems.report(FORBIDDEN_CHARACTER, message, found.span(), "leave it out")
    return _FORBIDDEN.sub(lambda found: "\ufffd" * len(found[0]), text)


@dataclass(frozen=True)
class Shelter:
    """Keeps the line breaks of YAML 1.1 out of the parser's sight: `hidden` is what it reads, `restore` undoes it.

    Each is exchanged for a private character that the text does not use.
    """

    hidden: str
    restored: dict[int, str]

    def restore(self, value: str) -> str:
        """The parsed `value` with the characters that the file has."""
        return value.translate(self.restored) if self.restored else value


def shelter(text: str) -> Shelter:
    """The text as a YAML 1.1 parser may see it."""
    used = [character for character in _LINE_BREAKS_OF_YAML_1_1 if character in text]
    if not used:
        return Shelter(text, {})
    present = set(text)
    free = (code for code in _PRIVATE_USE if chr(code) not in present)
    pairs = dict(zip(used, free, strict=False))
    hidden = text.translate({ord(character): chr(code) for character, code in pairs.items()})
    return Shelter(hidden, {code: character for character, code in pairs.items()})
