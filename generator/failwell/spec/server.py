"""What a spec says of the server itself."""

from __future__ import annotations

from typing import Any

from .part import Part


class Server(Part):
    """The server as hosts list it; `package` is None where its name follows from `name`."""

    name: str
    title: str | None = None
    description: str | None = None
    version: str = "0.1.0"
    instructions: str | None = None
    package: str | None = None
    http: Any = None
