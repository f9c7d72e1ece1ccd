"""The bundle of each example is one for the bundles' own tool."""

from __future__ import annotations

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from .conftest import Example
from .node import node_tool
from .projects import SPECS

pytestmark = pytest.mark.slow


def _mcpb(*arguments: str | Path) -> None:
    tool = node_tool("@anthropic-ai/mcpb", "2.1.2", "mcpb")
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(path.stem for path in SPECS.glob("*.yaml")))
def test_the_manifest_is_accepted(name: str, example: Example) -> None:
    _mcpb("validate", example(name).parent / "manifest.json")


def test_a_bundle_holds_what_the_server_needs_and_no_more(example: Example, tmp_path: Path) -> None:
    project = example("refund_desk").parent
    (project / ".env").write_text("DATABASE_URL=secret")
    _mcpb("pack", project, tmp_path / "desk.mcpb")
    with ZipFile(tmp_path / "desk.mcpb") as bundle:
        names = {name for name in bundle.namelist() if not name.startswith("src/refund_desk/")}
        sources = [name for name in bundle.namelist() if name.startswith("src/refund_desk/")]
    assert names == {"manifest.json", "pyproject.toml", "README.md"}
    assert {"src/refund_desk/__main__.py", "src/refund_desk/data/shop.sql"} <= set(sources)
    assert not [name for name in sources if "__pycache__" in name]
