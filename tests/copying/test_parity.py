"""copier and failwell make the same project from the same templates, byte for byte."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from command_line import SPECS, failwell
from failwell import ownership, render
from failwell.rules import RULES
from jinja2 import StrictUndefined

from .template import ANSWERS, ROOT, Done, commit, copier, files, git, released, run, template

pytestmark = pytest.mark.slow

EXAMPLES = sorted(SPECS.glob("*.yaml"))
SCHEMA_LINE = "# yaml-language-server: $schema=failwell.schema.json\n"


@pytest.fixture(scope="module", params=["git", "plain"])
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a tag, or a plain folder."""
    folder = tmp_path_factory.mktemp("template") / "failwell"
    return released(folder, "v1.0.0") if request.param == "git" else template(folder)


@pytest.mark.parametrize("spec", EXAMPLES, ids=lambda spec: spec.stem)
def test_copy_gives_what_new_gives(spec: Path, source: Path, tmp_path: Path) -> None:
    done = copier("copy", "-d", f"spec={spec}", source, tmp_path / "copied")
    assert done.code == 0, done.output
    assert failwell("new", spec, tmp_path / "new").returncode == 0
    assert files(tmp_path / "copied", ANSWERS) == files(tmp_path / "new")
    folders = [{path.relative_to(each) for path in each.rglob("*") if path.is_dir()} for each in tmp_path.iterdir()]
    assert folders[0] == folders[1]
    assert run("failwell", "regenerate", tmp_path / "copied", "--check").code == 0


def test_a_spec_with_a_schema_in_the_folder_of_the_project_is_found_there(source: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "failwell.yaml").write_text(SCHEMA_LINE + RULES["FW103"].repair)
    done = copier("copy", source, project)
    assert done.code == 0, done.output
    assert failwell("new", project / "failwell.yaml", tmp_path / "new").returncode == 0
    assert files(project, ANSWERS) == files(tmp_path / "new")


EDITS = {
    "refund_desk": ("    description: Find the customers", "    description: Look up the customers"),
    "github_issues": ("server:\n", "server:\n  version: 2.0.0\n"),
    "slack_messages": ("server:\n", "server:\n  version: 2.0.0\n"),
    "exchange_rates": ("server:\n", "server:\n  version: 2.0.0\n"),
    "git_history": ("server:\n", "server:\n  version: 2.0.0\n"),
    "expense_approval": ("      own_expense:", "      expense_of_ones_own:"),
}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def user_edits(project: Path, package: str) -> None:
    """What a user does between two runs: lines in files of each owner, and a file that goes."""
    (project / "src" / package / "server.py").open("a").write("\n# mine\n")
    (project / "README.md").open("a").write("\nMine.\n")
    (project / "Dockerfile").unlink()


@pytest.mark.parametrize("spec", EXAMPLES, ids=lambda spec: spec.stem)
def test_update_gives_what_regenerate_gives(spec: Path, tmp_path: Path) -> None:
    source = released(tmp_path / "failwell", "v1.0.0")
    project = tmp_path / "project"
    assert copier("copy", "-d", f"spec={spec}", source, project).code == 0
    commit(project)
    user_edits(project, spec.stem)
    edit(project / "failwell.yaml", *EDITS[spec.stem])
    commit(project)
    shutil.copytree(project, tmp_path / "other")
    done = copier("update", cwd=project)
    assert done.code == 0, done.output
    assert run("failwell", "regenerate", tmp_path / "other").code == 0
    assert files(project, ANSWERS) == files(tmp_path / "other", ANSWERS)
    assert b"# mine" in (project / "src" / spec.stem / "server.py").read_bytes()
    assert run("failwell", "regenerate", project, "--check").code == 0


class Project:
    """A project of the expense example that copier made and that is committed."""

    def __init__(self, folder: Path) -> None:
        self.source = released(folder / "failwell", "v1.0.0")
        self.folder = folder / "project"
        done = copier("copy", "-d", f"spec={SPECS / 'expense_approval.yaml'}", self.source, self.folder)
        assert done.code == 0, done.output
        commit(self.folder)

    def path(self, name: str) -> Path:
        return self.folder / "src" / "expense_approval" / name

    def update(self) -> Done:
        commit(self.folder)
        return copier("update", cwd=self.folder)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def without_operation(text: str) -> str:
    spec = yaml.safe_load(text)
    del spec["operations"]["list_pending"]
    return json.dumps(spec, indent=1)


def test_an_edited_file_of_a_removed_operation_is_kept_and_told(project: Project) -> None:
    tool, handler = project.path("tools/list_pending.py"), project.path("handlers/list_pending.py")
    for path in (tool, handler):
        path.open("a").write("# mine\n")
    spec = project.folder / "failwell.yaml"
    spec.write_text(without_operation(spec.read_text()))
    done = project.update()
    assert done.code == 0, done.output
    assert tool.read_text().endswith("# mine\n")
    assert handler.read_text().endswith("# mine\n")
    assert "orphaned      src/expense_approval/tools/list_pending.py" in done.output
    assert not (project.folder / "tests" / "test_list_pending.py").exists()


def test_a_conflict_is_an_exit_code(project: Project) -> None:
    spec = project.folder / "failwell.yaml"
    edit(project.folder / "pyproject.toml", 'version = "', 'version = "7')
    edit(spec, "server:\n", "server:\n  version: 2.0.0\n")
    done = project.update()
    assert done.code != 0
    assert "Conflicts to resolve:\n  pyproject.toml" in done.output
    assert "<<<<<<<" in (project.folder / "pyproject.toml").read_text()


def test_a_newer_release_of_the_templates_is_rendered_with_its_own_code(project: Project) -> None:
    """And the older one with the older code, or every file would look edited."""
    project.path("server.py").open("a").write("# mine\n")
    commit(project.folder)
    edit(project.source / "generator/failwell/build/project.py", "MCP server {spec", "The MCP server {spec")
    edit(project.source / "templates/Dockerfile.jinja", "\n", "\n# of a newer release\n")
    commit(project.source)
    git(project.source, "tag", "v1.1.0")
    assert run("copier", "check-update", "--quiet", cwd=project.folder).code == 2
    done = project.update()
    assert done.code == 0, done.output
    assert "# of a newer release\n" in (project.folder / "Dockerfile").read_text()
    assert project.path("server.py").read_text().endswith("# mine\n")
    assert run("copier", "check-update", "--quiet", cwd=project.folder).code == 0
    assert "_commit: v1.1.0" in (project.folder / ANSWERS).read_text()


def test_pretend_writes_nothing(project: Project) -> None:
    edit(project.folder / "failwell.yaml", "server:\n", "server:\n  version: 2.0.0\n")
    commit(project.folder)
    before = files(project.folder)
    done = copier("update", "--pretend", cwd=project.folder)
    assert done.code == 0, done.output
    assert files(project.folder) == before


def test_recopy_discards_edits_but_not_what_is_yours(project: Project) -> None:
    project.path("handlers/list_pending.py").open("a").write("# mine\n")
    project.path("server.py").open("a").write("# mine\n")
    commit(project.folder)
    done = copier("recopy", "--overwrite", cwd=project.folder)
    assert done.code == 0, done.output
    assert project.path("handlers/list_pending.py").read_text().endswith("# mine\n")
    assert "# mine" not in project.path("server.py").read_text()


def test_what_failwell_made_for_copier_goes_on_with_copier(tmp_path: Path) -> None:
    source, project = released(tmp_path / "failwell", "v1.0.0"), tmp_path / "project"
    done = failwell("new", SPECS / "refund_desk.yaml", project, "--copier", source)
    assert done.returncode == 0, done.stderr
    assert copier("copy", "-d", f"spec={SPECS / 'refund_desk.yaml'}", source, tmp_path / "copied").code == 0
    assert files(project) == files(tmp_path / "copied")
    commit(project)
    (project / "README.md").open("a").write("\nMine.\n")
    edit(project / "failwell.yaml", "server:\n", "server:\n  version: 2.0.0\n")
    commit(project)
    updated = copier("update", cwd=project)
    assert updated.code == 0, updated.output
    assert (project / "README.md").read_text().endswith("\nMine.\n")
    assert run("failwell", "regenerate", project, "--check").code == 0
    assert "2.0.0" in (project / ANSWERS).read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no spec: put it as failwell.yaml into the folder of the project, or name it with"),
        (RULES["FW103"].example, "unknown key `descripton` (FW103"),
        ("a: [", "failwell lint tells all"),
    ],
)
def test_a_spec_that_cannot_be_rendered_is_told_and_nothing_is_written(
    source: Path, tmp_path: Path, text: str | None, told: str
) -> None:
    given: tuple[str, ...] = ()
    if text is not None:
        (tmp_path / "spec.yaml").write_text(text)
        given = ("-d", f"spec={tmp_path / 'spec.yaml'}")
    done = copier("copy", *given, "--defaults", source, tmp_path / "project")
    assert done.code != 0
    assert told in " ".join(done.output.split())
    assert not files(tmp_path / "project")


def test_the_settings_of_both_renderers_agree() -> None:
    settings = yaml.safe_load((ROOT / "copier.yml").read_text())
    named = {**settings["_envops"], "undefined": StrictUndefined}
    assert settings["_envops"]["undefined"] == "jinja2.StrictUndefined"
    assert named == render.ENVIRONMENT
    assert settings["_skip_if_exists"] == list(ownership.YOURS)
    assert render.PARTS in settings["_exclude"]


def test_the_commands_that_are_told_are_those_that_there_are() -> None:
    text = (ROOT / "docs" / "copier.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(copier|failwell) ([\w-]+)(.*?)` \|", text, re.MULTILINE)
    assert {command for _, command, _ in told} == {"copy", "update", "check-update", "recopy", "new", "regenerate"}
    for module, command, rest in told:
        known = run(module, command, "--help").output
        assert all(option in known for option in re.findall(r"(?<!\S)--?[a-z-]+", rest)), (command, rest)
