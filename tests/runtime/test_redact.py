"""Secrets in no reply and in no log line."""

from __future__ import annotations

import base64
import importlib
import io
import json
import logging
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

redact = importlib.import_module("demo_server.runtime.redact")

SECRET = 'p@ss "w/ör\\d+1'
SECRETS = st.text(st.characters(exclude_categories=["Cs"]), min_size=8).filter(lambda text: "redacted" not in text)


def redactor(*secrets: str) -> Any:
    return redact.Redactor(secrets)


@pytest.mark.parametrize(
    "form",
    [
        SECRET,
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        json.dumps(SECRET)[1:-1],
        repr(SECRET)[1:-1],
    ],
)
def test_a_secret_is_replaced_in_every_form_it_travels_in(form: str) -> None:
    assert redactor(SECRET).text(f"before {form} after") == "before [redacted] after"


@given(SECRETS, st.text(st.characters(exclude_categories=["Cs"])))
def test_a_secret_cannot_be_read_from_basic_authentication(secret: str, user: str) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        header = encode(f"{user}:{secret}".encode()).decode()
        assert "[redacted]" in redactor(secret).text(f"Basic {header}")


@given(SECRETS, st.lists(st.text()))
def test_no_text_around_a_secret_keeps_it(secret: str, around: list[str]) -> None:
    assert secret not in redactor(secret).text(secret.join(around)).replace("[redacted]", "")


def test_a_secret_inside_another_is_no_way_around() -> None:
    assert redactor("abcd", "abcdefgh").text("abcdefgh abcd") == "[redacted] [redacted]"


def test_texts_too_short_for_a_secret_are_ignored() -> None:
    assert redactor("", "a", "123").text("a 123") == "a 123"


def test_values_are_cleaned_at_every_depth_and_in_keys() -> None:
    value = {"list": [{"open sesame": "say open sesame", "n": 1}], "ok": True, "none": None}
    assert redactor("open sesame").value(value) == {
        "list": [{"[redacted]": "say [redacted]", "n": 1}],
        "ok": True,
        "none": None,
    }


@given(SECRETS, st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_no_value_keeps_a_secret(secret: str, around: list[str]) -> None:
    value = {"key": [secret.join([*around, "", ""])]}
    assert "[redacted]" in redactor(secret).value(value)["key"][0]


def test_a_value_is_returned_as_it_is_where_there_is_no_secret() -> None:
    value = {"a": [1]}
    assert redactor().value(value) is value
    assert redactor("open sesame").value(value) is value


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("https://ada:pw@example.com/v1?a=1", "https://example.com/v1?a=1"),
        ("https://token@example.com", "https://example.com"),
        ("postgresql://ada:p/w?#d@db:5432/shop", "postgresql://db:5432/shop"),
        ("https://example.com/@ada", "https://example.com/@ada"),
        (
            "https://x/?api_key=s3cret&page=2&access_token=s#top",
            "https://x/?api_key=[redacted]&page=2&access_token=[redacted]#top",
        ),
        (
            "https://x/?X-Amz-Signature=s3cret&key=s&monkey=1",
            "https://x/?X-Amz-Signature=[redacted]&key=[redacted]&monkey=1",
        ),
        ("sqlite:///shop.db", "sqlite:///shop.db"),
        ("/path?password=", "/path?password=[redacted]"),
    ],
)
def test_a_url_is_shown_without_credentials(url: str, clean: str) -> None:
    assert redact.without_credentials(url) == clean


@pytest.fixture
def log() -> tuple[logging.Logger, io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(redact.RedactingFormatter(redactor("open sesame")))
    logger = logging.Logger("demo")
    logger.addHandler(handler)
    return logger, stream


def test_no_log_line_holds_a_secret(log: tuple[logging.Logger, io.StringIO]) -> None:
    log[0].info("calling with %s", {"token": "open sesame"})
    assert log[1].getvalue().endswith("INFO demo: calling with {'token': '[redacted]'}\n")


def test_no_traceback_holds_a_secret(log: tuple[logging.Logger, io.StringIO]) -> None:
    try:
        raise ValueError("open sesame")
    except ValueError:
        log[0].exception("failed")
    assert "ValueError: [redacted]\n" in log[1].getvalue()
    assert "open sesame" not in log[1].getvalue()


@pytest.mark.parametrize("value", ["a\nERROR forged", "a\r\nb", "\x1b[31mred", "\u2028", "\x85", "\0"])
def test_a_value_cannot_begin_a_line_of_the_log_or_control_a_terminal(
    log: tuple[logging.Logger, io.StringIO], value: str
) -> None:
    log[0].info("value %s.", value)
    (line,) = log[1].getvalue().splitlines()
    assert line.isprintable()
