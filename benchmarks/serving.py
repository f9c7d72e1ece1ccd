"""Serves a bare or a fastmcp server: `python serving.py KIND FILE [PORT]`, over stdio or HTTP.

The file has the tools and the answer of every call. Nothing is imported but what that takes.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

ITEMS_TOOL = "find_items"


def serve_bare(tools: list[dict[str, Any]], answer: dict[str, Any], port: int | None) -> None:
    """A low-level server with these tools."""
    import anyio
    import mcp_types as types

    bare = import_module("bare").bare  # it is beside this script
    server = bare([types.Tool.model_validate(each) for each in tools], answer)
    if port is not None:
        import uvicorn

        app = server.streamable_http_app(stateless_http=True)
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
        return
    from mcp import stdio_server

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def serve_fastmcp(_: list[dict[str, Any]], answer: dict[str, Any], port: int | None) -> None:
    """A server of fastmcp with a tool of the same name, arguments and answer."""
    server = import_module("fastmcp").FastMCP("fast")

    async def find_items(status: Literal["new", "sold", "lost"], limit: int = 20) -> dict[str, Any]:  # noqa: ARG001
        """Find the items of a shelf."""
        return dict(answer)

    server.tool(find_items)
    if port is None:
        server.run(show_banner=False, log_level="WARNING")
    else:
        server.run(
            transport="http",
            host="127.0.0.1",
            port=port,
            stateless_http=True,
            show_banner=False,
            log_level="WARNING",
            uvicorn_config={"log_level": "warning"},
        )


if __name__ == "__main__":
    kind, file, *rest = sys.argv[1:]
    known = json.loads(Path(file).read_text())
    serve = {"bare": serve_bare, "fastmcp": serve_fastmcp}[kind]
    serve(known["tools"], known["answer"], int(rest[0]) if rest else None)
