"""The benchmarks run. What they measure depends on the machine, so no figure is looked at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_every_benchmark_runs_and_prints_its_figures() -> None:
    code = "import sys; sys.path.insert(0, 'generator'); from benchmarks.run import main; main(['--quick'])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    told = [line.split("  ")[1] for line in run.stdout.splitlines() if "median" in line]
    assert {"import typer, CPU", "failwell --help, CPU"} <= set(told)
    assert {"1 operation", "5 operations", "load", "check", "build", "render", "plan and apply"} <= set(told)
    assert {"bare", "generated"} <= set(told)
    assert {"read all files and render once", "failwell regenerate", "copier update"} <= set(told)
    assert {f"{server}, {era}" for server in ("bare", "generated") for era in ("auto", "legacy")} <= set(told)
    assert run.stdout.count(" calls per second\n") >= 6
    assert "over HTTP, 8 at a time" in run.stdout
    assert {f"{server}, first reply" for server in ("bare", "generated", "generated, with sql")} <= set(told)


def test_help_loads_none_of_the_large_libraries() -> None:
    code = """if True:
        import sys
        sys.path.insert(0, "generator")
        sys.argv = ["failwell", "--help"]
        from failwell.cli import main
        try:
            main()
        except SystemExit:
            print(sorted({"copier", "jinja2", "pydantic", "yaml"} & set(sys.modules)))
    """
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
