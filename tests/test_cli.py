"""The command line: what it prints where, and how it exits."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from command_line import SPECS, failwell
from failwell import __version__, cli, terminal
from failwell.explain import explain
from failwell.reports import FORMATS
from failwell.rules import RULES
from typer.testing import CliRunner, Result

WARNING = RULES["FW419"].example
ERROR = RULES["FW103"].example
SOUND = RULES["FW103"].repair


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments], input=stdin, catch_exceptions=False)


def spec(folder: Path, text: str, name: str = "spec.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"failwell {__version__}\n"


@pytest.mark.parametrize("command", ["new", "init", "lint", "explain", "schema"])
def test_every_command_tells_what_it_does_with_an_example(command: str) -> None:
    for flag in ("--help", "-h"):
        done = run(command, flag)
        assert done.exit_code == 0
        assert f"\n  failwell {command}" in done.stdout


def test_help_lists_the_commands_with_a_way_to_begin() -> None:
    done = run("--help")
    assert done.exit_code == 0
    for command in ("new", "init", "lint", "explain", "schema"):
        assert f"\n  {command} " in done.stdout
    assert "failwell init parcels --source http" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lnt"], "Did you mean 'lint'?"),
        (["lint"], "Missing argument"),
        (["lint", "x.yaml", "--format", "xml"], "'full', 'concise', 'json', 'github', 'sarif'"),
        (["new", "a", "b", "c"], "unexpected extra argument"),
        (["init", "--source", "ftp"], "'http', 'sql', 'command', 'handler'"),
        (["lint", "--stric"], "--strict"),
    ],
)
def test_a_call_that_makes_no_sense_exits_with_2(arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_the_help_costs_the_import_of_nothing_but_typer() -> None:
    code = "import sys, typer; known = set(sys.modules)\nfrom failwell.cli import app\n"
    code += "try: app(['--help'])\nexcept SystemExit: pass\nprint(*sorted(set(sys.modules) - known), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stderr.split()} - set(sys.stdlib_module_names)
    assert loaded <= {"failwell", "typer"}
    assert {name for name in done.stderr.split() if name.startswith("failwell")} <= {
        "failwell",
        "failwell.cli",
        "failwell.cli.ending",
        "failwell.cli.regenerating",
        "failwell.terminal",
    }


# lint


def test_lint_knows_the_formats_that_there_are() -> None:
    annotation = get_type_hints(cli.lint, include_extras=False)["format_"]
    assert get_args(annotation) == FORMATS


def test_findings_of_all_files_stand_in_one_report_on_stdout(tmp_path: Path) -> None:
    done = run("lint", spec(tmp_path, ERROR, "a.yaml"), spec(tmp_path, WARNING, "b.yaml"), spec(tmp_path, SOUND))
    assert done.exit_code == 1
    assert "error[FW103]" in done.stdout
    assert "warning[FW419]" in done.stdout
    assert done.stdout.endswith("1 error, 1 warning in 3 files.\n")
    assert done.stderr == ""


@pytest.mark.parametrize(("text", "exit_code", "strict_exit_code"), [(SOUND, 0, 0), (WARNING, 0, 1), (ERROR, 1, 1)])
def test_warnings_count_in_a_strict_run(tmp_path: Path, text: str, exit_code: int, strict_exit_code: int) -> None:
    path = spec(tmp_path, text)
    assert run("lint", path).exit_code == exit_code
    assert run("lint", path, "--strict").exit_code == strict_exit_code


@pytest.mark.parametrize("format_", ["json", "sarif"])
def test_reports_for_programs_are_json(tmp_path: Path, format_: str) -> None:
    done = run("lint", spec(tmp_path, ERROR), "--format", format_)
    assert done.exit_code == 1
    assert "FW103" in json.dumps(json.loads(done.stdout))


def test_a_report_for_github_without_findings_is_nothing(tmp_path: Path) -> None:
    assert run("lint", spec(tmp_path, SOUND), "--format", "github").stdout == ""


def test_a_dash_is_standard_input() -> None:
    done = run("lint", "-", "--format", "concise", stdin=ERROR)
    assert done.exit_code == 1
    assert done.stdout.startswith("<stdin>:")
    assert run("lint", "-", stdin=b"\xff").exit_code == 1


def test_a_script_that_is_not_there_is_a_finding_of_lint(tmp_path: Path) -> None:
    (tmp_path / "desk.yaml").write_bytes((SPECS / "refund_desk.yaml").read_bytes())
    done = run("lint", tmp_path / "desk.yaml", "--format", "concise")
    assert done.exit_code == 1
    assert "error[FW422] `shop.sql` does not exist" in done.stdout.replace("]:", "]")


@pytest.mark.parametrize("path", sorted(SPECS.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_example_specs_have_no_finding(path: Path) -> None:
    assert run("lint", path, "--strict").stdout == "No findings in 1 file.\n"


# explain


@pytest.mark.parametrize("code", ["FW103", "fw103"])
def test_explain_prints_the_page_of_a_code(code: str) -> None:
    done = run("explain", code)
    assert done.exit_code == 0
    assert done.stdout == explain("FW103")


@pytest.mark.parametrize(("code", "told"), [("FW1034", "Did you mean FW10"), ("nonsense", "FW001")])
def test_an_unknown_code_is_told_with_the_nearest(code: str, told: str) -> None:
    done = run("explain", code)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert code in done.stderr
    assert told in done.stderr


# terminals


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "on_terminal", "elsewhere"),
    [
        ({}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colours_are_for_terminals_and_for_who_asks(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], on_terminal: bool, elsewhere: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert [terminal.wants_color(stream) for stream in (Terminal(), io.StringIO())] == [on_terminal, elsewhere]


def test_colours_reach_the_output(tmp_path: Path) -> None:
    path = spec(tmp_path, ERROR)
    assert "\x1b[" in failwell("lint", path, env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[" not in failwell("lint", path).stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_encoding_can_show_a_finding(tmp_path: Path, encoding: str) -> None:
    path = spec(tmp_path, SOUND.replace("description", "descripción\U0001f600", 1), "退款.yaml")
    done = failwell("lint", path, env={"PYTHONIOENCODING": encoding})
    assert done.returncode == 1
    assert done.stderr == ""
    assert ("退款.yaml" if encoding == "utf-8" else "\\u9000\\u6b3e.yaml") in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such names cannot be made")
def test_a_file_name_that_is_no_text_can_be_linted(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.yaml")
    Path(path).write_text(ERROR)
    done = failwell("lint", path)
    assert done.returncode == 1
    assert "error[FW103]" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has other pipes")
@pytest.mark.parametrize("arguments", ["explain FW103", "--help", f"lint {SPECS / 'none.yaml'} --format sarif"])
def test_a_reader_who_has_gone_is_no_error_to_talk_about(arguments: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "failwell", *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, told = process.communicate()
    assert told == b""


def ended_by(statement: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A run in which the statement stands in the place of reading the spec."""
    code = f"""
    import signal, sys
    import failwell.spec_file
    from failwell.cli import main
    def examine_file(path):
        {statement}
    failwell.spec_file.examine_file = examine_file
    sys.argv = ["failwell", "new", "x.yaml"]
    main()
    """
    environment = {**os.environ, "FAILWELL_DEBUG": "", **(env or {})}
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_an_interruption_ends_quietly() -> None:
    done = ended_by("signal.raise_signal(signal.SIGINT)")
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.strip() == ""


def test_an_error_of_the_operating_system_is_one_line() -> None:
    done = ended_by("raise PermissionError(13, 'Permission denied', '/spec/shop.sql')")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "failwell: permission denied: /spec/shop.sql\n"


def test_a_bug_is_one_line_that_asks_for_a_report() -> None:
    done = ended_by("raise ZeroDivisionError('of\\nno use')")
    assert (done.returncode, done.stdout) == (70, "")
    assert len(done.stderr.splitlines()) == 1
    assert "please report it: ZeroDivisionError: of no use." in done.stderr


def test_a_bug_shows_its_place_when_asked() -> None:
    done = ended_by("raise ZeroDivisionError", {"FAILWELL_DEBUG": "1"})
    assert "Traceback" in done.stderr
