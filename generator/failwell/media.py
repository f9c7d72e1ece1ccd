"""Media types of files that are shipped with a server."""

from __future__ import annotations

from pathlib import PurePosixPath

# By the end of the name. Python's own table differs between systems, and a project must not.
_BY_SUFFIX = {
    ".css": "text/css",
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".htm": "text/html",
    ".html": "text/html",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".md": "text/markdown",
    ".mp3": "audio/mpeg",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".sql": "application/sql",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webp": "image/webp",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".zip": "application/zip",
}
_TEXTS = frozenset({"json", "sql", "xml", "yaml", "javascript", "toml", "graphql"})


def media_type_of(file: str) -> str:
    """The media type of a file by its name."""
    return _BY_SUFFIX.get(PurePosixPath(file).suffix.lower(), "application/octet-stream")


def is_text(media_type: str) -> bool:
    """Whether a client is sent a text, and not bytes in base64."""
    kind, _, name = media_type.lower().partition("/")
    return kind == "text" or name in _TEXTS or name.endswith(("+json", "+xml", "+yaml"))
