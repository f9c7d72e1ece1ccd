"""The answers file by which copier knows how a project was made."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from .. import __version__

NAME = ".copier-answers.yml"
_HEAD = "# Changes here will be overwritten by Copier; NEVER EDIT MANUALLY\n"


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such, so that a change of the spec is a change of the same lines here."""


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def first_answers(source: str, spec: Mapping[str, str]) -> str:
    """The file for a project that failwell has made as copier would have from the templates at `source`."""
    is_local = Path(source).is_dir()
    commit = _described(Path(source)) if is_local else f"v{__version__}"
    known = {"_commit": commit} if commit else {}
    return answers_text(
        {**known, "_src_path": str(Path(source).absolute()) if is_local else source, "spec": dict(spec)}
    )


def _described(folder: Path) -> str | None:
    """The commit of a repository, as copier describes it; None for a plain folder."""
    command = ["git", "-C", str(folder), "describe", "--tags", "--always"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def answers_text(answers: Mapping[str, Any]) -> str:
    """The text of the file, the answers in the order in which copier gives them."""
    text: str = yaml.dump(dict(answers), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    return _HEAD + text
