"""Whatever is edited in whatever order: no line that the user typed is lost, and a second run changes nothing."""

from __future__ import annotations

import shutil
import subprocess
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from failwell.project import Rendered
from failwell.record import BASE
from failwell.regenerate import Fate, Outcome, regenerate
from failwell.regenerate.disk import plain
from failwell.regenerate.merge import BETWEEN, has_markers
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from .small_project import tree
from .spec_edits import EditedSpec, Operation

NAMES = st.sampled_from(["find_orders", "close_order", "list_all", "a", "server", "handler"])
WORDS = st.sampled_from(["city", "amount", "reason", "day"])
RULES = st.sampled_from(["too_late", "policy", "closed"])
SPEC = "failwell.yaml"


class Project(RuleBasedStateMachine):
    """A project, what was rendered to it the last time, and every line that the user typed into it."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(mkdtemp(prefix="machine-"))
        self.spec = EditedSpec()
        self.typed: set[str] = set()
        self.numbers = count()
        self.last: dict[str, str] = {}
        self.renamed: dict[str, str] = {}
        self.has_git = False

    @initialize(has_git=st.booleans(), has_handler=st.booleans())
    def make(self, has_git: bool, has_handler: bool) -> None:
        self.has_git = has_git
        self.spec.operations["first"] = Operation("Find the first orders of a shop.", has_handler, ["city"], ["policy"])
        rendered = self.rendered()
        for path, data in rendered.files.items():
            self.put(path, data)
        self.last = dict(rendered.generated)
        if has_git:
            self.git("init", "--quiet")

    # The spec

    @rule(name=NAMES, has_handler=st.booleans())
    def add_an_operation(self, name: str, has_handler: bool) -> None:
        added = Operation(f"Find the {name} of a shop.", has_handler)
        self.spec.operations.setdefault(name, added)

    @rule(data=st.data())
    @precondition(lambda self: len(self.spec.operations) > 1)
    def remove_an_operation(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.spec.operations)))
        del self.spec.operations[name]
        self.renamed.pop(name, None)

    @rule(data=st.data(), new=NAMES)
    def rename_an_operation(self, data: st.DataObject, new: str) -> None:
        """Once between two runs: `was` names what the last run rendered."""
        free = sorted(set(self.spec.operations) - set(self.renamed))
        taken = {*self.spec.operations, *self.renamed.values(), *(each.was for each in self.spec.operations.values())}
        if not free or new in taken:
            return
        old = data.draw(st.sampled_from(free))
        operation = self.spec.operations.pop(old)
        operation.was = old
        self.spec.operations[new] = operation
        self.renamed[new] = old

    @rule(data=st.data(), word=WORDS)
    def change_a_parameter(self, data: st.DataObject, word: str) -> None:
        parameters = self.operation(data).parameters
        parameters.remove(word) if word in parameters else parameters.append(word)

    @rule(data=st.data(), name=RULES)
    def change_a_failure_mode(self, data: st.DataObject, name: str) -> None:
        operation = self.operation(data)
        if name in operation.failures:
            operation.failures.remove(name)
        elif operation.has_handler or not operation.failures:
            operation.failures.append(name)

    @rule(data=st.data())
    def change_a_description(self, data: st.DataObject) -> None:
        self.operation(data).description = f"Find the orders of shop {next(self.numbers)}."

    @rule(package=st.sampled_from(["desk", "counter"]))
    def rename_the_package(self, package: str) -> None:
        self.spec.package = package

    # The files

    @rule(data=st.data())
    def type_a_line(self, data: st.DataObject) -> None:
        path = self.file(data)
        lines = self.lines(path)
        lines.insert(data.draw(st.integers(0, len(lines))), self.new_line())
        self.put(path, "".join(lines).encode())

    @rule(data=st.data())
    def delete_a_line(self, data: st.DataObject) -> None:
        path = self.file(data)
        lines = self.lines(path)
        if lines:
            self.typed.discard(lines.pop(data.draw(st.integers(0, len(lines) - 1))))
            self.put(path, "".join(lines).encode())

    @rule(data=st.data())
    def delete_a_file(self, data: st.DataObject) -> None:
        path = self.file(data)
        self.typed -= set(self.lines(path))
        (self.root / path).unlink()

    @rule(
        name=NAMES, folder=st.sampled_from(["src/desk", "src/desk/tools", "src/desk/handlers", "tests", "src/counter"])
    )
    def add_a_file(self, name: str, folder: str) -> None:
        path = f"{folder}/{'test_' if folder == 'tests' else ''}{name}.py"
        if not (self.root / path).exists():
            self.put(path, self.new_line().encode())

    @rule()
    @precondition(lambda self: self.has_git)
    def commit(self) -> None:
        self.git("add", "--all")
        self.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "x")

    @rule()
    def lose_the_texts(self) -> None:
        (self.root / BASE).unlink(missing_ok=True)

    # The run

    @rule()
    def run(self) -> None:
        rendered, before = self.rendered(), self.files()
        outcome = regenerate(self.root, rendered)
        if outcome.plan.unresolved:
            assert self.files() == before
            self.resolve(outcome.plan.unresolved)
            outcome = regenerate(self.root, rendered)
        assert not outcome.plan.unresolved
        self.check_lines(outcome)
        self.check_fresh(rendered, before, outcome)
        self.check_second_run(rendered)
        self.resolve(change.path for change in outcome.plan.changes if change.fate is Fate.CONFLICT)
        self.last, self.renamed = dict(rendered.generated), {}

    @invariant()
    def every_typed_line_is_there(self) -> None:
        lines = {f"{line}\n" for data in self.files().values() for line in data.decode().splitlines()}
        assert self.typed <= lines

    def check_lines(self, outcome: Outcome) -> None:
        """A file that the user typed into and that is not as it was rendered is named in the report."""
        told = {change.path for change in outcome.plan.changes}
        for path, data in self.files().items():
            if self.typed & set(data.decode().splitlines(keepends=True)) and path in self.last:
                assert path in told, path

    def check_fresh(self, rendered: Rendered, before: dict[str, bytes], outcome: Outcome) -> None:
        """What nobody had touched is now as a fresh rendering is."""
        moved = {change.path: change.former for change in outcome.plan.changes if change.former}
        now = self.files()
        for path, text in rendered.generated.items():
            source = moved.get(path, path)
            was_there = plain(before[source]) if source in before else None
            if was_there == self.last.get(source) and (was_there is not None or source not in self.last):
                assert plain(now[path]) == text, path

    def check_second_run(self, rendered: Rendered) -> None:
        before = tree(self.root)
        again = regenerate(self.root, rendered)
        assert again.plan.steps == ()
        assert tree(self.root) == before

    def resolve(self, paths: Any) -> None:
        """As a user who takes both sides."""
        for path in list(paths):
            text = (self.root / path).read_text()
            assert has_markers(text)
            marks = ("<<<<<<< ", ">>>>>>> ")
            lines = [
                line for line in text.splitlines(keepends=True) if not line.startswith(marks) and line != f"{BETWEEN}\n"
            ]
            self.put(path, "".join(lines).encode())

    # What the rules stand on

    def rendered(self) -> Rendered:
        self.put(SPEC, self.spec.text.encode())
        return self.spec.rendered(self.root / SPEC)

    def operation(self, data: st.DataObject) -> Operation:
        return self.spec.operations[data.draw(st.sampled_from(sorted(self.spec.operations)))]

    def file(self, data: st.DataObject) -> str:
        """One of the files that the user may edit, those that change often first."""
        paths = [path for path in self.files() if path not in (SPEC, ".gitattributes")]
        return data.draw(st.sampled_from(sorted(paths, key=lambda path: ("runtime" in path, path))))

    def files(self) -> dict[str, bytes]:
        hidden = (".failwell", ".git")
        return {path: data for path, data in tree(self.root).items() if path.split("/")[0] not in hidden}

    def lines(self, path: str) -> list[str]:
        return (self.root / path).read_text().splitlines(keepends=True)

    def new_line(self) -> str:
        line = f"# typed {next(self.numbers)}\n"
        self.typed.add(line)
        return line

    def put(self, path: str, data: bytes) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True)

    def teardown(self) -> None:
        shutil.rmtree(self.root)


def machine(examples: int, steps: int) -> settings:
    checks = list(HealthCheck)
    return settings(max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=checks)


def test_a_few_histories_of_a_project_lose_nothing() -> None:
    run_state_machine_as_test(Project, settings=machine(8, 12))


@pytest.mark.slow
def test_many_histories_of_a_project_lose_nothing() -> None:
    run_state_machine_as_test(Project, settings=machine(60, 30))
