"""Where the templates of generated projects are."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".jinja"


def templates_folder() -> Path:
    """The folder of the templates: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    packaged = here / "_templates"
    return packaged if packaged.is_dir() else here.parent.parent / "templates"
