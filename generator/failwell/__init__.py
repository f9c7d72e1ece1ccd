"""failwell turns a YAML spec of operations and their failure modes into a complete MCP server."""

__version__ = "0.1.0"
