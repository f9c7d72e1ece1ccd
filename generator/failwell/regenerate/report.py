"""What a run did or would do, in words, as JSON and as a difference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from ..record import FOLDER
from .disk import plain
from .fates import Change, Fate, Misfit, Plan
from .run import Outcome

_SILENT = {Fate.UNCHANGED}
_WIDTH = max(len(fate) for fate in Fate)


def text_report(outcome: Outcome, root: Path, *, is_done: bool) -> str:
    """One line for each file that is not as a fresh one would be, then what is left to do."""
    plan = outcome.plan
    lines = [*_before(outcome), *_unresolved(plan)]
    lines += [_line(change) for change in plan.changes if change.fate not in _SILENT]
    for misfit in plan.misfits:
        lines += ["", *_misfit(misfit)]
    if not plan.unresolved:
        lines += [*([""] if lines else []), _summary(plan, root, is_done)]
    return "\n".join(lines)


def json_report(outcome: Outcome, *, is_done: bool, exit_code: int) -> str:
    """The same for programs. Fields are added in later versions, none is taken away."""
    plan = outcome.plan
    report = {
        "done": is_done and not plan.unresolved,
        "exitCode": exit_code,
        "from": plan.versions[0],
        "to": plan.versions[1],
        "completedAnInterruptedRun": outcome.completed,
        "besideEdited": list(outcome.beside),
        "unresolved": list(plan.unresolved),
        "files": [_file(change) for change in plan.changes if change.fate not in _SILENT],
        "handlers": [
            {"path": each.path, "problems": list(each.problems), "signature": _one_line(each.signature)}
            for each in plan.misfits
        ],
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


def diff_report(plan: Plan) -> str:
    """What the run changes, as a unified difference; failwell's own record is left out."""
    return "".join(_diffs(plan)).rstrip("\n")


def _before(outcome: Outcome) -> Iterator[str]:
    if outcome.completed:
        yield "An earlier run was interrupted; it was completed first."
    for path in outcome.beside:
        yield f"{'beside':{_WIDTH}}  {path}  (the file beside it was edited after the interruption)"
    before, now = outcome.plan.versions
    if before != now:
        yield f"From failwell {before} to {now}."


def _unresolved(plan: Plan) -> Iterator[str]:
    for path in plan.unresolved:
        yield f"{Fate.CONFLICT:{_WIDTH}}  {path}  (it still holds conflict markers, and its text changes again)"
    if plan.unresolved:
        yield ""
        yield "Nothing was done. Resolve the conflicts and run failwell regenerate again."


def _line(change: Change) -> str:
    notes = [f"from {change.former}"] if change.former else []
    if change.beside:
        notes.append(f"{_beside(change)} {change.beside}")
    notes += [change.note] if change.note else []
    told = f"  ({'; '.join(notes)})" if notes else ""
    return f"{change.fate:{_WIDTH}}  {change.path}{told}"


def _beside(change: Change) -> str:
    return "your text is in" if change.fate is Fate.RESTORED else "the new text is in"


def _misfit(misfit: Misfit) -> Iterator[str]:
    yield f"{misfit.path} no longer fits: {'; '.join(misfit.problems)}. What is wanted now:"
    yield from (f"    {line}" for line in misfit.signature.splitlines())


def _summary(plan: Plan, root: Path, is_done: bool) -> str:
    written = sum(not step.path.startswith(f"{FOLDER}/") for step in plan.steps)
    if not plan.steps:
        text = f"{root} is up to date."
    elif not written:
        text = f"{'Brought' if is_done else 'Would bring'} the record in {FOLDER} up to date."
    else:
        counts = Counter(change.fate for change in plan.changes)
        told = ", ".join(f"{counts[fate]} {fate}" for fate in Fate if counts[fate] and fate not in _SILENT)
        text = f"{'Done' if is_done else 'Nothing was written. This would be done'}: {told}."
    if plan.conflicts:
        text += " Resolve the conflicts between <<<<<<< and >>>>>>>."
    return text


def _file(change: Change) -> dict[str, Any]:
    optional = {"former": change.former, "beside": change.beside, "note": change.note or None}
    return {"path": change.path, "fate": change.fate.value, **{key: value for key, value in optional.items() if value}}


def _one_line(signature: str) -> str:
    return " ".join(signature.split()).replace("( ", "(").replace(", )", ")")


def _diffs(plan: Plan) -> Iterator[str]:
    for step in sorted(plan.steps, key=lambda step: step.path):
        if step.path.startswith(f"{FOLDER}/"):
            continue
        before = plain(plan.before[step.path]) if step.path in plan.before else ""
        after = "" if step.data is None else plain(step.data)
        one = f"a/{step.path}" if step.before else "/dev/null"
        other = "/dev/null" if step.data is None else f"b/{step.path}"
        for line in unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), one, other):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
