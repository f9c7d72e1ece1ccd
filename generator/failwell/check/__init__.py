"""The second stage: a loaded document as the spec model, and everything that is wrong with it, in one run.

First the shape of every part is checked, section by section; then rules of meaning look at whatever is sound. A rule
is a function from what it looks at to findings, and knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from ..findings import Finding, Severity, in_reading_order
from ..load import Document
from ..spec import Spec
from . import (
    addresses,
    bodies,
    commands,
    coverage,
    environment,
    examples,
    failures,
    icons,
    names,
    prompts,
    ranges,
    references,
    requests,
    resources,
    results,
    schemas,
    secrets,
    statements,
    support,
    types,
    wordings,
)
from .outline import has_its_sections, read
from .place import whole
from .survey import Subject, Survey

OF_SPEC: tuple[Callable[[Survey], Iterator[Finding]], ...] = (
    names.spec_names,
    names.former_names,
    references.allowed_rules,
    types.circles,
    schemas.types,
    ranges.settings,
    wordings.of_shared_modes,
    wordings.of_sources,
    addresses.addresses,
    commands.programs,
    environment.references,
    secrets.literal_secrets,
    failures.elsewhere,
    coverage.elsewhere,
    examples.underivable,
    resources.resources,
    prompts.prompts,
    icons.icons,
)
OF_OPERATION: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    names.operation_names,
    references.sources,
    references.shared_failures,
    schemas.of_operation,
    bodies.one_body,
    bodies.without_effect,
    wordings.of_operation,
    wordings.of_modes,
    requests.request,
    statements.statement,
    commands.command,
    environment.unread_references,
    secrets.secrets_in_requests,
    secrets.credentials_as_parameters,
    failures.of_operation,
    coverage.in_operation,
    results.empty_sentence,
    results.absent_object,
    results.silent_source,
    results.empty_list_as_failure,
    results.hints,
    examples.missing,
    examples.examples,
    support.of_operation,
)


@dataclass(frozen=True)
class Checked:
    """The spec, None where there is an error in it, and the findings in reading order, warnings included."""

    spec: Spec | None
    findings: tuple[Finding, ...]


def check(document: Document) -> Checked:
    """Everything that is wrong with a document, and its spec where nothing stands against it."""
    survey, findings = read(whole(document))
    findings += _of_meaning(survey) if has_its_sections(survey.place) else ()
    failed = any(finding.severity is Severity.ERROR for finding in findings)
    findings += references.unused(survey) if not failed else ()
    return Checked(None if failed else survey.spec, tuple(in_reading_order(findings)))


def _of_meaning(survey: Survey) -> Iterator[Finding]:
    """The findings of all rules of meaning.

    They wait until every section is there: else all that refers into a misspelt one would be told as unknown.
    """
    yield from chain.from_iterable(rule(survey) for rule in OF_SPEC)
    for subject in survey.subjects:
        yield from chain.from_iterable(rule(subject) for rule in OF_OPERATION)


__all__ = ["Checked", "check"]
