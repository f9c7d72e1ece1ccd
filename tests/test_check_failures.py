"""Failure modes and results: the checklist of good error responses."""

from __future__ import annotations

import pytest
from checking import HANDLER, HTTP, SQL, changed, codes, only
from failwell.check.generic import is_generic

WHEN = "        when: {status: 404}\n"
EMPTY = "    empty: Customer {customer} has no orders. The query executed successfully.\n"


def second_mode(when: str, first: str = "{status: 404}") -> str:
    """The spec of the carrier with a second failure mode behind the first."""
    mode = f"""\
      second:
        category: transient
        when: {when}
        description: The carrier is busy with the parcel '{{id}}'.
        example: {{input: {{id: A1}}, reply: {{status: 503}}}}
"""
    frame = changed(
        HTTP, (WHEN, f"        when: {first}\n        example: {{input: {{id: A1}}, reply: {{status: 404}}}}\n")
    )
    return frame + mode


@pytest.mark.parametrize(
    "sentence",
    [
        "An error occurred.",
        "Operation failed",
        "Something went wrong.",
        "Error",
        "Invalid input",
        "The request could not be processed. Please try again later.",
        "Oops! Unknown error.",
    ],
)
def test_a_sentence_that_fits_any_failure_is_generic(sentence: str) -> None:
    assert is_generic(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no purchase '{purchase_id}'.",
        "The shop database is locked by another writer. The query did not execute.",
        "Refund of ${amount} exceeds the ceiling.",
        "Die Rechnung {id} ist bereits bezahlt.",
    ],
)
def test_a_sentence_that_says_what_happened_is_not(sentence: str) -> None:
    assert not is_generic(sentence)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("{status: 404}", "{status: 404}", ["FW510"]),
        ("{status: 4xx}", "{status: 404}", ["FW509"]),
        ("{status: 400-499}", "{status: [404, 410-419]}", ["FW509"]),
        ("{status: 404}", "{status: 404, code: gone}", ["FW509"]),
        ("{code: 'card_*'}", "{code: card_declined, status: 402}", ["FW509"]),
        ("{status: 404, code: gone}", "{status: 404}", []),
        ("{status: 404}", "{status: 4xx}", []),
        ("{status: 404}", "{status: [404, 410]}", []),
        ("{code: card_declined}", "{code: 'card_*'}", []),
        ("{input: 'id == `1`'}", "{status: 404}", []),
        ("[{status: 404}, {status: 410}]", "[{status: 410}, {status: 404}]", ["FW510"]),
        ("{error: [timeout, unreachable]}", "{error: timeout}", ["FW509"]),
        ("{body: {ok: false}}", "{body: {ok: false, error: gone}}", ["FW509"]),
        ("{body: {ok: false}}", "{body: {ok: 0}}", []),
    ],
)
def test_a_mode_that_can_never_match_is_found_in_plain_cases(first: str, second: str, code: list[str]) -> None:
    if first.startswith("{input"):
        spec = second_mode(second, first).replace("{input: {id: A1}, reply: {status: 404}}", "{input: {id: A1}}", 1)
        assert [each for each in codes(spec) if each not in ("FW605",)] == code
    else:
        assert codes(second_mode(second, first)) == code


def test_a_matcher_of_empty_hides_the_modes_that_it_covers() -> None:
    spec = changed(
        HTTP,
        (
            "    failures:\n",
            "    empty: {description: No parcel has this number., when: {status: 404}}\n    failures:\n",
        ),
    )
    assert codes(spec) == ["FW510"]


def test_an_operation_may_treat_a_failure_of_its_source_in_its_own_way() -> None:
    mode = "      locked:\n        category: transient\n        when: {error: locked}\n"
    source = f"    sql: $DATABASE_URL\n    failures:\n{mode}"
    spec = changed(
        SQL,
        ("    sql: $DATABASE_URL\n", source + "        description: The shop is locked by another writer.\n"),
        (
            "      not_cancellable:\n",
            "      busy:\n        category: transient\n        when: {error: locked}\n"
            "        description: The order {id} is being packed right now.\n      not_cancellable:\n",
        ),
    )
    assert codes(spec) == []


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ("{rows: 0}", "FW506"),
        ("{exit_code: 3}", "FW506"),
        ("{exception: ValueError}", "FW506"),
        ("{status: 700}", "FW508"),
        ("{status: 6xx}", "FW105"),
        ("{status: high}", "FW105"),
        ("{error: locked}", "FW507"),
        ("{header: {Retry-After: '['}}", "FW306"),
        ("{body: {'a.': 1}}", "FW301"),
        ("{input: 'id ='}", "FW301"),
        ("{input: {ident: {matches: a}}}", "FW303"),
        ("{input: {id: {matches: '('}}}", "FW306"),
        ("{input: {id: a}}", "FW105"),
        ("{}", "FW505"),
    ],
)
def test_a_matcher_that_cannot_hold_is_a_finding(when: str, code: str) -> None:
    assert codes(second_mode(when)) == [code]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("        category: validation\n", "        category: business\n", ["FW502"]),
        (WHEN, WHEN + "        retryable: true\n", ["FW503"]),
        (WHEN, WHEN + "        retryable: false\n", []),
        (WHEN, WHEN + "        retry_after: {header: X-Reset}\n", ["FW504"]),
        (WHEN, WHEN + "        details: {what: {type: string}}\n", ["FW110"]),
        (WHEN, WHEN + "        details: {outcome: error.code}\n", ["FW202"]),
        (WHEN, WHEN + "        was: unknown_parcel\n", ["FW210"]),
        ("'{id}'.", "'{error.stderr}'.", ["FW305"]),
    ],
)
def test_a_failure_mode_keeps_what_its_category_promises(old: str, new: str, code: list[str]) -> None:
    assert codes(changed(HTTP, (old, new))) == code


def test_a_failure_that_only_tests_arguments_has_no_error() -> None:
    spec = changed(
        HTTP,
        (WHEN, "        when: {input: \"id == 'x'\"}\n        example: {input: {id: x}}\n"),
        ("'{id}'.", "'{error.message}'."),
    )
    assert "FW304" in codes(spec)


def test_a_handler_raises_its_failures_without_a_matcher_and_gives_their_details() -> None:
    spec = changed(
        HANDLER,
        (
            "        category: validation\n",
            "        category: validation\n        details: {country: {type: string}}\n",
        ),
        ("'{recipient}'", "'{recipient}' in {country}"),
    )
    assert codes(spec) == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("SELECT id FROM orders WHERE customer = :customer", ["FW512"]),
        ("SELECT count(*) AS n FROM orders WHERE customer = :customer", []),
        ("SELECT max(id) AS n FROM orders WHERE customer = :customer GROUP BY day", ["FW512"]),
        ("SELECT :customer AS n", []),
    ],
)
def test_a_row_that_may_be_absent_needs_to_be_told(statement: str, code: list[str]) -> None:
    spec = changed(
        SQL,
        (
            "    query: SELECT id, total FROM orders WHERE customer = :customer ORDER BY id DESC\n",
            f"    query: {statement}\n",
        ),
        ("{list: {type: object}}", "{object: {n: {type: integer}}}"),
        (EMPTY, ""),
    )
    assert codes(spec) == code


@pytest.mark.parametrize("returns", ["{list: {}}", "text"])
def test_a_result_that_may_be_empty_has_a_sentence(returns: str) -> None:
    assert codes(changed(HTTP, ("{object: {status: {type: string}}}", returns))) == ["FW511"]


def test_a_sentence_that_is_no_text_is_told_once() -> None:
    assert codes(changed(SQL, (EMPTY, "    empty: 5\n"))) == ["FW104"]
    assert codes(changed(SQL, (EMPTY, "    empty:\n"))) == ["FW104"]
    assert codes(changed(SQL, (EMPTY, '    empty: " "\n'))) == ["FW105"]


@pytest.mark.parametrize(
    ("hints", "code"),
    [
        ("{read_only: true, destructive: true}", ["FW516"]),
        ("{read_only: true}", ["FW516"]),
        ("{destructive: true, idempotent: true}", []),
    ],
)
def test_hints_do_not_contradict_what_is_done(hints: str, code: list[str]) -> None:
    assert codes(changed(SQL, ("    execute: UPDATE", f"    hints: {hints}\n    execute: UPDATE"))) == code


@pytest.mark.parametrize(
    ("example", "code"),
    [
        ("{input: {id: 7}, reply: {rows: 1}}", []),
        ("{input: {id: 7}, reply: {error: locked}}", []),
        ("{input: {id: 7.0}, reply: {rows: 1}}", []),
        ("{input: {id: '7'}, reply: {rows: 1}}", ["FW602"]),
        ("{input: {}, reply: {rows: 1}}", ["FW602"]),
        ("{input: {idd: 7}, reply: {rows: 1}}", ["FW602"]),
        ("{reply: {rows: 1}}", ["FW602"]),
        ("{input: {id: 7}, reply: {json: {}}}", ["FW603"]),
        ("{input: {id: 7}, reply: {error: tls_failed}}", ["FW603"]),
    ],
)
def test_an_example_is_a_call_that_can_be_made_and_a_reply_that_can_come(example: str, code: list[str]) -> None:
    assert codes(changed(SQL, ("{input: {id: 7}, reply: {rows: 1}}", example))) == code


def test_an_example_is_missed_where_no_sample_can_be_made() -> None:
    parameter = "{type: string, description: Parcel number as printed on the label}"
    assert codes(changed(HTTP, (parameter, "{type: string, pattern: '^[A-Z]'}"))) == ["FW601"]
    assert codes(changed(HTTP, (parameter, "{type: string, pattern: '^[A-Z]', examples: [A1]}"))) == []
    typed = changed(
        HTTP,
        (parameter, "{$ref: '#/types/Id'}"),
        ("sources:\n", "types: {Id: {type: string, pattern: '^A'}}\nsources:\n"),
    )
    assert codes(typed) == ["FW601"]


def test_the_finding_about_a_hidden_mode_names_the_one_that_hides_it() -> None:
    finding = only(second_mode("{status: 404}", "{status: 4xx}"))
    assert finding.message == "`second` can never match: `unknown_parcel` is tried before and is wider"
    assert finding.help == "put it above `unknown_parcel`"
