"""`failwell regenerate`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..terminal import say, warn
from .ending import CONFLICTS, FINDINGS, reason, refuse, report_and_stop

if TYPE_CHECKING:
    from ..project import Rendered
    from ..regenerate import Outcome


def regenerate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the project.")] = Path(),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be done, and write nothing.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print the changes, and write nothing.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing, and exit with 1 if anything would change; for CI.")
    ] = False,
    restore: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Bring the rendered text of a file back; may be given several times."),
    ] = None,
    format_: Annotated[Literal["text", "json"], typer.Option("--format", help="How the report is printed.")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings count like errors.")] = False,
) -> None:
    """Bring a project up to its spec, without the loss of a line that you wrote.

    Files that you edited are merged; where both sides changed the same lines, they get conflict markers. Handlers and
    their tests are yours and only checked. Exits with 1 for findings, or changes under --check, with 3 for conflicts.

    \b
    failwell regenerate
    failwell regenerate path/to/project --check --diff
    """
    from ..regenerate import RefusedError, preview
    from ..regenerate import regenerate as run

    writes = not (dry_run or diff or check)
    try:
        rendered = _rendered(folder, strict)
        paths = [_rendered_path(folder, file, rendered) for file in restore or ()]
        outcome = run(folder, rendered, paths) if writes else preview(folder, rendered, paths)
    except RefusedError as error:
        refuse(f"{error}. Nothing was written.")
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        refuse(f"cannot bring {folder} up to date: {reason(error)}{where}. It was left as it was.")
    code = _exit_code(outcome, check)
    _tell(outcome, folder, writes, diff, format_, code)
    raise typer.Exit(code)


def _rendered(folder: Path, strict: bool) -> Rendered:
    """The files of the project as its spec has them now."""
    from ..project import render_spec
    from ..regenerate import former_package, read_lock
    from ..spec_file import SPEC, examine_file

    package = former_package(read_lock(folder).entries)
    examined = examine_file(folder / SPEC, package)
    report_and_stop(examined, strict)
    assert examined.spec is not None
    return render_spec(examined.spec, examined)


def _rendered_path(folder: Path, file: str, rendered: Rendered) -> str:
    """The path in the project of a file that is named from there or from the current folder."""
    candidates = [Path(file).as_posix(), _inside(folder, Path(file))]
    found = next((path for path in candidates if path in rendered.generated), None)
    if found is None:
        from ..check.nearest import nearest

        near = nearest(file, rendered.generated)
        hint = f" Did you mean {near}?" if near else ""
        raise typer.BadParameter(f"{file} is no file that is rendered.{hint}", param_hint="--restore")
    return found


def _inside(folder: Path, path: Path) -> str:
    try:
        return Path(os.path.abspath(path)).relative_to(os.path.abspath(folder)).as_posix()
    except ValueError:
        return ""


def _exit_code(outcome: Outcome, check: bool) -> int:
    if outcome.plan.conflicts:
        return CONFLICTS
    return FINDINGS if check and outcome.plan.steps else 0


def _tell(outcome: Outcome, folder: Path, writes: bool, diff: bool, format_: str, code: int) -> None:
    from ..regenerate.report import diff_report, json_report, text_report

    if diff and format_ == "text":
        if changes := diff_report(outcome.plan):
            say(changes)
        warn(text_report(outcome, folder, is_done=False))
    elif format_ == "json":
        say(json_report(outcome, is_done=writes, exit_code=code))
    else:
        say(text_report(outcome, folder, is_done=writes))


__all__: Sequence[str] = ["regenerate"]
