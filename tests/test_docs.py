"""The documents say what is so. `FAILWELL_UPDATE=1 pytest tests/test_docs.py` writes docs/findings.md anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import yaml
from command_line import SPECS, failwell
from failwell.explain import explain_all_markdown
from failwell.findings import Severity
from failwell.lint import lint_text
from failwell.ownership import YOURS
from failwell.regenerate import Fate
from failwell.spec import KINDS, Kind
from failwell.spec.failures import FailureMode
from failwell.spec.matchers import Matcher
from failwell.spec.operations import Operation
from failwell.spec.settings import Defaults

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PUBLIC = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
LANGUAGE = (DOCS / "language.md").read_text(encoding="utf-8")

FRAME = """\
failwell: 1
server: {name: example}
"""
SOURCES = "sources: {tracker: {http: https://api.tracker.example}}\n"
OPERATIONS = """\
operations:
  ping:
    description: See whether the tracker answers.
    request: GET /ping
    returns: {object: {ok: {type: boolean}}}
"""


def test_the_document_of_findings_is_what_explain_prints() -> None:
    path = DOCS / "findings.md"
    if os.environ.get("FAILWELL_UPDATE"):
        path.write_text(explain_all_markdown(), encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == explain_all_markdown()


def snippets() -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```$", LANGUAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("snippet", snippets(), ids=lambda text: text.split("\n")[0])
def test_every_snippet_of_the_language_is_part_of_a_sound_spec(snippet: str) -> None:
    text = snippet if snippet.startswith("failwell:") else FRAME + snippet
    text += "" if "\noperations:" in text else OPERATIONS
    text += "" if "\nsources:" in text or "handler: true" in text else SOURCES
    errors = [finding for finding in lint_text(text.encode(), "x") if finding.severity is Severity.ERROR]
    assert errors == []


# What is refused as not supported yet, or is only the code's own name for something.
UNSUPPORTED = {"steps"}


@pytest.mark.parametrize("part", [Operation, FailureMode, Matcher, Defaults], ids=lambda part: part.__name__)
def test_every_key_of_the_language_is_told(part: type[Operation | FailureMode | Matcher | Defaults]) -> None:
    missing = [name for name in part.model_fields if f"`{name}`" not in LANGUAGE and f"`{name}:" not in LANGUAGE]
    assert set(missing) <= UNSUPPORTED


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_built_in_failure_is_told(kind: Kind) -> None:
    assert [name for name in kind.failures if f"`{name}`" not in LANGUAGE] == []


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: path.name)
def test_links_lead_to_something(path: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)", path.read_text(encoding="utf-8")):
        file = path.parent / target if target else path
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in anchors


@pytest.mark.slow
def test_the_commands_of_regenerating_are_those_that_there_are(tmp_path: Path) -> None:
    text = (DOCS / "regenerating.md").read_text(encoding="utf-8")
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert failwell("new", SPECS / "expense_approval.yaml", tmp_path / "desk").returncode == 0
    for line in [*commands.splitlines(), *re.findall(r"- run: (failwell .*)", text)]:
        command = line.partition("#")[0].split()
        assert failwell(*command[1:], cwd=tmp_path / "desk").returncode == 0, line


def test_the_table_names_every_fate() -> None:
    text = (DOCS / "regenerating.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\| `([a-z ]+)` \|$", text, re.MULTILINE))
    assert told == {fate.value for fate in Fate} - {Fate.UNCHANGED, Fate.RESTORED, Fate.MOVED}


def test_the_owners_that_are_told_are_those_of_the_code() -> None:
    text = (DOCS / "regenerating.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| yours \|(.*?)\|", text, re.MULTILINE)
    assert set(re.findall(r"`([^`]+)`", row)) == set(YOURS)


def test_the_hooks_for_pre_commit_call_commands_that_there_are() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    named = re.findall(r"- id: ([\w-]+)", (DOCS / "regenerating.md").read_text(encoding="utf-8"))
    assert set(named) <= {hook["id"] for hook in hooks}
    for hook in hooks:
        assert failwell(*hook["entry"].split()[1:], "--help").returncode == 0
        assert re.search(hook["files"], "servers/desk/failwell.yaml")
        assert not re.search(hook["files"], "my-failwell.yaml")
