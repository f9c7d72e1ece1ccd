"""Small specs without a finding, from which the pages of the rules make their examples by changing one thing."""

from __future__ import annotations

HTTP = """\
failwell: 1

server:
  name: parcels
  description: Look up parcels.

sources:
  carrier:
    http: https://api.carrier.example/v1
    auth: {bearer: $CARRIER_TOKEN}

operations:
  get_parcel:
    description: Read where one parcel is.
    input:
      id: {type: string, description: Parcel number as printed on the label}
    request: GET /parcels/{id}
    returns: {object: {status: {type: string}}}
    failures:
      unknown_parcel:
        category: validation
        when: {status: 404}
        description: The carrier knows no parcel '{id}'.
        recovery: Ask for the number on the label and call again.
"""

SQL = """\
failwell: 1

server:
  name: orders
  description: Look up and cancel orders.

sources:
  shop:
    sql: $DATABASE_URL

operations:
  list_orders:
    description: List the orders of one customer, the latest first.
    input:
      customer: {type: integer, description: Number of the customer}
    query: SELECT id, total FROM orders WHERE customer = :customer ORDER BY id DESC
    returns: {list: {type: object}}
    empty: Customer {customer} has no orders. The query executed successfully.

  cancel_order:
    description: Cancel one order that has not been sent yet.
    input:
      id: {type: integer, description: Number of the order}
    execute: UPDATE orders SET cancelled = true WHERE id = :id AND NOT sent
    returns: nothing
    done: Cancelled order {id}.
    failures:
      not_cancellable:
        category: business
        when: {rows: 0}
        description: Order {id} does not exist or was sent already. Nothing was changed.
        user_message: We can no longer cancel this order.
    examples:
      - {input: {id: 7}, reply: {rows: 1}}
"""

READABLE = f"""\
{SQL}
resources:
  orders:
    uri: shop://customers/{{customer}}/orders
    description: The orders of one customer.
    operation: list_orders
  terms:
    uri: shop://terms
    description: The terms of sale.
    mime_type: text/markdown
    text: Orders are cancelled free of charge until they have been sent.

prompts:
  apology:
    description: Apologise to a customer for a late order.
    arguments: {{order: Number of the order}}
    text: Write a short apology for the delay of order {{order}}.
"""

COMMAND = """\
failwell: 1

server:
  name: history
  description: Read the history of one repository.

sources:
  git:
    command: git
    cwd: $REPOSITORY

operations:
  list_branches:
    description: List the branches.
    input:
      kind: {enum: [local, remote], default: local, description: Which branches}
    run: [branch, "--format=%(refname:short)", {kind: {remote: --remotes}}]
    parse: lines
    hints: {read_only: true}
    returns: {list: {type: string}}
    empty: The repository has no {kind} branches. The command ran successfully.
    failures:
      not_a_repository:
        category: business
        when: {exit_code: 128, message: not a git repository}
        description: The folder of this server is no Git repository.
        user_message: The project is not set up for this yet.
        example: {input: {}, reply: {exit_code: 128, stderr: "fatal: not a git repository"}}
    examples:
      - {input: {}, reply: {stdout: "main\\ndevelop\\n"}, expect: {resultCount: 2}}
"""

HANDLER = """\
failwell: 1

server:
  name: letters
  description: Write letters.

operations:
  write_letter:
    description: Write a letter and put it into the post.
    input:
      recipient: {type: string, description: Name of the recipient}
    handler: true
    returns: {object: {pages: {type: integer}}}
    failures:
      no_address:
        category: validation
        description: There is no address for '{recipient}'.
    examples:
      - {input: {recipient: Ada}, expect: {pages: 1}}
"""


def changed(frame: str, *changes: tuple[str, str]) -> str:
    """The frame with each `(old, new)` made. Raises ValueError where an old text does not stand there exactly once."""
    for old, new in changes:
        if frame.count(old) != 1:
            raise ValueError(f"{old!r} does not stand exactly once in the frame")
        frame = frame.replace(old, new)
    return frame
