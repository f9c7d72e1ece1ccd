"""What the refund desk must answer on a new database. Each call is made on the state that the earlier ones left."""

from __future__ import annotations

from .case import Case, business, empty, success, validation

CASES: tuple[Case, ...] = (
    success("find_customer", {"email": "ada@example.com"}, '"resultCount": 1', "Ada Lovelace", "cus_1"),
    success("find_customer", {"email": "byron@example.com"}, '"resultCount": 2', "cus_3", "cus_4"),
    success("find_customer", {"email": "byron@example.com", "limit": 1}, '"resultCount": 1', "cus_3"),
    empty("find_customer", {"email": "nobody@example.com"}, "nobody@example.com", "executed successfully"),
    success("list_purchases", {"customer_id": "cus_1"}, '"resultCount": 2', "Desk lamp", "129.5"),
    empty("list_purchases", {"customer_id": "cus_4"}, "cus_4", "not bought anything"),
    validation("list_purchases", {"customer_id": "cus_none"}, "unknown_customer", "cus_none", "find_customer"),
    success("get_purchase", {"purchase_id": "pur_3"}, "grace@example.com", '"refundable": 649'),
    empty("get_purchase", {"purchase_id": "pur_none"}, "pur_none", "executed successfully"),
    success("issue_refund", {"purchase_id": "pur_1", "amount": 20}, '"purchase_id": "pur_1"', '"amount": 20'),
    success("get_purchase", {"purchase_id": "pur_1"}, '"refunded": 20', '"refundable": 109.5'),
    business(
        "issue_refund",
        {"purchase_id": "pur_1", "amount": 501},
        "refund_over_ceiling",
        "$501 exceeds the $500",
        "decided by a person",
    ),
    business("issue_refund", {"purchase_id": "pur_1", "amount": 109.51}, "refund_over_price", "pur_1", "userMessage"),
    success("issue_refund", {"purchase_id": "pur_1", "amount": 109.5}, '"amount": 109.5'),
    business("issue_refund", {"purchase_id": "pur_1", "amount": 0.01}, "refund_over_price", "$0.01"),
    validation("issue_refund", {"purchase_id": "pur_1", "amount": 9.999}, "fraction_of_a_cent", "9.999"),
    validation("issue_refund", {"purchase_id": "pur_none", "amount": 20}, "unknown_purchase", "pur_none"),
)

LOCKED: tuple[Case, ...] = tuple(
    Case(tool, arguments, "failure", "shop_locked", "transient", False, ('"retryAfterSeconds": 1', "attemptHistory"))
    for tool, arguments in (
        ("find_customer", {"email": "ada@example.com"}),
        ("list_purchases", {"customer_id": "cus_1"}),
        ("get_purchase", {"purchase_id": "pur_1"}),
        ("issue_refund", {"purchase_id": "pur_2", "amount": 1}),
    )
)
"""What holds while another connection keeps the database locked (`BEGIN EXCLUSIVE`)."""
