"""What copier's renderings are given beside the answers: everything that the templates read, made from the spec."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.runtime import Context

from ..filters import FILTERS
from ..record import BASE, LOCK, record_files
from ..render import Copied, NamedText
from ..spec_file import SCHEMA, SPEC
from .answers import answers_text
from .sources import Sources, SpecProblemError, rendered, sources_at, sources_of


class SpecContext(Extension):
    """Adds `server` and `copied` to every rendering that knows the answer `spec`, and what copier.yml calls."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters.update(FILTERS)
        environment.globals.update(spec_in=spec_in, spec_problem=spec_problem, answers=answers)
        environment.context_class = _with_server(environment.context_class)


def spec_in(folder: Any) -> str:
    """The sources in the folder of a project as JSON, which is YAML too; nothing where they cannot be had."""
    path = Path(str(folder)) / SPEC
    try:
        return json.dumps(sources_at(path).answer) if path.is_file() else ""
    except SpecProblemError:
        return json.dumps(str(path))


def spec_problem(spec: Any, folder: Any, is_given: bool) -> str:
    """Why the answer cannot be used: it has errors, or it was recorded before the spec in the folder was edited."""
    try:
        sources = sources_of(spec)
        path = Path(str(folder)) / SPEC
        if not is_given and path.is_file() and sources_at(path) != sources:
            return f"{SPEC} was edited since"
        rendered(sources)
    except SpecProblemError as problem:
        return str(problem)
    return ""


def answers(known: Mapping[str, Any], spec: Any) -> str:
    """The text of the answers file, with the spec in it."""
    return answers_text({**known, "spec": sources_of(spec).answer})


def _with_server(usual: type[Context]) -> type[Context]:
    class WithServer(usual):  # type: ignore[valid-type,misc]
        """A context that has `server` and `copied` where it has `spec`."""

        def __init__(self, environment: Environment, parent: dict[str, Any], *rest: Any, **named: Any) -> None:
            if parent.get("spec") and "server" not in parent:
                parent |= _derived(parent["spec"], parent.get("_copier_phase") == "render")
            super().__init__(environment, parent, *rest, **named)

    return WithServer


def _derived(spec: Any, must_be: bool) -> Mapping[str, Any]:
    try:
        return _made_of(sources_of(spec))
    except SpecProblemError:
        if must_be:
            raise
        return {}  # the validator of the question tells it


@lru_cache(maxsize=8)
def _made_of(sources: Sources) -> Mapping[str, Any]:
    """What a rendering is given. copier renders each part of each path by itself and asks for it every time."""
    made = rendered(sources)
    record = record_files(made.generated)
    files = tuple(NamedText(name, text) for name, text in sources.files)
    schema = made.generated.get(SCHEMA, "")
    return {"server": made.project, "copied": Copied(sources.spec, files, record[LOCK], record[BASE], schema)}
