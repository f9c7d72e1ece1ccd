"""Names in generated Python: derived from names of the spec, always the same ones, never one that is taken.

A name that is taken gets an underscore behind it. So does one that looks like the outcome of this rule, so that two
names of a spec never become one.
"""

from __future__ import annotations

import keyword
import re
import sys

_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}

# What the body of a generated class uses, where a field of that name would hide it.
_USED_IN_CLASSES = frozenset(
    {
        "Annotated",
        "Any",
        "Context",
        "Literal",
        "NotRequired",
        "Parameter",
        "Result",
        "TypedDict",
        "bool",
        "bytes",
        "cls",
        "dict",
        "field",
        "float",
    }
    | {"int", "list", "object", "self", "set", "str", "tuple", "type"}
    | {"I", "O", "l"}  # linters take them for digits
)
_TAKEN = frozenset(keyword.kwlist) | _USED_IN_CLASSES

# What tool modules, `server.py` and the tests call by name, where a function of that name would hide it.
_USED_IN_MODULES = frozenset(
    {"STATEMENT", "a_list", "a_value", "an_object", "anyio", "arguments", "asynccontextmanager", "attached", "build"}
    | {"call", "changed", "clock", "context", "create_server", "data", "dataclass", "done", "encoded_path", "error"}
    | {
        "fail_after",
        "failures",
        "found",
        "given",
        "is_code",
        "items",
        "iter",
        "json",
        "len",
        "lifespan",
        "listed",
        "match",
    }
    | {
        "completion",
        "cut_short",
        "find",
        "first_value",
        "holds",
        "items_of",
        "mapping_of",
        "matches",
        "mcp",
        "same_as_any",
        "next",
        "nothing_found",
        "nothing_listed",
        "open_sources",
        "present",
        "pytest",
        "query_items",
        "taken",
    }
    | {"range", "read_settings", "redactor", "reply", "rows", "same", "search", "seconds", "server", "settings"}
    | {"sources", "text", "tool", "toolbox", "transaction", "value", "valued", "variables", "written"}
)
_USED_WITH_SOURCES = frozenset({"call", "environment", "redactor", "settings", "transport", "unanswered"})
_USED_IN_PROMPTS = frozenset({"assistant", "find", "prompt", "text", "user"})
_USED_IN_FAILURES = frozenset({"error", "search", "seconds", "self", "super", "text"})

# `sys.stdlib_module_names` tells of the running Python only; these came or went between 3.11 and 3.14.
_OTHER_STANDARD_MODULES = frozenset(
    {"aifc", "annotationlib", "asynchat", "asyncore", "audioop", "cgi", "cgitb", "chunk", "compression", "crypt"}
    | {"distutils", "imghdr", "imp", "lib2to3", "mailcap", "msilib", "nis", "nntplib", "ossaudiodev", "pipes"}
    | {"smtpd", "sndhdr", "spwd", "sunau", "telnetlib", "uu", "xdrlib"}
)
_DEPENDENCIES = frozenset(
    {"aiosqlite", "annotated_types", "anyio", "attr", "attrs", "cffi", "click", "colorama"}
    | {"cryptography", "exceptiongroup", "greenlet", "h11", "httpcore2", "httpx2", "idna", "iniconfig"}
    | {"jmespath", "jsonschema", "jsonschema_specifications", "jwt", "mcp", "mcp_types", "multipart"}
    | {"opentelemetry", "packaging", "pluggy", "psycopg", "psycopg_binary", "psycopg_c", "psycopg_pool"}
    | {"py", "pycparser", "pydantic", "pydantic_core", "pygments", "pytest", "python_multipart"}
    | {"referencing", "rpds", "sqlalchemy", "sse_starlette", "starlette", "truststore"}
    | {"typing_extensions", "typing_inspection", "uvicorn", "_pytest"}
)
_TOOLS = frozenset(
    {"examples", "failwell", "mypy", "pip", "pkg_resources", "ruff", "setuptools", "src", "test", "tests", "wheel"}
)
_TAKEN_PACKAGES = _OTHER_STANDARD_MODULES | _DEPENDENCIES | _TOOLS | _DEVICES | sys.stdlib_module_names


def identifier(name: str) -> str:
    """The name as a Python variable, parameter or field, for a name that has the form of one.

    Keywords get an underscore, and so do the words that the classes of a generated server use in their own bodies.
    """
    return f"{name}_" if name.rstrip("_") in _TAKEN else name


def function_name(operation: str) -> str:
    """The name of an operation's function, which hides nothing that a module with it uses."""
    return _spared(identifier(operation), _USED_IN_MODULES)


def attribute_name(source: str) -> str:
    """The name of a source where it is opened and in the context of a call."""
    return _spared(identifier(source), _USED_WITH_SOURCES)


def keyword_name(name: str) -> str:
    """The keyword under which a failure takes the value of a name of the spec."""
    return _spared(identifier(name), _USED_IN_FAILURES)


def prompt_name(name: str) -> str:
    """The name of a prompt's function, or of an argument of one, which hides nothing that their module uses."""
    return _spared(identifier(name), _USED_IN_PROMPTS)


def _spared(name: str, taken: frozenset[str]) -> str:
    return f"{name}_" if name.rstrip("_") in taken else name


def class_name(name: str) -> str:
    """`find_customer` as `FindCustomer`. Names in small letters stay distinct: `get_v1` and `get_v_1` do."""
    return re.sub(r"(?:^|_)([a-z])", lambda letter: letter[1].upper(), name)


def module_name(name: str) -> str:
    """The name as that of a module which can be imported, exists on Windows, and is no test file to pytest."""
    if re.match(r"(?:tool_)*test_", name):
        return f"tool_{name}"
    stem = name.rstrip("_")
    taken = keyword.iskeyword(stem) or stem in _DEVICES or stem == "conftest" or stem.endswith("_test")
    return f"{name}_" if taken else name


def package_name(server: str) -> str:
    """The package of a server by default: its name with `_` for `-`, and `_server` behind it where that is taken."""
    name = server.replace("-", "_")
    return f"{name}_server" if keyword.iskeyword(name) or name in _TAKEN_PACKAGES else name
