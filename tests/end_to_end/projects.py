"""Generated projects on disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from failwell.project import examine_file, render_spec

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "specs"
OWN_SPECS = Path(__file__).parent / "specs"
HANDLERS = ROOT / "tests" / "apis" / "expense_handlers"

Edit = Callable[[str], str]


def rendered(spec: Path, folder: Path, edit: Edit = str) -> Path:
    """The folder `src` of the project that the spec becomes in `folder`, after an edit of the spec's text."""
    own = folder / "spec" / spec.name
    shutil.copytree(spec.parent, own.parent, ignore=lambda _, names: {name for name in names if name.endswith(".yaml")})
    own.write_text(edit(spec.read_text()))
    examined = examine_file(own)
    assert examined.spec is not None, examined.findings
    for path, data in render_spec(examined.spec, examined).files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder / "src"


def replacing(old: str, new: str) -> Edit:
    """An edit that puts `new` in the place of `old`, which must be there."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def write_handlers(source: Path) -> None:
    """Put handlers that do something in the place of the stubs of expense approval."""
    for handler in HANDLERS.glob("[!_]*.py"):
        shutil.copy(handler, source / "expense_approval" / "handlers")
