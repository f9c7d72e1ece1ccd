"""Arguments in paths, queries, headers, cookies and bodies."""

from __future__ import annotations

import base64
import importlib
import json
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

encoding = importlib.import_module("demo_server.runtime.http.encoding")
headers = importlib.import_module("demo_server.runtime.http.headers")
bodies = importlib.import_module("demo_server.runtime.http.body")
failure = importlib.import_module("demo_server.runtime.failure")

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXT)
def test_a_value_stays_within_its_segment_or_is_refused(value: str) -> None:
    if value in ("", ".", ".."):
        with pytest.raises(failure.InvalidArguments):
            encoding.encoded_path("/files/{name}/parts", name=value)
        return
    path = encoding.encoded_path("/files/{name}/parts", name=value)
    assert path.isascii()
    assert not set("?#") & set(path)
    assert [unquote(each) for each in path.split("/")] == ["", "files", value, "parts"]
    assert encoding.below("/v1/", path) == f"/v1{path}"


@pytest.mark.parametrize(
    "value", ["../admin", "a/../../b", "%2e%2e", "..%2f", "x?admin=1", "x#y", "//evil.test", "@evil"]
)
def test_no_value_leads_out_of_its_segment(value: str) -> None:
    path = encoding.encoded_path("/users/{id}", id=value)
    assert path.count("/") == 2
    assert unquote(path) == f"/users/{value}"


def test_all_values_that_cannot_stand_in_a_path_are_named_at_once() -> None:
    with pytest.raises(failure.InvalidArguments) as caught:
        encoding.encoded_path("/{a}/{b}/{c}/{d}/{e}", a="..", b=None, c="", d="fine", e="\ud800")
    problems = caught.value.details["problems"]
    assert [(each["parameter"], each["problem"]) for each in problems] == [
        ("a", "value"),
        ("b", "missing"),
        ("c", "value"),
        ("e", "value"),
    ]
    assert problems[0]["expected"] == "a path segment that is not empty, '.' or '..'"
    assert problems[0]["received"] == "string '..'"
    assert all(f"'{name}'" in caught.value.description for name in "abce")


@pytest.mark.parametrize(
    ("template", "value", "path"),
    [
        ("/{id}", 5.0, "/5"),
        ("/{id}", True, "/true"),
        ("/{id}", ["a", "b/c"], "/a,b%2Fc"),
        ("/{id}", {"k": "v", "l": 1}, "/k,v,l,1"),
        ("/{id*}", {"k": "v", "l": 1}, "/k=v,l=1"),
        ("/{.id}", 5, "/.5"),
        ("/{.id}", [3, 4], "/.3,4"),
        ("/{.id*}", [3, 4], "/.3.4"),
        ("/{.id*}", {"k": "v", "l": 1}, "/.k=v.l=1"),
        ("/{;id}", 5, "/;id=5"),
        ("/{;id}", [3, 4], "/;id=3,4"),
        ("/{;id*}", [3, 4], "/;id=3;id=4"),
        ("/{;id}", {"k": "v"}, "/;id=k,v"),
        ("/{;id*}", {"k": "v", "l": 1}, "/;k=v;l=1"),
        ("/a b/é/{id}:run", 5, "/a%20b/%C3%A9/5:run"),
    ],
)
def test_path_styles_are_those_of_openapi(template: str, value: Any, path: str) -> None:
    assert encoding.encoded_path(template, id=value) == path


@pytest.mark.parametrize("template", ["/{id}", "/{id*}", "/{.id}", "/{;id*}"])
@pytest.mark.parametrize("value", [[], [None], {}, ["."], [".."], [""]])
def test_no_style_makes_an_empty_or_a_dot_segment(template: str, value: Any) -> None:
    try:
        path = encoding.encoded_path(template, id=value)
    except failure.InvalidArguments:
        return
    assert path == "/;id=" + value[0]


@pytest.mark.parametrize("path", ["x", "", "@evil.test/", "/a/../b", "/a/./b", "/a/%2e%2E/b", "/.%2e"])
def test_a_path_that_leads_away_from_the_base_is_a_programming_error(path: str) -> None:
    with pytest.raises(ValueError, match="begins with '/'"):
        encoding.below("/v1", path)


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        (("tags", ["red", "blue"]), "tags=red&tags=blue"),
        (("tags", ["red", "blue"], "form", False), "tags=red,blue"),
        (("tags", ["a b", "c"], "spaceDelimited"), "tags=a%20b%20c"),
        (("tags", ["a", "b"], "pipeDelimited"), "tags=a%7Cb"),
        (("f", {"a": 1, "b": None, "c": True}), "a=1&c=true"),
        (("f", {"a": 1, "c": True}, "form", False), "f=a,1,c,true"),
        (
            ("f", {"a": 1, "b": {"c": [1, 2]}, "d": None}, "deepObject"),
            "f%5Ba%5D=1&f%5Bb%5D%5Bc%5D=1&f%5Bb%5D%5Bc%5D=2",
        ),
        (("q", "a&b=c d+é"), "q=a%26b%3Dc%20d%2B%C3%A9"),
        (("n", 600.0), "n=600"),
        (("q", ""), "q="),
        (("q", None), ""),
        (("q", []), ""),
        (("q", [], "form", False), ""),
    ],
)
def test_query_styles_are_those_of_openapi(arguments: tuple[Any, ...], query: str) -> None:
    assert encoding.query_string(encoding.query_items(*arguments)) == query


@given(st.dictionaries(TEXT, TEXT | st.lists(TEXT, max_size=3), max_size=3))
def test_a_query_says_exactly_what_was_given(query: dict[str, Any]) -> None:
    expected = [
        (name, each) for name, value in query.items() for each in (value if isinstance(value, list) else [value])
    ]
    assert parse_qsl(encoding.query_string(query), keep_blank_values=True) == expected


def test_what_has_no_encoding_is_refused_by_name() -> None:
    with pytest.raises(failure.InvalidArguments, match="'q'"):
        encoding.query_string({"q": "\ud83d"})
    with pytest.raises(failure.InvalidArguments):
        bodies.body(json={"q": "\ud83d"})
    with pytest.raises(failure.InvalidArguments, match="'q'"):
        bodies.body(multipart={"q": "\ud83d"})


@pytest.mark.parametrize(
    "value", ["a\r\nX-Evil: 1", "a\nb", "a\x00b", "a\tb", " a", "a ", "\xa0a", "a\x85b", "a\x7f", "€", "\ud800"]
)
def test_a_header_value_that_could_break_out_is_refused_by_the_name_of_its_parameter(value: str) -> None:
    with pytest.raises(failure.InvalidArguments) as caught:
        headers.header_items({"X-Tenant": value}, {}, {"X-Tenant": "tenant"})
    assert [each["parameter"] for each in caught.value.details["problems"]] == ["tenant"]


@pytest.mark.parametrize("value", ["a;b", "a,b", "a b", 'a"b', "a\\b", "a\nb", "é", "a\x00"])
def test_a_cookie_value_that_could_break_out_is_refused(value: str) -> None:
    with pytest.raises(failure.InvalidArguments, match="'session'"):
        headers.header_items({}, {"session": value}, {})


def test_headers_and_cookies_are_named_together() -> None:
    with pytest.raises(failure.InvalidArguments) as caught:
        headers.header_items({"A": "\n", "B": "fine"}, {"c": ";"}, {})
    assert [each["parameter"] for each in caught.value.details["problems"]] == ["A", "c"]


def test_headers_and_cookies_are_sent_as_they_are() -> None:
    items = headers.header_items(
        {"X-A": "é", "X-B": None, "X-C": [1, "b"], "X-D": {"k": 2.0}, "X-E": True, "X-F": ""},
        {"s": "a=b/c", "t": None, "u": [1, 2]},
        {},
    )
    assert items == [
        (b"X-A", b"\xe9"),
        (b"X-C", b"1,b"),
        (b"X-D", b"k,2"),
        (b"X-E", b"true"),
        (b"X-F", b""),
        (b"Cookie", b"s=a=b/c; u=1,2"),
    ]
    assert headers.simple({"k": 2.0, "l": None}, explode=True) == "k=2"


def test_a_json_body_is_json_and_null_is_a_body_too() -> None:
    encoded = bodies.body(json={"a": "é", "b": None})
    assert (encoded.content, encoded.content_type) == ('{"a":"é","b":null}'.encode(), "application/json")
    assert bodies.body(json=None).content == b"null"
    assert bodies.body() == bodies.Body(b"", None)
    assert (
        bodies.body(json={}, content_type="application/merge-patch+json").content_type == "application/merge-patch+json"
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), json.loads("[" * 900 + "]" * 900)])
def test_what_json_cannot_carry_is_refused(value: Any) -> None:
    try:
        encoded = bodies.body(json=value).content
    except failure.InvalidArguments:
        return
    assert json.loads(encoded) == value


def test_a_form_repeats_lists_and_leaves_out_what_is_none() -> None:
    encoded = bodies.body(form={"a": [1, 2], "b": None, "c": "x y&é"})
    assert encoded.content == b"a=1&a=2&c=x+y%26%C3%A9"
    assert encoded.content_type == "application/x-www-form-urlencoded"
    assert bodies.body(form={}).content_type == "application/x-www-form-urlencoded"


def test_a_multipart_body_holds_fields_and_files() -> None:
    content = base64.b64encode(b"\x00\xff\r\n--x").decode()
    encoded = bodies.body(
        multipart={"note": "hello", "n": 2.0, "none": None, "f": bodies.File(content, "a.png"), "g": [bodies.File("")]}
    )
    assert encoded.content_type.startswith("multipart/form-data; boundary=")
    boundary = encoded.content_type.partition("boundary=")[2].encode()
    parts = encoded.content.split(b"--" + boundary)
    assert parts[1] == b'\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'
    assert parts[2] == b'\r\nContent-Disposition: form-data; name="n"\r\n\r\n2\r\n'
    assert parts[3] == (
        b'\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
        b"\x00\xff\r\n--x\r\n"
    )
    assert b'filename="file"' in parts[4]
    assert parts[5] == b"--\r\n"


@pytest.mark.parametrize(
    ("filename", "sent"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\y.txt", "y.txt"),
        ('a"b\r\nX: 1.txt', "abX 1.txt"),
        ("..", "file"),
        ("", "file"),
        ("é.txt", "é.txt"),
        ("x" * 500 + ".txt", "x" * 196 + ".txt"),
    ],
)
def test_a_file_name_is_only_a_name(filename: str, sent: str) -> None:
    content = bodies.body(multipart={"f": bodies.File("aGk=", filename)}).content
    assert f'filename="{sent}"'.encode() in content


def test_files_that_cannot_be_sent_are_all_named() -> None:
    with pytest.raises(failure.InvalidArguments) as caught:
        bodies.body(
            multipart={
                "f": bodies.File("no base64!", parameter="photo"),
                "g": bodies.File("aGk=", content_type="a\nb", parameter="cover"),
                "h": bodies.File("aGk", parameter="scan"),
                "i": bodies.File("é", parameter="note"),
            }
        )
    assert [each["parameter"] for each in caught.value.details["problems"]] == ["photo", "cover", "scan", "note"]


def test_base64_may_be_wrapped_in_lines() -> None:
    assert b"\r\n\r\nhello\r\n" in bodies.body(multipart={"f": bodies.File("aGVs\nbG8=\n")}).content
