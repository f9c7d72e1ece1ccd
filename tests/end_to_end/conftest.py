"""Projects of the example specs, each rendered once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.register_assert_rewrite("end_to_end.answers", "end_to_end.sessions", "end_to_end.projects")

from .projects import SPECS, rendered, write_handlers  # noqa: E402 - only now, so that their assertions explain themselves

Example = Callable[[str], Path]


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """Gives the folder `src` of an example's project by its name; nobody may change it."""
    made: dict[str, Path] = {}

    def source(name: str) -> Path:
        if name not in made:
            made[name] = rendered(SPECS / f"{name}.yaml", tmp_path_factory.mktemp(name))
            if name == "expense_approval":
                write_handlers(made[name])
        return made[name]

    return source
