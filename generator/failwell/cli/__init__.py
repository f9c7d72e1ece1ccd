"""The command line. What a command needs is imported when it runs, so that `failwell --help` is quick."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .. import __version__
from ..terminal import escape_what_cannot_be_shown, say, warn
from .ending import BUG, FINDINGS, INTERRUPTED, USAGE, failed, reason, refuse, report, report_and_stop
from .regenerating import regenerate

if TYPE_CHECKING:
    from ..spec_file import Examined

STDIN = "-"

app = typer.Typer(
    name="failwell",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Strict = Annotated[bool, typer.Option("--strict", help="Let warnings count like errors.")]


def _version(wanted: bool) -> None:
    if wanted:
        say(f"failwell {__version__}")
        raise typer.Exit


@app.callback()
def failwell(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Turn a YAML spec of operations and their failure modes into a complete MCP server.

    \b
    failwell init parcels --source http     a spec to begin with
    failwell lint parcels.yaml              what is wrong with it
    failwell new parcels.yaml               the server, with its tests
    failwell regenerate parcels             the same after the spec was edited
    """


@app.command()
def new(
    spec: Annotated[Path, typer.Argument(help="The spec file.", show_default=False)],
    dest: Annotated[
        Path | None, typer.Argument(help="The folder to create; by default it has the name of the server.")
    ] = None,
    copier: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="Let copier update it later, from failwell's repository at this address."),
    ] = None,
    strict: Strict = False,
) -> None:
    """Render a spec into a new project.

    Nothing is written unless the spec is without errors and the folder holds nothing but .git, the spec and the files
    that it names.

    \b
    failwell new refund_desk.yaml
    failwell new failwell.yaml .
    """
    from ..apply import apply
    from ..next_steps import next_steps
    from ..plan import plan_new
    from ..project import render_spec
    from ..spec_file import examine_file

    examined = examine_file(spec)
    report_and_stop(examined, strict)
    assert examined.spec is not None
    rendered = render_spec(examined.spec, examined)
    folder = Path(rendered.project.name) if dest is None else dest
    files = rendered.files | _for_copier(copier, examined)
    plan = plan_new(folder, files, rendered.origins)
    if plan.refusal is not None:
        refuse(f"{plan.refusal}. Nothing was written; name another folder: failwell new {spec} FOLDER")
    try:
        apply(plan)
    except OSError as error:
        refuse(f"cannot write {folder}: {reason(error)}. Nothing was written.")
    say(next_steps(rendered.project, folder, len(files)))


app.command()(regenerate)


@app.command()
def init(
    name: Annotated[
        str | None, typer.Argument(help="The server's name; by default failwell.yaml gets that of the folder.")
    ] = None,
    source: Annotated[
        Literal["http", "sql", "command", "handler"], typer.Option(help="What the tools are made of.")
    ] = "http",
) -> None:
    """Write a spec to begin with, and the JSON Schema by which editors check it.

    \b
    failwell init parcels --source sql
    """
    from ..apply import apply
    from ..plan import plan_files
    from ..spec_file import SCHEMA, SPEC
    from ..starters import server_name, starter

    server = server_name(Path.cwd().name) if name is None else name.removesuffix(".yaml")
    if server != server_name(server):
        known = f"small letters, digits and hyphens, such as {server_name(server)}"
        raise typer.BadParameter(f"{name} is no name of a server: {known}", param_hint="NAME")
    spec = SPEC if name is None else f"{server}.yaml"
    files = starter(source, server, spec)
    if Path(SCHEMA).exists():
        del files[SCHEMA]
    plan = plan_files(Path(), files)
    if plan.refusal is not None:
        refuse(f"{plan.refusal}. Nothing was written.")
    apply(plan)
    say(f"Wrote {', '.join(files)}.\n\nNext:\n  failwell lint {spec}\n  failwell new {spec}")


@app.command()
def lint(
    specs: Annotated[list[Path], typer.Argument(help="Spec files; - is standard input.", show_default=False)],
    format_: Annotated[
        Literal["full", "concise", "json", "github", "sarif"],
        typer.Option("--format", help="How findings are printed."),
    ] = "full",
    strict: Strict = False,
) -> None:
    """Tell everything that is wrong with specs.

    \b
    failwell lint specs/*.yaml --format concise
    """
    from ..spec_file import examine_file

    examined = [_examine_stdin() if str(path) == STDIN else examine_file(path) for path in specs]
    report(examined, format_, sys.stdout)
    if failed((finding for each in examined for finding in each.findings), strict):
        raise typer.Exit(FINDINGS)


@app.command()
def explain(
    code: Annotated[str, typer.Argument(help="The code of a finding.", show_default=False)],
) -> None:
    """Explain a finding: what it means, why it matters, an example and its repair.

    \b
    failwell explain FW103
    """
    from ..check.nearest import nearest
    from ..explain import explain as page_of
    from ..rules import RULES

    page = page_of(code)
    if page is None:
        near = nearest(code.strip().upper(), RULES)
        warn(f"No finding has the code {code}.{f' Did you mean {near}?' if near else f' The first is {min(RULES)}.'}")
        raise typer.Exit(USAGE)
    say(page.rstrip("\n"))


@app.command()
def schema() -> None:
    """Print the JSON Schema of the spec language, for editors.

    \b
    failwell schema > failwell.schema.json
    """
    from ..starters import schema_text

    say(schema_text().rstrip("\n"))


def _for_copier(source: str | None, examined: Examined) -> dict[str, bytes]:
    """The answers file, for a project that copier is to update."""
    if source is None:
        return {}
    from ..copying.answers import NAME, first_answers
    from ..copying.sources import SpecProblemError, sources_in

    try:
        return {NAME: first_answers(source, sources_in(examined).answer).encode()}
    except SpecProblemError as problem:
        refuse(f"{problem}. Nothing was written.")


def _examine_stdin() -> Examined:
    """The findings of the spec on standard input, whose scripts are looked for in the current folder."""
    from ..load import MAX_BYTES, load
    from ..spec_file import examine_loaded

    return examine_loaded(load(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>"), Path("<stdin>"))


def main() -> None:
    """Run the command line and exit.

    0 done, 1 findings or refused, 2 usage, 3 conflicts to resolve, 70 a bug in failwell, 130 interrupted.
    """
    escape_what_cannot_be_shown()
    gc.disable()  # a command keeps what it makes until it ends; looking for garbage takes a sixth of its time
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        warn(f"failwell: {reason(error)}{f': {error.filename}' if error.filename else ''}")
        sys.exit(FINDINGS)
    except Exception as error:
        if os.environ.get("FAILWELL_DEBUG"):
            raise
        summary = " ".join(f"{type(error).__name__}: {error}".split())
        warn(f"failwell has a bug, please report it: {summary}. FAILWELL_DEBUG=1 shows where it is.")
        sys.exit(BUG)
