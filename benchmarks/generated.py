"""A generated server to be measured."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import mcp_types as types
from failwell.apply import apply
from failwell.plan import plan_new
from failwell.project import render_spec
from failwell.spec_file import examine_file
from mcp import Client
from mcp.server import Server

ENVIRONMENT = {"SHELF_TOKEN": "a token that is kept out of replies"}


def generate(spec: str, folder: Path) -> Path:
    """The `src` folder of the project in `folder` that the text of a spec becomes."""
    file = folder.with_suffix(".yaml")
    file.write_text(spec)
    examined = examine_file(file)
    assert examined.spec is not None, "the spec has no errors"
    rendered = render_spec(examined.spec, examined)
    apply(plan_new(folder, rendered.files, rendered.origins))
    return folder / "src"


def imported(source: Path) -> Server[Any]:
    """The server `measured` of this folder, in this process; only one can be imported."""
    sys.path.insert(0, str(source))
    redactor = import_module("measured.runtime.redact").Redactor()
    server: Server[Any] = import_module("measured.server").build(ENVIRONMENT, redactor)
    return server


async def tools_of(server: Server[Any]) -> list[types.Tool]:
    """The tools as the server lists them."""
    async with Client(server) as client:
        return (await client.list_tools()).tools
