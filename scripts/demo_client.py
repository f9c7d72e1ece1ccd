"""Calls the refund desk in the folder given as any MCP client would, over stdio, and prints what an agent receives."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import TextContent

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("A success", "find_customer", {"email": "ada@example.com"}),
    ("An empty result", "find_customer", {"email": "nobody@example.com"}),
    ("A failure", "issue_refund", {"purchase_id": "pur_1", "amount": 501}),
    ("Every mistake in one reply", "issue_refund", {"purchase": "pur_1", "amount": "20"}),
]


async def main(project: Path) -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "refund_desk"], cwd=project)
    with (project / "server.log").open("w", encoding="utf-8") as log:
        async with Client(stdio_client(server, errlog=log)) as client:
            tools = (await client.list_tools()).tools
            print(f"The server offers {', '.join(tool.name for tool in tools)}.")
            for title, tool, arguments in CALLS:
                result = await client.call_tool(tool, arguments)
                how = ", with isError" if result.is_error else ""
                print(f"\n{title}: {tool} {json.dumps(arguments)}{how}")
                print(*(shown(content.text) for content in result.content if isinstance(content, TextContent)))


def shown(text: str) -> str:
    return json.dumps(json.loads(text), indent=2, ensure_ascii=False)


if __name__ == "__main__":
    anyio.run(main, Path(sys.argv[1]))
