"""What generated servers are compared with: a low-level server that does nothing of its own.

As a script it serves the tools of a JSON file over stdio, and imports nothing but what that takes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import stdio_server
from mcp.server import Server, ServerRequestContext


def bare(tools: list[types.Tool], answer: Mapping[str, Any]) -> Server[Any]:
    """A low-level server with these tools, which answers every call with the same JSON and checks nothing."""
    schemas = {tool.name: tool.input_schema for tool in tools}

    async def list_tools(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: ServerRequestContext[Any], __: types.CallToolRequestParams) -> types.CallToolResult:
        body = dict(answer)
        text = types.TextContent(text=json.dumps(body, ensure_ascii=False))
        return types.CallToolResult(content=[text], structured_content=body)

    return Server("bare", on_list_tools=list_tools, on_call_tool=call_tool, get_tool_input_schema=schemas.get)


async def serve(tools: Path) -> None:
    """Serve the tools of this file over stdio until the client leaves."""
    server = bare([types.Tool.model_validate(each) for each in json.loads(tools.read_text())], {})
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(serve, Path(sys.argv[1]))
