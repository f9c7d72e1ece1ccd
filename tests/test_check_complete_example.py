"""The complete example of the language, and the example specs, have no finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from checking import HTTP, changed, checked, findings
from failwell.spec import SqlSource

SPECS = Path(__file__).parent.parent / "specs"

COMPLETE = """\
failwell: 1

server:
  name: refund-desk
  title: Refund desk
  description: Look up customers and their purchases, and refund a purchase.
  instructions: Find the customer first; a refund needs the purchase id.

types:
  Customer:
    type: object
    properties: {id: {type: string}, name: {type: string}, email: {type: string}}
    required: [id, name, email]

sources:
  shop:
    sql: ${DATABASE_URL:-sqlite:///shop.db}
    setup: shop.sql                     # creates and fills a new SQLite file; the tests use it too
    failures:
      shop_locked:
        category: transient
        when: {error: locked}
        retry_after: 1s
        description: The shop database is locked by another writer. The query did not execute.

operations:
  find_customer:
    description: Find the customers whose e-mail address is exactly the one given.
    input:
      email: {type: string, format: email, description: E-mail address of the customer}
      limit: {type: integer, minimum: 1, maximum: 100, default: 20}
    query: SELECT id, name, email FROM customers WHERE email = :email LIMIT :limit
    returns: {list: {$ref: "#/types/Customer"}}
    empty: No customer matched '{email}'. The query executed successfully and returned no rows.
    examples:
      - {input: {email: ada@example.com}, expect: {resultCount: 1}}
      - {input: {email: nobody@example.com}, expect: {resultCount: 0}}

  issue_refund:
    description: Refund part or all of one purchase.
    hints: {destructive: true}
    input:
      purchase_id: {type: string, pattern: "^pur_"}
      amount: {type: number, exclusiveMinimum: 0, description: Amount in dollars}
    execute: >-
      INSERT INTO refunds (purchase_id, amount)
      SELECT id, :amount FROM purchases WHERE id = :purchase_id
      RETURNING id AS refund_id, amount
    returns: {object: {refund_id: {type: integer}, amount: {type: number}}}
    examples:
      - {input: {purchase_id: pur_1, amount: 20}, expect: {amount: 20}}
    failures:
      refund_over_ceiling:
        category: business
        when: {input: "amount > `500`"}
        description: >-
          Refund of ${amount} exceeds the $500 automatic refund ceiling. The same policy applies on every attempt.
        recovery: Escalate to a human agent with the refund details.
        user_message: Refunds above $500 are decided by a person; we have passed this one on.
        example: {input: {purchase_id: pur_1, amount: 501}}
      unknown_purchase:
        category: validation
        when: {rows: 0}
        description: There is no purchase '{purchase_id}'.
        recovery: Look the purchase up with list_purchases and call again with its id.
        example: {input: {purchase_id: pur_none, amount: 20}}
"""


def test_the_complete_example_has_no_finding() -> None:
    assert findings(COMPLETE) == []


def test_short_forms_come_out_in_one_shape() -> None:
    spec = checked(COMPLETE).spec
    assert spec is not None
    find, refund = spec.operations["find_customer"], spec.operations["issue_refund"]
    shop = spec.sources["shop"]
    assert (find.body, find.returns.kind, find.returns.json_schema) == ("query", "list", {"$ref": "#/types/Customer"})
    assert find.empty is not None
    assert find.empty.description.startswith("No customer matched")
    assert (find.input["limit"].required, find.input["limit"].default) == (False, 20)
    assert refund.returns.json_schema["required"] == ["refund_id", "amount"]
    assert refund.failures.modes["unknown_purchase"].when[0].rows == ((0, 0),)
    assert isinstance(shop, SqlSource)
    retry_after = shop.failures["shop_locked"].retry_after
    assert retry_after is not None
    assert retry_after.seconds == 1.0


@pytest.mark.parametrize("path", sorted(SPECS.glob("*.yaml")), ids=lambda path: path.stem)
def test_an_example_spec_has_no_finding(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8")) == []


def test_a_query_in_the_path_of_a_request_stands_in_its_query() -> None:
    line = "GET /parcels/{id}?state=open&tag=a%20b&tag={id}&q={id && 'x?=y'}"
    spec = checked(changed(HTTP, ("request: GET /parcels/{id}", f'request: "{line}"'))).spec
    assert spec is not None
    request = spec.operations["get_parcel"].request
    assert request is not None
    assert request.path == "/parcels/{id}"
    assert request.query == {"state": "open", "tag": ["a b", "{id}"], "q": "{id && 'x?=y'}"}
