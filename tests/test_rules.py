"""Every rule is held to its page: the example gives exactly its finding, and the repair none.

`tests/findings/CODE.txt` is what `failwell lint` prints for the example, byte for byte. To write these files anew:
`FAILWELL_UPDATE=1 pytest tests/test_rules.py`, then read the difference.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from failwell.explain import explain, explain_all_markdown
from failwell.findings import Finding, Severity
from failwell.lint import lint, lint_text
from failwell.load import MAX_BYTES, load, load_file
from failwell.reports.full import full
from failwell.rules import BANDS, RULES, Rule, registry
from failwell.spec_file import examine_loaded

GOLDEN = Path(__file__).parent / "findings"
NAME = "failwell.yaml"
MISSING = "adress_book.yaml"

# Where the example is not UTF-8, or only describes the file.
BYTES = {
    "FW003": b"# x\n" * (MAX_BYTES // 4 + 1),
    "FW004": RULES["FW004"].example.encode("latin-1"),
}


def found_in_example(rule: Rule) -> tuple[str, list[Finding]]:
    """The text of the example and what is found in it, in a folder where there is nothing else."""
    if rule.code == "FW001":
        loaded = load_file(Path(MISSING))
        return loaded.text, lint(loaded)
    if rule.code == "FW422":
        examined = examine_loaded(load(rule.example.encode(), NAME), Path(NAME))
        return examined.loaded.text, list(examined.findings)
    data = BYTES.get(rule.code, rule.example.encode())
    return data.decode(errors="replace"), lint_text(data, NAME)


@pytest.mark.parametrize("code", RULES)
def test_the_example_of_a_rule_gives_its_finding_and_no_other(code: str) -> None:
    _, findings = found_in_example(RULES[code])
    assert [(finding.code, finding.severity) for finding in findings] == [(code, RULES[code].severity)]


@pytest.mark.parametrize("code", [code for code in RULES if code != "FW001"])
def test_the_repair_of_a_rule_has_no_finding(code: str) -> None:
    assert lint_text(RULES[code].repair.encode(), NAME) == []


@pytest.mark.parametrize("code", RULES)
def test_the_print_of_an_example_is_exactly_this(code: str) -> None:
    text, findings = found_in_example(RULES[code])
    printed = full(findings, MISSING if code == "FW001" else NAME, text) + "\n"
    golden = GOLDEN / f"{code}.txt"
    if os.environ.get("FAILWELL_UPDATE"):
        golden.write_text(printed, encoding="utf-8", newline="\n")
    assert golden.read_bytes().decode() == printed


def test_every_print_belongs_to_a_rule() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_a_page_tells_what_and_why_in_sentences(code: str) -> None:
    rule = RULES[code]
    assert re.fullmatch(r"FW\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert rule.summary.endswith(".")
    assert rule.why.endswith(".")
    assert rule.example != rule.repair


@pytest.mark.parametrize("band", BANDS, ids=lambda band: band.__name__)
def test_the_rules_of_a_module_share_a_band(band: ModuleType) -> None:
    codes = {rule.code for rule in vars(band).values() if isinstance(rule, Rule)}
    assert len({code[:3] for code in codes}) == 1


def test_two_rules_with_one_code_are_refused() -> None:
    first = Rule("FW901", "first", Severity.ERROR, "", "", "", "")
    band = ModuleType("band")
    band.__dict__.update(FIRST=first, SECOND=Rule("FW901", "second", Severity.ERROR, "", "", "", ""))
    with pytest.raises(ValueError, match="FW901"):
        registry([band])


@pytest.mark.parametrize("code", ["FW002", "fw002", " FW002\n"])
def test_explain_gives_the_page_of_a_code(code: str) -> None:
    page = explain(code)
    assert page is not None
    assert page.startswith("# FW002: duplicate-key (error)\n\nA mapping has the same key twice.\n\n")
    rule = RULES["FW002"]
    assert f"## Example\n\n```yaml\n{rule.example}```\n\n## Repair\n\n```yaml\n{rule.repair}```\n" in page


@pytest.mark.parametrize("code", ["FW000", "", "duplicate-key"])
def test_explain_knows_nothing_of_other_codes(code: str) -> None:
    assert explain(code) is None


def test_the_document_of_all_pages_has_every_rule_in_order() -> None:
    headings = re.findall(r"^## (FW\d{3}): ", explain_all_markdown(), re.MULTILINE)
    assert headings == list(RULES)


def linted(part: str, severity: Severity) -> list[Finding]:
    """What stays of a finding FW999 of this severity in a spec with the last line `part`."""
    loaded = load(f"{RULES['FW002'].repair}{part}\n".encode(), NAME)
    finding = Finding("FW999", severity, "m")
    return [kept for kept in lint(replace(loaded, findings=(finding,))) if kept == finding]


@pytest.mark.parametrize("part", ["lint: {allow: [FW999]}", "lint: {allow: FW999}"])
def test_a_warning_that_the_spec_allows_is_left_out_and_an_error_is_not(part: str) -> None:
    assert linted(part, Severity.WARNING) == []
    assert len(linted(part, Severity.ERROR)) == 1


@pytest.mark.parametrize("part", ["", "lint: FW999", "lint: [FW999]", "lint: {allow: {FW999: 1}}"])
def test_a_warning_that_the_spec_does_not_allow_stays(part: str) -> None:
    assert len(linted(part, Severity.WARNING)) == 1
