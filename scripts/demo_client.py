"""Calls the refund desk in the folder given as any MCP client would, over stdio, and prints what an agent receives."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import TextContent

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("A success", "find_customer", {"email": "ada@example.com"}),
    ("An empty result", "find_customer", {"email": "nobody@example.com"}),
    ("A business failure", "issue_refund", {"purchase_id": "pur_1", "amount": 501}),
    ("Several mistakes in one call", "issue_refund", {"purchase": "pur_1", "amount": "20"}),
]


async def main(project: Path) -> None:
    (project / "shop.db").unlink(missing_ok=True)
    server = StdioServerParameters(command=sys.executable, args=["-m", "refund_desk"], cwd=project)
    async with Client(stdio_client(server)) as client:
        tools = (await client.list_tools()).tools
        print(f"\nThe server offers {', '.join(tool.name for tool in tools)}.")
        for title, tool, arguments in CALLS:
            result = await client.call_tool(tool, arguments)
            print(f"\n{title}: {tool} {arguments}\n{'error' if result.is_error else 'no error'}")
            print(*(content.text for content in result.content if isinstance(content, TextContent)))


if __name__ == "__main__":
    anyio.run(main, Path(sys.argv[1]))
