"""The formats of JSON Schema that generated servers assert, asserted in the same way, and an example of each."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from datetime import date
from urllib.parse import urlsplit

_TIME = r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)"
_DATE = r"\d{4}-\d\d-\d\d"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_URI = r"[A-Za-z][A-Za-z0-9+.-]*:([!#$&-;=?-\[\]_a-z~]|%[0-9A-Fa-f]{2})+"
_DURATION = r"P(\d+W|(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)"
_UUID = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


def _matches(pattern: str, flags: int = re.ASCII) -> Callable[[str], bool]:
    compiled = re.compile(pattern, flags)
    return lambda text: compiled.fullmatch(text) is not None


def _accepts(read: Callable[[str], object]) -> Callable[[str], bool]:
    def accepts(text: str) -> bool:
        try:
            read(text)
        except ValueError:
            return False
        return True

    return accepts


_looks_like_date, _is_calendar_date = _matches(_DATE), _accepts(date.fromisoformat)
_is_time, _is_hostname, _looks_like_uri = _matches(_TIME), _matches(rf"{_LABEL}(\.{_LABEL})*"), _matches(_URI)
_is_local_part, _is_ipv6 = _matches(rf"{_ATOM}(\.{_ATOM})*", re.UNICODE), _accepts(ipaddress.IPv6Address)
_has_sound_port = _accepts(lambda text: urlsplit(text).port)


def _is_date(text: str) -> bool:
    return _looks_like_date(text) and _is_calendar_date(text)


def _is_date_time(text: str) -> bool:
    return text[10:11] in ("T", "t") and _is_date(text[:10]) and _is_time(text[11:])


def _is_host(text: str) -> bool:
    return len(text) <= 253 and _is_hostname(text)


def _is_email(text: str) -> bool:
    local, at, domain = text.rpartition("@")
    return bool(at) and len(local) <= 64 and _is_local_part(local) and _is_host(domain)


def _is_uri(text: str) -> bool:
    if not _looks_like_uri(text) or not _has_sound_port(text):
        return False
    parts = urlsplit(text)
    return parts.scheme.lower() not in ("http", "https") or bool(parts.hostname)


def _is_path(text: str) -> bool:
    if not text or re.search(r"\0|\\|^[/~]|^[A-Za-z]:", text):
        return False
    return ".." not in text.split("/")


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": _is_date,
    "time": _is_time,
    "date-time": _is_date_time,
    "duration": _matches(_DURATION),
    "email": _is_email,
    "uri": _is_uri,
    "uuid": _matches(_UUID),
    "hostname": _is_host,
    "ipv4": _accepts(ipaddress.IPv4Address),
    "ipv6": lambda text: "%" not in text and _is_ipv6(text),
    "path": _is_path,
}

# With a number in the place of `#`, so that there are as many different ones as a list needs.
EXAMPLES = {
    "date": "2026-01-1#",
    "time": "09:30:0#Z",
    "date-time": "2026-01-15T09:30:0#Z",
    "duration": "P#D",
    "email": "person#@example.com",
    "uri": "https://example.com/#",
    "uuid": "123e4567-e89b-42d3-a456-42661417400#",
    "hostname": "host#.example.com",
    "ipv4": "192.0.2.#",
    "ipv6": "2001:db8::#",
    "path": "folder/file#.txt",
}
