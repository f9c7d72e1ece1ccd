"""Bad specs on the command line: findings and exit code 1, never a traceback, and nothing is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_line import SPECS, failwell
from failwell import cli
from failwell.rules import RULES
from test_apply import tree
from typer.testing import CliRunner

SOUND = RULES["FW103"].repair
BOMB = RULES["FW005"].example if "FW005" in RULES else ""

TEN_MISTAKES = """\
failwell: 1

server:
  name: Address Book
  describtion: Look up people.

sources:
  people:
    http: people.example.com
    timeout: ten seconds

operations:
  find_person:
    description: Find the people who have the e-mail address given.
    input:
      email: {type: text, description: E-mail address of the person}
    request: FETCH /people
    returns: {list: {$ref: "#/types/Person"}}
    empty: Nobody has the e-mail address '{e_mail}'.
    failures:
      closed:
        category: temporary
        when: {status: 503}
        description: The directory is closed at night.
      gone:
        category: validation
        when: {status: 410, rows: 0}
        description: The person has left.
  read_person:
    description: Read one person.
    input: {id: {type: string, description: Id of the person}}
    request: GET /people/{person}
    returns: {object: {name: {type: string}}}
    empty: There is no such person.
"""

BAD: dict[str, tuple[bytes, str]] = {
    "a syntax error": (b"failwell: 1\nserver: [name: x\n", "error"),
    "a duplicate key": (SOUND.replace("failwell: 1\n", "failwell: 1\nfailwell: 1\n").encode(), "FW002"),
    "a boolean for a text": (
        RULES["FW103"].repair.replace("    description: ", "    description: true #", 1).encode(),
        "FW1",
    ),
    "an alias bomb": (
        b"a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (code, code, b", ".join([b"*%c" % (code - 1)] * 10)) for code in range(98, 108)),
        "error",
    ),
    "a file of 10 MB": (b"# comment\n" * 1_000_000, "FW003"),
    "a placeholder without quotes": (
        SOUND.replace("    request:", "    result: {q: {email}}\n    request:", 1).encode(),
        "error",
    ),
    "a byte that is not UTF-8": (SOUND.encode() + b"# \xff\n", "FW004"),
    "UTF-16": (SOUND.encode("utf-16"), "FW004"),
    "NUL": (SOUND.encode() + b"# \x00\n", "error"),
    "a lone surrogate": (SOUND.encode() + "# \ud800\n".encode(errors="surrogatepass"), "FW004"),
    "an escaped surrogate": (SOUND.encode() + b'x: "\\ud800"\n', "error"),
    "nothing": (b"", "error"),
    "a list": (b"- 1\n", "error"),
    "deep nesting": (b"[" * 100_000, "error"),
    "a tag": (SOUND.encode() + b"x: !!python/object/apply:os.system [echo]\n", "error"),
}


@pytest.mark.parametrize("command", ["lint", "new"])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_spec_gives_findings_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: str
) -> None:
    data, told = BAD[name]
    (tmp_path / "spec.yaml").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli.app, [command, "spec.yaml"], catch_exceptions=False)
    output = done.stdout if command == "lint" else done.stderr
    assert done.exit_code == 1
    assert told in output
    assert "spec.yaml" in output
    assert "Traceback" not in done.stdout + done.stderr
    assert list(tree(tmp_path)) == ["spec.yaml"]


@pytest.mark.parametrize("command", ["lint", "new"])
def test_a_missing_file_is_a_finding(tmp_path: Path, command: str) -> None:
    done = failwell(command, "spec.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "error[FW001]: the file cannot be read: it does not exist\n--> spec.yaml\n" in done.stdout + done.stderr
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("path", [".", "/dev/null", "a" * 300], ids=["folder", "device", "long"])
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_what_is_no_file_is_a_finding(tmp_path: Path, path: str) -> None:
    done = failwell("new", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "error[FW001]" in done.stderr
    assert tree(tmp_path) == {}


def test_ten_mistakes_give_ten_findings_in_one_run(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(TEN_MISTAKES, encoding="utf-8")
    done = failwell("lint", "spec.yaml", "--format", "json", cwd=tmp_path)
    errors = [each for each in json.loads(done.stdout) if each["severity"] == "error"]
    lines = {
        4: "name: Address Book",
        5: "describtion",
        9: "http: people.example.com",
        10: "timeout: ten seconds",
        16: "type: text",
        17: "FETCH",
        18: "#/types/Person",
        19: "{e_mail}",
        22: "temporary",
        27: "rows: 0",
        32: "{person}",
    }
    assert {each["line"] for each in errors} == set(lines)
    assert len(errors) == len(lines)


@pytest.mark.parametrize("path", sorted(SPECS.glob("*.yaml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("cut", [0.2, 0.5, 0.8])
def test_a_spec_that_is_cut_short_is_no_reason_to_crash(tmp_path: Path, path: Path, cut: float) -> None:
    data = path.read_bytes()
    (tmp_path / "spec.yaml").write_bytes(data[: int(len(data) * cut)])
    done = failwell("lint", "spec.yaml", cwd=tmp_path)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
