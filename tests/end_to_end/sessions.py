"""A client over stdio or HTTP that knows MCP and nothing else, and checks every answer that it gets."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TextIO

from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.session import IncomingMessage

from .answers import Answer, checked
from .processes import listening

Era = Literal["auto", "legacy"]
ERAS: tuple[Era, ...] = ("auto", "legacy")


@dataclass(frozen=True)
class Server:
    """How to start a server: its package, where the package is, and its environment.

    `secrets` are the texts that may stand neither in a reply nor on stderr.
    """

    package: str
    source: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    secrets: Sequence[str] = ()


@dataclass
class Connection:
    """A client that is connected to a server. `log` is what the server wrote to stderr, complete at the end."""

    client: Client
    schemas: Mapping[str, Mapping[str, Any]]
    secrets: Sequence[str]
    log: str = ""

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Answer:
        """The answer to one call, which keeps what holds for every answer."""
        result = await self.client.call_tool(tool, dict(arguments))
        answer = checked(result, self.schemas.get(tool))
        assert not [secret for secret in self.secrets if secret in answer.text]
        return answer


@asynccontextmanager
async def connected(server: Server, era: Era) -> AsyncIterator[Connection]:
    """A connection in one of the protocol's eras. At its end, stdout has held nothing but MCP, and stderr no secret."""
    strangers: list[Exception] = []

    async def note(message: IncomingMessage) -> None:
        if isinstance(message, Exception):  # a line of stdout that is no MCP
            strangers.append(message)

    with TemporaryDirectory() as folder, (Path(folder) / "stderr").open("w+") as stderr:
        transport = stdio_client(_parameters(server, Path(folder)), errlog=stderr)
        async with Client(transport, mode=era, message_handler=note) as client:
            assert (client.protocol_version >= "2026") == (era == "auto")
            tools = (await client.list_tools()).tools
            connection = Connection(client, {tool.name: tool.output_schema or {} for tool in tools}, server.secrets)
            yield connection
        connection.log = _content(stderr)
    assert not strangers
    assert not [secret for secret in server.secrets if secret in connection.log]


@asynccontextmanager
async def connected_over_http(server: Server, era: Era) -> AsyncIterator[Connection]:
    """A connection to a server that listens. It ends well when told to, and its log holds no secret."""
    with listening(server.package, server.source, server.environment) as process:
        async with Client(process.url, mode=era) as client:
            assert (client.protocol_version >= "2026") == (era == "auto")
            tools = (await client.list_tools()).tools
            connection = Connection(client, {tool.name: tool.output_schema or {} for tool in tools}, server.secrets)
            yield connection
        assert process.stop() == 0, process.log
    assert not [secret for secret in server.secrets if secret in process.log]


def _parameters(server: Server, folder: Path) -> StdioServerParameters:
    environment = {"PYTHONPATH": str(server.source), **server.environment}
    return StdioServerParameters(command=sys.executable, args=["-m", server.package], env=environment, cwd=folder)


def _content(file: TextIO) -> str:
    file.seek(0)
    return file.read()
