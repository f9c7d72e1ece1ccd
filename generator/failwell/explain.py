"""The page of a rule, for `failwell explain` and for the documentation."""

from __future__ import annotations

from .rules import RULES, Rule

_OPENING = """\
# Findings

What `failwell lint` finds, by code. `failwell explain CODE` prints one of these pages.
"""


def explain(code: str) -> str | None:
    """The page of the rule with this code, in Markdown, or None. Upper and lower case are the same."""
    rule = RULES.get(code.strip().upper())
    return _page(rule, "#") if rule is not None else None


def explain_all_markdown() -> str:
    """The pages of all rules as one Markdown document, in the order of their codes."""
    pages = "\n".join(_page(rule, "##") for rule in RULES.values())
    return f"{_OPENING}\n{pages}"


def _page(rule: Rule, heading: str) -> str:
    return (
        f"{heading} {rule.code}: {rule.name} ({rule.severity.value})\n\n"
        f"{rule.summary}\n\n"
        f"{rule.why}\n\n"
        f"{heading}# Example\n\n{_fenced(rule.example)}\n"
        f"{heading}# Repair\n\n{_fenced(rule.repair)}"
    )


def _fenced(text: str) -> str:
    return f"```yaml\n{text.rstrip()}\n```\n"
