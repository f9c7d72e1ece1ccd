"""No text of a spec ever becomes code, and no path leaves the project, whatever a spec holds."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from failwell import cli
from failwell.load import load
from failwell.project import render_spec
from failwell.spec_file import examine_loaded
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import text as text_clause
from sqlalchemy.dialects import sqlite
from test_apply import tree
from typer.testing import CliRunner

NASTY = [
    '"',
    "'",
    '"""',
    "'''",
    "\\",
    "\\\\",
    "\\n",
    "\\x41",
    "\\N{BULLET}",
    "\n",
    "\n\n    ",
    "\t",
    "{",
    "}",
    "{{",
    "}}",
    "{{ server.name }}",
    "{% raw %}",
    "{# #}",
    "#}",
    "{1}",
    "${HOME}",
    "$HOME",
    "%s",
    "`",
    "```",
    "<!--",
    "|",
    "# noqa",
    "\u202e",
    "\u200f",
    "\u2028",
    "\x85",
    "\u00a0",
    "\U0001f600",
    "é",
    "e\u0301",
    "\ufeff",
    "\nimport os\n",
    '")\nimport os\n(',
    "\u3000",
    ":name",
    "; DROP TABLE x",
    "--",
    "/*",
    "../../etc/passwd",
    "C:\\",
]
SETTINGS = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# What YAML may hold; everything else is refused when a spec is read.
characters = st.characters(
    categories=("L", "M", "N", "P", "S", "Z", "Cc", "Cf", "Cn", "Co"),
    exclude_characters=[chr(code) for code in (*range(9), 11, 12, *range(14, 32), 127)],
).filter(lambda char: not 0x80 <= ord(char) <= 0x9F and ord(char) not in (0xFFFE, 0xFFFF))
texts = st.lists(st.sampled_from(NASTY) | st.text(characters, max_size=8), min_size=1, max_size=6).map("".join)


def sentence(text: str) -> str:
    """The text as one that has something in it to read."""
    return f"Says {text} so."


def without_placeholders(text: str) -> str:
    """The text without anything that begins a placeholder, or the literal brace before one."""
    return re.sub(r"\{(?=[A-Za-z{])", "(", text)


def rendered(spec: Mapping[str, Any]) -> dict[str, str]:
    """The files of the spec, which must be sound; the runtime is left out, as no text of a spec is in it."""
    examined = examine_loaded(load(json.dumps(spec, ensure_ascii=False).encode(), "x.yaml"), Path("x.yaml"))
    assert examined.spec is not None, examined.findings
    files = render_spec(examined.spec, examined).files
    return {path: data.decode() for path, data in files.items() if "/runtime/" not in path}


def check_form(files: Mapping[str, str]) -> None:
    """Every file is one of its kind, and inside the project on every system."""
    for path, text in files.items():
        assert not PureWindowsPath(path).is_absolute()
        assert not {"", ".", ".."} & set(path.split("/"))
        assert not set(path) & set('\\:*?"<>|\0\n')
        if path.endswith(".py"):
            compile(text, path, "exec", dont_inherit=True)
        if path.endswith(".toml"):
            tomllib.loads(text)
        if path.endswith(".json"):
            json.loads(text)
    assert len({path.casefold() for path in files}) == len(files)


def trees(files: Mapping[str, str], below: str = "src/") -> Iterator[ast.AST]:
    for path, text in files.items():
        if path.startswith(below) and path.endswith(".py"):
            yield from ast.walk(ast.parse(text))


def strings(files: Mapping[str, str], below: str = "src/") -> set[str]:
    """The value of every text in the generated code, also of those between placeholders."""
    return {
        node.value for node in trees(files, below) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def literals(files: Mapping[str, str], key: str) -> Iterator[Any]:
    """What stands under a key of any dictionary that is written out in the generated code."""
    for node in trees(files):
        if isinstance(node, ast.Dict):
            for name, value in zip(node.keys, node.values, strict=True):
                if isinstance(name, ast.Constant) and name.value == key:
                    yield ast.literal_eval(value)


def http_spec(text: str) -> dict[str, Any]:
    plain, told = sentence(text), sentence(without_placeholders(text))
    return {
        "failwell": 1,
        "server": {"name": "hostile", "title": plain, "description": plain, "instructions": plain},
        "types": {"Thing": {"type": "object", "description": plain, "properties": {"id": {"type": "string"}}}},
        "sources": {"api": {"http": "https://api.example.com", "description": plain}},
        "operations": {
            "find": {
                "description": plain,
                "title": plain,
                "input": {"id": {"type": "string", "description": plain}},
                "request": {"method": "GET", "path": "/things/{id}", "query": {"q": told}},
                "returns": {"list": {"$ref": "#/types/Thing"}},
                "empty": told,
                "search_hint": plain,
                "meta": {"note": plain},
                "failures": {
                    "broken": {
                        "category": "business",
                        "when": {"status": 409, "code": plain, "message": re.escape(plain)},
                        "description": f"Before {told} {{id}} and {told}",
                        "recovery": told,
                        "user_message": told,
                        "example": {
                            "input": {"id": "1"},
                            "reply": {"status": 409, "json": {"code": plain, "message": plain}},
                        },
                    }
                },
            }
        },
        "resources": {
            "note": {"uri": "note://all", "title": plain, "description": plain, "text": plain},
            "thing": {"uri": "thing://{id}", "title": plain, "description": plain, "operation": "find"},
        },
        "prompts": {
            "ask": {
                "title": plain,
                "description": plain,
                "arguments": {"who": {"title": plain, "description": plain, "default": plain, "enum": [plain]}},
                "messages": [
                    {"role": "user", "text": f"Before {told} {{who}} and {told}"},
                    {"role": "assistant", "text": told},
                ],
            }
        },
    }


@SETTINGS
@given(texts)
@example("".join(NASTY))
@example('"""')
@example("\\")
def test_texts_are_texts_wherever_they_stand(text: str) -> None:
    files = rendered(http_spec(text))
    check_form(files)
    found = strings(files)
    plain = sentence(text)
    assert plain in found
    told = sentence(without_placeholders(text))
    assert {told, f"Before {told} ", f" and {told}"} <= found
    assert plain in strings(files, "src/hostile/resources.py")
    assert {plain, told, f"Before {told} ", f" and {told}"} <= strings(files, "src/hostile/prompts.py")
    assert tomllib.loads(files["pyproject.toml"])["project"]["description"] == " ".join(plain.split())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@SETTINGS
@given(st.lists(values, min_size=1, max_size=4, unique_by=lambda value: json.dumps(value, sort_keys=True)))
def test_values_are_the_same_values_in_code(allowed: list[Any]) -> None:
    spec = http_spec("")
    spec["operations"]["find"]["input"]["kind"] = {"enum": allowed, "default": allowed[0], "description": "The kind"}
    files = rendered(spec)
    check_form(files)
    assert json.dumps(allowed) in {json.dumps(value) for value in literals(files, "enum")}


@SETTINGS
@given(texts)
@example("".join(NASTY).replace("\n", " "))
def test_statements_are_the_same_statements_in_code(text: str) -> None:
    quoted = text.replace("'", "''")
    written = f"SELECT id FROM things WHERE name = '{quoted}'"
    spec = {
        "failwell": 1,
        "server": {"name": "hostile"},
        "sources": {"db": {"sql": "sqlite:///x.db"}},
        "operations": {
            "find": {
                "description": "Find things.",
                "query": written,
                "returns": {"list": {"type": "object"}},
                "empty": "Nothing was found.",
            }
        },
    }
    files = rendered(spec)
    check_form(files)
    (statement,) = (found for found in strings(files) if found.lstrip().startswith("SELECT"))
    assert str(text_clause(statement).compile(dialect=sqlite.dialect())).strip() == written


@SETTINGS
@given(st.text(st.sampled_from("abc-._~!$&'()*+,;=:@%\"\\ {}é"), max_size=12))
def test_paths_stay_paths(segment: str) -> None:
    spec = http_spec("")
    spec["operations"]["find"]["request"] = {"method": "GET", "path": f"/things/{without_placeholders(segment)}/{{id}}"}
    examined = examine_loaded(load(json.dumps(spec, ensure_ascii=False).encode(), "x.yaml"), Path("x.yaml"))
    if examined.spec is not None:
        check_form({path: data.decode() for path, data in render_spec(examined.spec, examined).files.items()})


names = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
TAKEN = (
    "class self type list str context arguments result error con test_x conftest import none match async json typing"
)
taken = st.sampled_from([*TAKEN.split(), "mcp", "tool", "failure", "init", "main", "server", "settings", "sources"])


@SETTINGS
@given(st.lists(names | taken, min_size=6, max_size=6, unique=True), st.data())
def test_names_give_code_that_compiles_inside_the_project(chosen: list[str], data: st.DataObject) -> None:
    operation, other, parameter, source, failure, type_name = chosen
    spec = {
        "failwell": 1,
        "server": {"name": operation.replace("_", "-")},
        "types": {type_name.title().replace("_", ""): {"type": "string"}},
        "sources": {source: {"http": "https://api.example.com"}},
        "operations": {
            name: {
                "description": "Do it.",
                "input": {parameter: {"type": "string", "description": "What to do"}},
                **({"handler": True} if data.draw(st.booleans()) else {"request": f"GET /{{{parameter}}}"}),
                "returns": {"object": {other: {"type": "string"}}},
                "failures": {
                    failure: {"category": "validation", "when": {"message": "x"}, "description": "It is wrong."}
                },
            }
            for name in (operation, other)
        },
    }
    examined = examine_loaded(load(json.dumps(spec).encode(), "x.yaml"), Path("x.yaml"))
    if examined.spec is not None:
        check_form({path: data.decode() for path, data in render_spec(examined.spec, examined).files.items()})


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([chr(code) for code in (*range(9), 11, 12, *range(14, 32), 127, 0xFFFE)]), st.booleans())
def test_characters_that_no_text_may_hold_are_refused(character: str, escaped: bool) -> None:
    text = json.dumps(http_spec(character), ensure_ascii=escaped)
    examined = examine_loaded(load(text.encode(), "x.yaml"), Path("x.yaml"))
    assert examined.spec is None or character not in json.dumps(
        examined.spec.model_dump(mode="json"), ensure_ascii=False
    )


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff", "\\u0000", "\\x00"])
def test_escapes_of_such_characters_are_refused(escape: str) -> None:
    text = json.dumps(http_spec("MARK")).replace("MARK", escape)
    assert examine_loaded(load(text.encode(), "x.yaml"), Path("x.yaml")).spec is None


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted((Path(__file__).parent.parent / "specs").glob("*.yaml"))), st.data())
def test_nothing_is_written_for_a_spec_that_is_refused(path: Path, data: st.DataObject) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(
        st.sampled_from(["", "x", "  - ", lines[number] + "x", lines[number].replace(":", "", 1), "\t"])
    )
    with TemporaryDirectory() as folder:
        spec = Path(folder) / "spec.yaml"
        spec.write_text("\n".join(lines), encoding="utf-8")
        before = tree(Path(folder))
        done = CliRunner().invoke(cli.app, ["new", str(spec), f"{folder}/made"], catch_exceptions=False)
        assert done.exit_code in (0, 1)
        assert (tree(Path(folder)) == before) == (done.exit_code == 1)


def made(folder: Path, spec: Mapping[str, Any]) -> Path:
    (folder / "spec.yaml").write_text(json.dumps(spec, ensure_ascii=False), encoding="utf-8")
    done = CliRunner().invoke(cli.app, ["new", str(folder / "spec.yaml"), str(folder / "made")], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return folder / "made"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["json", "mcp", "typing", "test", "asyncio", "pydantic", "class", "con", "src"])
def test_a_server_may_have_the_name_of_a_module(tmp_path: Path, name: str) -> None:
    spec = http_spec("")
    spec["server"]["name"] = name
    project = made(tmp_path, spec)
    (package,) = (path.name for path in (project / "src").iterdir())
    assert package != name
    command = [sys.executable, "-m", package, "--check"]
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


LONG = {
    "everything": "".join(NASTY),
    "quotes": '"""',
    "backslash": "\\",
    "words": "word " * 60,
    "wide": "\U0001f600 " * 70,
    "unbroken": "a" * 200,
    "escapes": "' \" \\ " * 30,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_hostile_texts_are_laid_out_as_ruff_would(tmp_path: Path, text: str) -> None:
    project = made(tmp_path, http_spec(text))
    for command in (["format", "--check", "--diff"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", "."],
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
