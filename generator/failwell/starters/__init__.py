"""The specs that `failwell init` begins with: each sound as it stands, only the server's name is exchanged."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ..schema import language_schema
from ..spec_file import MODELINE, SCHEMA, SPEC

PLACEHOLDER = "my-server"
LONGEST = 64


def starter(source: str, server: str, spec: str = SPEC) -> dict[str, bytes]:
    """File name to content: the spec called `spec`, the schema of the language for editors, the script it needs."""
    folder = Path(__file__).parent
    text = (folder / f"{source}.yaml").read_text(encoding="utf-8").replace(PLACEHOLDER, server)
    files = {spec: f"{MODELINE}\n{text}".encode(), SCHEMA: schema_text().encode()}
    script = f"{server}.sql"
    if f"setup: {script}" in text:
        files[script] = (folder / f"{PLACEHOLDER}.sql").read_bytes()
    return files


def schema_text() -> str:
    """The JSON Schema of the language, for editors."""
    return json.dumps(language_schema(), indent=2) + "\n"


def server_name(text: str) -> str:
    """The text as the name of a server, or a placeholder where nothing of it can be part of one."""
    name = re.sub("[^a-z0-9]+", "-", text.lower()).lstrip("0123456789-")[:LONGEST].rstrip("-")
    return name or PLACEHOLDER
