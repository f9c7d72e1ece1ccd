"""The formats that generated servers assert."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

formats = importlib.import_module("demo_server.runtime.formats")

VALID = {
    "date": ["2026-11-30", "2024-02-29"],
    "time": ["09:30:00Z", "23:59:60z", "09:30:00.125+01:00"],
    "date-time": ["2026-11-30T09:30:00Z", "2026-11-30t09:30:00.5-05:30"],
    "duration": ["P3D", "PT0.5S", "P1Y2M3DT4H5M6S", "P2W"],
    "email": ["ada@example.com", "o'hara+tag@mail.example.co.uk", "jörg@example.com", "root@localhost"],
    "uri": ["https://example.com/a?b=c#d", "urn:isbn:0451450523", "mailto:ada@example.com", "http://[::1]:80/"],
    "uuid": ["123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"],
    "hostname": ["localhost", "www.example.com", "xn--bcher-kva.example"],
    "ipv4": ["192.0.2.1"],
    "ipv6": ["::1", "2001:db8::ff00:42:8329"],
    "path": ["a", "a/b.txt", "a/..b/c", ".hidden", "./a"],
}

INVALID = {
    "date": ["2026-02-30", "20261130", "2026-W48-1", "2026-11-30 ", "2026-11-30\n", "٢٠٢٦-١١-٣٠", "0000-01-01"],
    "time": ["09:30:00", "24:00:00Z", "09:30Z", "09:30:00+24:00"],
    "date-time": ["2026-11-30T09:30:00", "2026-11-30 09:30:00Z", "2026-11-30", "2026-13-30T09:30:00Z"],
    "duration": ["P", "PT", "P1DT", "1D", "P1H", "P-1D", "P1.5D"],
    "email": ["ada", "ada@", "@example.com", "a b@example.com", "ada@exa mple.com", "a..b@example.com", "ada@-x.com"],
    "uri": ["example.com/a", "/a", "https://", "https://a b", "http://x:99999/", "https://exämple.com", "http://[::1"],
    "uuid": ["123e4567e89b42d3a456426614174000", "{123e4567-e89b-42d3-a456-426614174000}", "123e4567"],
    "hostname": ["", "-a.com", "a..b", "a_b.com", "x" * 64, "a b"],
    "ipv4": ["192.0.2", "192.0.2.256", "192.0.2.01", "::1"],
    "ipv6": ["192.0.2.1", ":::", "fe80::1%eth0"],
    "path": [
        "",
        "/etc/passwd",
        "..",
        "../a",
        "a/../../b",
        "a/..",
        "a\\..\\b",
        "C:x",
        "C:/x",
        "a\0b",
        "~/x",
        "\\\\host\\x",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in VALID.items() for text in texts])
def test_a_text_in_the_format_conforms(name: str, text: str) -> None:
    assert formats.FORMATS.conforms(text, name)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in INVALID.items() for text in texts])
def test_a_text_in_another_form_does_not_conform(name: str, text: str) -> None:
    assert not formats.FORMATS.conforms(text, name)


def test_exactly_the_documented_formats_are_asserted_and_each_says_what_it_expects() -> None:
    assert set(formats.FORMATS.checkers) == set(VALID) == set(formats.EXPECTED)


@given(st.sampled_from(sorted(VALID)), st.none() | st.booleans() | st.integers() | st.floats() | st.lists(st.text()))
def test_a_format_says_nothing_about_values_that_are_no_texts(name: str, value: object) -> None:
    assert formats.FORMATS.conforms(value, name)


@given(st.sampled_from(sorted(VALID)), st.text())
def test_no_text_makes_a_format_raise(name: str, text: str) -> None:
    assert formats.FORMATS.conforms(text, name) in (True, False)


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(["..", ".", "", "~"])).map("/".join)
)
def test_a_path_never_leaves_the_folder_it_starts_from(text: str) -> None:
    depth = 0
    for step in text.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(step, 1)
        if depth < 0 or text.startswith("/"):
            assert not formats.is_path(text)
