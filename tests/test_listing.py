"""What clients, registries, images and bundles are told of a server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import SPECS
from failwell.load import load
from failwell.project import examine_file, render_spec
from failwell.spec_file import examine_loaded
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from test_hostile_specs import http_spec, texts

EXAMPLES = sorted(SPECS.glob("*.yaml"))
REGISTRY = Draft7Validator(json.loads((Path(__file__).parent / "schemas" / "server.schema.json").read_text()))


def example(name: str) -> dict[str, str]:
    examined = examine_file(SPECS / f"{name}.yaml")
    assert examined.spec is not None
    return dict(render_spec(examined.spec, examined).generated)


def project(spec: Mapping[str, Any]) -> dict[str, str]:
    examined = examine_loaded(load(json.dumps(spec, ensure_ascii=False).encode(), "x.yaml"), Path("x.yaml"))
    assert examined.spec is not None, examined.findings
    return dict(render_spec(examined.spec, examined).generated)


def server(**keys: str) -> dict[str, Any]:
    spec = http_spec("")
    return {**spec, "server": {"name": "parcels", **keys}}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_entry_for_the_registry_is_one_of_its_schema(path: Path) -> None:
    entry = json.loads(example(path.stem)["server.json"])
    assert [error.message for error in REGISTRY.iter_errors(entry)] == []


@settings(max_examples=15, deadline=None)
@given(texts, texts | st.sampled_from(["a" * 101, "word " * 40]))
def test_texts_of_any_kind_and_length_make_an_entry_of_the_schema(title: str, description: str) -> None:
    entry = json.loads(project(server(title=f"T {title}", description=f"D {description}"))["server.json"])
    assert [error.message for error in REGISTRY.iter_errors(entry)] == []


def test_a_long_description_is_cut_between_words() -> None:
    entry = json.loads(project(server(description="word " * 40))["server.json"])
    assert entry["description"].endswith("word …")


def test_the_registry_is_told_of_every_variable() -> None:
    (package,) = json.loads(example("github_issues")["server.json"])["packages"]
    assert package["environmentVariables"] == [
        {
            "name": "GITHUB_API_URL",
            "description": "URL of github",
            "isRequired": False,
            "isSecret": False,
            "default": "https://api.github.com",
        },
        {"name": "GITHUB_TOKEN", "description": "Credential for github", "isRequired": True, "isSecret": True},
    ]


def test_the_registry_is_told_how_to_reach_a_server_that_listens() -> None:
    spec = http_spec("")
    spec["server"] = {"name": "parcels", "http": {"auth": {"tokens": "$TOKENS"}, "allowed_hosts": "parcels.example"}}
    entry = json.loads(project(spec)["server.json"])
    assert [error.message for error in REGISTRY.iter_errors(entry)] == []
    over_stdio, over_http = entry["packages"]
    assert "environmentVariables" not in over_stdio
    assert [each["name"] for each in over_http["environmentVariables"]] == ["TOKENS"]
    assert over_http["transport"]["url"] == "http://127.0.0.1:8000/mcp"
    assert over_http["transport"]["headers"][0]["name"] == "Authorization"
    assert over_http["packageArguments"] == [{"type": "named", "name": "--http", "value": "127.0.0.1:8000"}]
    assert "--http 0.0.0.0:8000\n" in project(spec)["Dockerfile"]


def test_clients_of_the_project_fill_the_variables_in() -> None:
    entry = json.loads(example("github_issues")[".mcp.json"])["mcpServers"]["github-issues"]
    assert entry == {
        "type": "stdio",
        "command": "python",
        "args": ["-m", "github_issues"],
        "env": {
            "GITHUB_API_URL": "${GITHUB_API_URL:-https://api.github.com}",
            "GITHUB_TOKEN": "${GITHUB_TOKEN}",
        },
    }


def test_a_database_may_hold_a_password_in_its_url() -> None:
    settings = json.loads(example("refund_desk")["manifest.json"])["user_config"]
    assert settings["DATABASE_URL"]["sensitive"] is True


def test_the_bundle_lists_the_tools_and_asks_for_the_settings() -> None:
    bundle = json.loads(example("github_issues")["manifest.json"])
    assert [tool["name"] for tool in bundle["tools"]][:2] == ["list_issues", "get_issue"]
    assert bundle["server"]["mcp_config"]["env"]["GITHUB_TOKEN"] == "${user_config.GITHUB_TOKEN}"
    assert bundle["user_config"]["GITHUB_TOKEN"]["required"] is True
    assert bundle["user_config"]["GITHUB_API_URL"]["default"] == "https://api.github.com"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_publisher_that_has_to_be_replaced_stands_where_the_readme_says(path: Path) -> None:
    files = example(path.stem)
    named = {name for name, text in files.items() if "your-name" in text}
    assert named == {"README.md", "manifest.json", "server.json"}
    assert f"\nmcp-name: {json.loads(files['server.json'])['name']}\n" in files["README.md"]


def test_the_readme_tells_of_each_failure_whether_to_call_again_and_what_to_do() -> None:
    readme = example("refund_desk")["README.md"]
    assert "| `refund_over_ceiling` | business | no | Escalate to a human agent with the refund details. |" in readme
    assert "| `shop_locked` | transient | yes | call again later |" in readme
    assert "| [issue_refund](#issue_refund) | changes | `refund_over_ceiling`," in readme
    assert "Nothing found, which is a success: No customer matched" in readme


def test_the_entries_for_clients_in_the_readme_are_well_formed() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", example("github_issues")["README.md"], re.MULTILINE | re.DOTALL)
    first, second = (json.loads(block) for block in blocks)
    assert first["mcpServers"]["github-issues"]["env"]["GITHUB_TOKEN"] == "..."
    assert second["servers"]["github-issues"]["envFile"] == "${workspaceFolder}/.env"


def test_the_workflow_may_only_read_and_pins_its_actions() -> None:
    workflow = yaml.safe_load(example("refund_desk")[".github/workflows/ci.yml"])
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["test"]["steps"]
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]) for step in steps if "uses" in step)
    commands = [step["run"] for step in steps if "run" in step]
    assert commands[1:] == ["ruff format --check .", "ruff check .", "mypy", "pytest"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_image_does_not_run_as_root_and_is_clean_for_hadolint(path: Path, tmp_path: Path) -> None:
    text = example(path.stem)["Dockerfile"]
    assert "\nUSER 10001\n" in text
    hadolint = shutil.which("hadolint", path=f"{Path(sys.executable).parent}")
    if hadolint is None:
        pytest.skip("hadolint is not installed")
    (tmp_path / "Dockerfile").write_text(text)
    done = subprocess.run([hadolint, tmp_path / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_an_image_installs_the_driver_of_every_database_that_may_be_asked_for() -> None:
    assert '--no-cache-dir ".[postgresql]"' in example("refund_desk")["Dockerfile"]
    assert '--no-cache-dir "."' in example("github_issues")["Dockerfile"]
