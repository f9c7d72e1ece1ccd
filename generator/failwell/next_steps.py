"""What to do with a project that was just made."""

from __future__ import annotations

import shlex
from pathlib import Path

from .build import Project


def next_steps(project: Project, folder: Path, files: int) -> str:
    """The text after `failwell new`: what was made and the commands that come next."""
    tools = "1 tool" if len(project.tools) == 1 else f"{len(project.tools)} tools"
    lines = [f"Created {project.name} in {folder}: {tools}, {files} files.", "", "Next:"]
    lines += [f"  {command}" for command in _commands(project, folder)]
    lines += ["", "README.md tells how to connect a client and how to publish it; examples/agent.py is a caller."]
    if project.handlers:
        lines += ["", "Yours to write; these files are never rewritten:"]
        lines += [f"  src/{project.package}/handlers/{handler.module}.py" for handler in project.handlers]
    return "\n".join(lines)


def _commands(project: Project, folder: Path) -> list[str]:
    """The way from the current folder to a server that runs."""
    enter = [] if folder == Path() else [f"cd {shlex.quote(str(folder))}"]
    required = [variable.name for variable in project.variables if variable.default is None]
    environment = [f"cp .env.example .env    # and fill in {', '.join(required)}"] if required else []
    start = f"python -m {project.package}{' --env-file .env' if required else ''}"
    return [*enter, 'python -m pip install -e ".[test]"', "pytest", *environment, start]
