"""Specs of any size: reads and writes over HTTP, a query, a statement and a handler in turn."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

HEAD = """\
failwell: 1

server:
  name: measured
  description: A server with many tools, to be measured.

types:
{types}
sources:
  shelf:
    http: https://shelf.example.com/v1
    auth: {{bearer: $SHELF_TOKEN}}
    failures:
      shelf_busy:
        category: transient
        when: {{status: 429}}
        description: The shelf takes no more requests for now.
{stock}
operations:
"""

STOCK = """\
  stock:
    sql: ${STOCK_URL:-sqlite:///stock.db}
"""

TYPE = """\
  Item{n}:
    type: object
    properties:
      id: {{type: string}}
      name: {{type: string}}
      price: {{type: number, description: Price in dollars}}
      tags: {{type: array, items: {{type: string}}}}
      status: {{enum: [draft, sold, returned]}}
    required: [id, name]
"""

LIST = """\
  list_items_{n}:
    description: List the items of shelf {n} that have a status.
    input:
      status: {{enum: [draft, sold, returned], description: Only items with this status}}
      limit: {{type: integer, minimum: 1, maximum: 100, default: 20, description: Return at most so many}}
      after: {{type: string, format: date, optional: true}}
    request: GET /shelves/{n}/items
    result: data
    returns: {{list: {{$ref: "#/types/Item{type}"}}}}
    empty: Shelf {n} has no items that are {{status}}. The search ran.
    failures:
      unknown_shelf:
        category: validation
        when: {{status: 404}}
        description: Shelf {n} does not exist any more.
        recovery: Use another shelf.
    examples:
      - input: {{status: sold}}
        reply: {{json: {{data: [{{id: item_1, name: Chair number {n}, price: 20.5, tags: [wood]}}]}}}}
        expect: {{resultCount: 1}}
"""

CREATE = """\
  create_item_{n}:
    description: Put a new item on shelf {n}.
    input:
      name: {{type: string, minLength: 1, maxLength: 80, description: Name of the item}}
      price: {{type: number, minimum: 0, description: Price in dollars}}
      tags: {{type: array, items: {{type: string}}, optional: true}}
    request: POST /shelves/{n}/items
    returns: {{object: {{id: {{type: string}}, name: {{type: string}}, price: {{type: number}}}}}}
    failures:
      name_taken:
        category: business
        when: {{status: 409}}
        description: Shelf {n} has an item named '{{name}}' already.
        recovery: Choose another name.
        user_message: There is an item of this name already.
      shelf_full:
        category: business
        when: {{code: shelf_full}}
        description: "Shelf {n} is full: {{error.message}}"
        recovery: Use another shelf.
        user_message: This shelf is full.
        example:
          input: {{name: Chair, price: 1}}
          reply: {{status: 422, json: {{code: shelf_full, message: No room}}}}
    examples:
      - input: {{name: Chair, price: 20.5}}
        reply: {{status: 201, json: {{id: item_{n}, name: Chair, price: 20.5}}}}
        expect: {{name: Chair}}
"""

QUERY = """\
  find_stock_{n}:
    description: Find how many of an item warehouse {n} has.
    input:
      item_id: {{type: string, description: Id of the item}}
      limit: {{type: integer, minimum: 1, maximum: 100, default: 20}}
    query: SELECT item_id AS id, name FROM stock_{n} WHERE item_id = :item_id ORDER BY item_id LIMIT :limit
    returns: {{list: {{$ref: "#/types/Item{type}"}}}}
    empty: Warehouse {n} has nothing of '{{item_id}}'. The query executed successfully and returned no rows.
    examples:
      - {{input: {{item_id: item_1}}, reply: {{rows: [{{id: item_1, name: Chair}}]}}, expect: {{resultCount: 1}}}}
"""

EXECUTE = """\
  move_stock_{n}:
    description: Take some of an item out of warehouse {n}.
    hints: {{destructive: true}}
    input:
      item_id: {{type: string, description: Id of the item}}
      count: {{type: integer, minimum: 1, maximum: 1000}}
    execute: UPDATE stock_{n} SET count = count - :count WHERE item_id = :item_id RETURNING item_id AS id, count
    returns: {{object: {{id: {{type: string}}, count: {{type: integer}}}}}}
    examples:
      - input: {{item_id: item_1, count: 2}}
        reply: {{rows: [{{id: item_1, count: 5}}]}}
        expect: {{count: 5}}
    failures:
      too_few:
        category: business
        when: {{code: "23514"}}
        description: Warehouse {n} has fewer than {{count}} of '{{item_id}}'. Nothing was moved.
        recovery: Ask for fewer.
        user_message: There are not that many left.
      unknown_item:
        category: validation
        when: {{rows: 0}}
        description: Warehouse {n} does not know the item '{{item_id}}'.
        recovery: Look the item up with find_stock_{n}.
        example: {{input: {{item_id: item_none, count: 1}}, reply: {{rows: []}}}}
"""

HANDLER = """\
  price_item_{n}:
    description: Work out what an item costs in country {n}.
    hints: {{read_only: true}}
    input:
      item_id: {{type: string, description: Id of the item}}
      currency: {{enum: [USD, EUR], default: USD}}
    handler: true
    returns: {{object: {{price: {{type: number}}, currency: {{type: string}}}}}}
    examples:
      - {{input: {{item_id: item_1}}, expect: {{currency: USD}}}}
    failures:
      not_sold_here:
        category: business
        description: The item '{{item_id}}' is not sold in country {n}.
        recovery: Offer another item.
        user_message: This item cannot be bought here.
"""

FIND = """\
  find_items:
    description: Find the items that have a status.
    hints: {{read_only: true}}
    input:
      status: {{enum: [draft, sold, returned]}}
      limit: {{type: integer, minimum: 1, maximum: 100, default: 20}}
      after: {{type: string, format: date, optional: true}}
    handler: true
    returns: {{list: {{$ref: "#/types/Item{type}"}}}}
    empty: No items are {{status}}. The search ran.
    examples:
      - {{input: {{status: sold}}, expect: {{resultCount: 0}}}}
"""
"""The tool whose calls are measured."""

MIXED = (LIST, CREATE, QUERY, EXECUTE, HANDLER)
WITHOUT_SQL = (LIST, CREATE, HANDLER)


OPERATIONS_PER_TYPE = 5


def spec_of(operations: int, kinds: Sequence[str] = MIXED) -> str:
    """The text of a spec of the server `measured` with so many operations, of these kinds in turn.

    The number of types grows with it, and each is used by its neighbours.
    """
    types = range(ceil(operations / OPERATIONS_PER_TYPE))
    head = HEAD.format(
        types="".join(TYPE.format(n=number) for number in types), stock=STOCK if QUERY in kinds[:operations] else ""
    )
    numbered = ((kinds[number % len(kinds)], number) for number in range(operations))
    return head + "".join(kind.format(n=number, type=number // OPERATIONS_PER_TYPE) for kind, number in numbered)
