"""The server as clients, registries and bundles list it, each in the format that it reads."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass
from typing import Any

from .variables import EnvironmentVariable

REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
LONGEST_LISTED = 100  # characters of a title and of a description in the MCP registry

ADDRESS = "127.0.0.1:8000"

# Who publishes the server is not in the spec; the README says where to put the right name.
PUBLISHER = "your-name"


@dataclass(frozen=True)
class Listing:
    """What a listing of the server says; `tools` are names and descriptions.

    `serving` are the variables that are read only where it listens on HTTP, None where the spec says nothing of that.
    """

    name: str
    package: str
    title: str
    summary: str
    version: str
    variables: tuple[EnvironmentVariable, ...]
    tools: tuple[tuple[str, str], ...]
    serving: tuple[EnvironmentVariable, ...] | None
    wants_token: bool

    @property
    def registry_name(self) -> str:
        """The name in the MCP registry."""
        return f"io.github.{PUBLISHER}/{self.name}"

    @property
    def project_clients(self) -> str:
        """`.mcp.json`: for clients that read the configuration of a project and fill in the variables."""
        environment = {each.name: each.reference for each in self.variables}
        return _json({"mcpServers": {self.name: {"type": "stdio", **self._started(environment)}}})

    @property
    def client_entry(self) -> str:
        """The entry of a configuration file in which the values themselves stand."""
        return _json({"mcpServers": {self.name: self._started(self._values)}})

    @property
    def vscode_entry(self) -> str:
        """The entry of VS Code's configuration file."""
        entry = {"type": "stdio", **self._started({})}
        if any(each.default is None for each in self.variables):
            entry["envFile"] = "${workspaceFolder}/.env"
        return _json({"servers": {self.name: entry}})

    @property
    def codex_values(self) -> tuple[tuple[str, str], ...]:
        """The variables and their values, for Codex's configuration file."""
        return tuple(self._values.items())

    @property
    def registry_entry(self) -> str:
        """`server.json`: the entry in the MCP registry."""
        packages = [self._package({"type": "stdio"}, self.variables)]
        if self.serving is not None:
            over_http = self._package(self._http_transport(), (*self.variables, *self.serving))
            packages.append({**over_http, "packageArguments": [{"type": "named", "name": "--http", "value": ADDRESS}]})
        return _json(
            {
                "$schema": REGISTRY_SCHEMA,
                "name": self.registry_name,
                "title": _shortened(self.title),
                "description": _shortened(self.summary),
                "version": self.version,
                "packages": packages,
            }
        )

    @property
    def bundle(self) -> str:
        """`manifest.json`: the MCP bundle (MCPB) of the server, which uv runs with what pyproject.toml asks for."""
        environment = {each.name: f"${{user_config.{each.name}}}" for each in self.variables}
        run = ["run", "--directory", "${__dirname}", "python", "-m", self.package]
        manifest: dict[str, Any] = {
            "manifest_version": "0.4",
            "name": self.name,
            "display_name": self.title,
            "version": self.version,
            "description": self.summary,
            "author": {"name": PUBLISHER},
            "server": {
                "type": "uv",
                "entry_point": f"src/{self.package}/__main__.py",
                "mcp_config": {"command": "uv", "args": run, "env": environment},
            },
            "tools": [{"name": name, "description": description} for name, description in self.tools],
            "compatibility": {"runtimes": {"python": ">=3.11"}},
        }
        if self.variables:
            manifest["user_config"] = {each.name: _bundle_setting(each) for each in self.variables}
        return _json(manifest)

    def _package(self, transport: dict[str, Any], variables: tuple[EnvironmentVariable, ...]) -> dict[str, Any]:
        """The package on PyPI, run in one way."""
        package: dict[str, Any] = {
            "registryType": "pypi",
            "identifier": self.name,
            "version": self.version,
            "runtimeHint": "uvx",
            "transport": transport,
        }
        if variables:
            package["environmentVariables"] = [_registry_variable(each) for each in variables]
        return package

    def _http_transport(self) -> dict[str, Any]:
        transport: dict[str, Any] = {"type": "streamable-http", "url": f"http://{ADDRESS}/mcp"}
        if self.wants_token:
            told = "`Bearer` and a token that the server accepts"
            header = {"name": "Authorization", "description": told, "isRequired": True, "isSecret": True}
            transport["headers"] = [header]
        return transport

    @property
    def _values(self) -> dict[str, str]:
        return {each.name: each.default or "..." for each in self.variables}

    def _started(self, environment: dict[str, str]) -> dict[str, Any]:
        """How a client starts the server."""
        start: dict[str, Any] = {"command": "python", "args": ["-m", self.package]}
        return {**start, "env": environment} if environment else start


def _registry_variable(variable: EnvironmentVariable) -> dict[str, Any]:
    told = {
        "name": variable.name,
        "description": variable.purpose,
        "isRequired": variable.default is None,
        "isSecret": variable.secret,
    }
    return told if variable.default is None else {**told, "default": variable.default}


def _bundle_setting(variable: EnvironmentVariable) -> dict[str, Any]:
    told = {
        "type": "string",
        "title": variable.name,
        "description": variable.purpose,
        "required": variable.default is None,
        "sensitive": variable.secret,
    }
    return told if variable.default is None else {**told, "default": variable.default}


def _shortened(text: str) -> str:
    """The text on one line, cut between words, or within one that is too long alone."""
    short = textwrap.shorten(text, LONGEST_LISTED, placeholder=" …")
    return short if short.strip(" …") else f"{text[: LONGEST_LISTED - 1]}…"


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
