"""What a spec means: names, references, placeholders, requests, statements, secrets."""

from __future__ import annotations

import pytest
from checking import HANDLER, HTTP, SQL, changed, codes, findings, only, pointed_at

GET = "    request: GET /parcels/{id}"
WHEN = "        when: {status: 404}\n"


def http(*changes: tuple[str, str]) -> str:
    """The spec of the carrier with some changes."""
    return changed(HTTP, *changes)


@pytest.mark.parametrize("text", ["{", "{}", "{1}", "{ id }", "${500}", "{{id}", '{"json": 1}', "{{ id }}"])
def test_a_brace_that_begins_no_placeholder_is_text(text: str) -> None:
    assert (
        codes(
            http(
                (
                    "        description: The carrier knows no parcel '{id}'.",
                    f"        description: 'No parcel is here {text}'",
                )
            )
        )
        == []
    )


@pytest.mark.parametrize("text", ["Costs $5, or $HOME", "${id} dollars", "100 $"])
def test_a_dollar_in_a_text_is_a_dollar(text: str) -> None:
    assert codes(http(("The carrier knows no parcel '{id}'.", text))) == ["FW501"] * (len(text) < 15)


def test_descriptions_that_take_no_placeholders_are_plain_text() -> None:
    assert codes(http(("description: Read where one parcel is.", "description: 'Read {where} one {parcel'"))) == []


def test_an_unknown_name_is_pointed_at_inside_a_folded_text() -> None:
    spec = http(
        ("The carrier knows no parcel '{id}'.", ">-\n          The carrier knows\n          no parcel '{idx}'.")
    )
    assert pointed_at(spec) == "idx"
    assert only(spec).help == "did you mean `id`?"


def test_the_groups_and_details_of_a_failure_mode_are_known_in_its_texts() -> None:
    when = "        when:\n          status: 404\n          message: no (?P<what>[a-z]+)\n"
    example = "        example: {input: {id: A1}, reply: {status: 404, json: {message: no such}}}\n"
    spec = http(
        (WHEN, when + "        details: {hint: error.body.hint}\n" + example),
        ("'{id}'", "'{id}' ({what}, {hint}, {error.message})"),
    )
    assert codes(spec) == []


def test_a_shared_failure_mode_knows_only_what_all_its_operations_have() -> None:
    shared = """\
failures:
  limited:
    category: transient
    when: {status: 429}
    description: The carrier answers 60 requests a minute; '{id}' was one too many.
operations:
  get_depot:
    description: Read where one depot is.
    input: {number: {type: integer}}
    request: GET /depots/{number}
    returns: {value: {}}
    failures: {use: [limited]}
"""
    spec = http(
        ("operations:\n", shared),
        ("    failures:\n      unknown", "    failures:\n      use: [limited]\n      unknown"),
    )
    assert [(finding.code, finding.message) for finding in findings(spec)] == [("FW303", "unknown name `id`")]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ("GET /parcels/{id}?depth={depth}", ["FW303"]),
        ("{method: POST, path: '/parcels/{id}', body: {a: ['{b}']}}", ["FW303"]),
        ("{method: POST, path: '/parcels/{id}', headers: {X-A: '{a}'}}", ["FW303"]),
        ("{method: POST, path: '/parcels/{id}', multipart: {file: {base64: '{content}'}}}", ["FW303"]),
        ("GET /parcels/{id", ["FW302"]),
        ("GET /parcels/{id.}", ["FW301"]),
        ("/parcels/{id}", ["FW105"]),
        ("FETCH /parcels/{id}", ["FW105"]),
        ("GET /parcels/../{id}", ["FW401"]),
        ("GET /a b/{id}", ["FW401"]),
        ("{method: GET, path: '/parcels/{id}', headers: {Authorization: Bearer abc}}", ["FW407", "FW418"]),
        ("{method: POST, path: '/p/{id}', idempotency: {header: 'a b'}}", ["FW406"]),
    ],
)
def test_a_request_is_held_to_what_can_be_sent(request_: str, code: list[str]) -> None:
    found = codes(http((GET, f"    request: {request_}")))
    assert found == ["FW302" if each == "FW301" else each for each in code]


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("{type: string, $ref: '#/types/X/y'}", "FW204"),
        ("{type: strng}", "FW112"),
        ("{type: object, required: true}", "FW112"),
        ("{type: object, properties: {a: {type: [string, nul]}}}", "FW112"),
        ("{type: string, example: x}", "FW111"),
        ("{type: string, nullable: true}", "FW111"),
        ("{type: string, default: a, pattern: '(a'}", "FW306"),
        ("{type: string, default: A1, pattern: '(?P<x>a)'}", "FW307"),
        ("{type: string, enum: [a, 1]}", "FW113"),
        ("{type: string, default: 5}", "FW113"),
        ("{type: array, items: {type: integer, default: x}}", "FW113"),
        ("{type: string, default: x, optional: true}", "FW110"),
    ],
)
def test_the_schema_of_a_parameter_is_held_to_json_schema(schema: str, code: str) -> None:
    assert codes(http(("{type: string, description: Parcel number as printed on the label}", schema))) == [code]


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, default: null, optional: true, x-mine: 1}",
        "{type: [string, 'null'], default: null}",
        "{anyOf: [{type: string}, {type: integer}]}",
        "{type: object, properties: {a: {type: string}}, additionalProperties: false}",
        "{type: string, default: '+1', pattern: '^[(?i)+]'}",
    ],
)
def test_a_valid_schema_has_no_finding_about_it(schema: str) -> None:
    found = codes(http(("{type: string, description: Parcel number as printed on the label}", schema)))
    assert set(found) <= {"FW110", "FW423"}  # the latter since it stands in the path


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("$TOKEN", []),
        ("${TOKEN}", []),
        ("'Key $TOKEN'", []),
        ("${TOKEN:-}", []),
        ("${TOKEN", ["FW416"]),
        ("${token}", ["FW416"]),
        ("'a$'", ["FW416"]),
        ("'a$$'", ["FW418"]),
        ("${TOKEN:-swordfish}", ["FW418"]),
        ("swordfish", ["FW418"]),
    ],
)
def test_the_settings_of_a_source_take_their_secrets_from_the_environment(setting: str, code: list[str]) -> None:
    assert codes(http(("    auth: {bearer: $CARRIER_TOKEN}\n", f"    auth:\n      bearer: {setting}\n"))) == code


@pytest.mark.parametrize(
    "text",
    [
        "ghp_0123456789abcdef0123456789abcdef0123",
        "xoxb-1234567890-abcdef",
        "sk_live_0123456789abcdef",
        "AKIA0123456789ABCDEF",
    ],
)
def test_what_begins_like_a_token_is_found_anywhere(text: str) -> None:
    assert codes(http(("description: Look up parcels.", f"description: Use {text} for now."))) == ["FW418"]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://user:$PASSWORD@api.example", []),
        ("https://user:swordfish@api.example", ["FW418"]),
        ("https://api.example?api_key=swordfish", ["FW418", "FW420"]),
        ("$API_URL", []),
        ("${API_URL:-https://api.example}", []),
        ("${API_URL:-api.example}", ["FW420"]),
        ("ftp://api.example", ["FW420"]),
        ("http://[::1", ["FW420"]),
    ],
)
def test_the_url_of_an_api_is_usable_and_without_secrets(url: str, code: list[str]) -> None:
    spec = http(("http: https://api.carrier.example/v1", f"http: '{url}'"))
    assert sorted(codes(spec)) == code


@pytest.mark.parametrize("name", ["token", "api_key", "apiKey", "password", "Authorization", "client_secret"])
def test_a_parameter_named_like_a_credential_is_a_finding(name: str) -> None:
    assert codes(
        changed(SQL, ("customer: {type", f"{name}: {{type"), (":customer", f":{name}"), ("{customer}", "X"))
    ) == ["FW419"]


@pytest.mark.parametrize("name", ["page_token", "next_token", "tokens", "key", "secretary"])
def test_a_parameter_that_only_sounds_like_one_is_none(name: str) -> None:
    assert (
        codes(changed(SQL, ("customer: {type", f"{name}: {{type"), (":customer", f":{name}"), ("{customer}", "X")))
        == []
    )


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("SELECT ':no', \"a:b\" -- :never\n      FROM orders WHERE customer = :customer", []),
        ("WITH gone AS (DELETE FROM orders WHERE customer = :customer RETURNING id) SELECT * FROM gone", ["FW411"]),
        ("DROP TABLE orders; SELECT :customer", ["FW410"]),
        ("SELECT id FROM orders WHERE customer = '{customer}'", ["FW302", "FW414"]),
        ("SELECT 1 FROM orders WHERE a = :a AND b = :b", ["FW413", "FW413"]),
    ],
)
def test_a_query_is_one_statement_that_reads_and_binds_what_there_is(statement: str, code: list[str]) -> None:
    query = "    query: SELECT id, total FROM orders WHERE customer = :customer ORDER BY id DESC\n"
    assert sorted(codes(changed(SQL, (query, f"    query: |\n      {statement}\n")))) == code


def test_an_operation_that_could_use_either_of_two_sources_has_to_say_which() -> None:
    two = changed(SQL, ("    sql: $DATABASE_URL\n", "    sql: $DATABASE_URL\n  archive: {sql: $ARCHIVE_URL}\n"))
    assert codes(two) == ["FW207", "FW207"]


def test_a_handler_may_use_several_sources_of_any_kind() -> None:
    sources = "sources:\n  a: {http: https://a.example}\n  b: {sql: $B_URL}\noperations:\n"
    spec = changed(
        HANDLER, ("operations:\n", sources), ("    handler: true\n", "    handler: true\n    source: [a, b]\n")
    )
    assert codes(spec) == []
    assert codes(changed(spec, ("[a, b]", "[a, c]"))) == ["FW206"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("  name: letters", "  name: Letters", "FW201"),
        ("  name: letters", f"  name: {'a' * 65}", "FW201"),
        ("  write_letter:", "  writeLetter:", "FW201"),
        ("  write_letter:", "  _write:", "FW201"),
        ("      no_address:", "      No-address:", "FW201"),
        ("  name: letters", "  name: letters\n  package: a-b", "FW211"),
        ("  name: letters", "  name: letters\n  package: mcp", "FW211"),
        ("  name: letters", "  name: letters\n  package: class", "FW211"),
    ],
)
def test_names_are_held_to_their_patterns(old: str, new: str, code: str) -> None:
    assert codes(changed(HANDLER, (old, new))) == [code]


@pytest.mark.parametrize("name", ["json", "mcp", "typing", "test", "class"])
def test_a_server_may_have_the_name_of_a_module(name: str) -> None:
    assert codes(changed(HANDLER, ("  name: letters", f"  name: {name}"))) == []


def test_types_that_contain_themselves_are_allowed() -> None:
    spec = changed(
        HANDLER,
        ("operations:\n", "types:\n  Page: {type: object, properties: {next: {$ref: '#/types/Page'}}}\noperations:\n"),
        ("{object: {pages: {type: integer}}}", "{object: {$ref: '#/types/Page'}}"),
    )
    assert codes(spec) == []


def test_warnings_can_be_allowed_and_errors_cannot() -> None:
    assert codes(changed(HANDLER, ("operations:\n", "lint: {allow: [FW501, FW103]}\noperations:\n"))) == ["FW213"]


@pytest.mark.parametrize(
    ("frame", "old", "new", "code"),
    [
        (HANDLER, "    handler: true\n", "    steps: {a: {call: b}}\n", "FW903"),
        (HTTP, GET, "    request: {method: GET, path: '/p/{id}', paginate: {page: id}}", "FW904"),
    ],
)
def test_what_is_not_supported_yet_is_refused_by_name(frame: str, old: str, new: str, code: str) -> None:
    found = findings(changed(frame, (old, new)))
    assert code in [finding.code for finding in found]
    assert all("not supported yet" in finding.message for finding in found if finding.code == code)
