"""Planning a new project: what may stand in its folder, and what stays untouched there."""

from __future__ import annotations

from pathlib import Path

import pytest
from failwell.apply import apply
from failwell.plan import plan_new

FILES = {"failwell.yaml": b"spec", "README.md": b"readme", "src/desk/data/shop.sql": b"script"}


def refusal(folder: Path, *known: Path) -> str | None:
    origins = dict(zip(("failwell.yaml", "src/desk/data/shop.sql"), known, strict=False))
    plan = plan_new(folder, FILES, origins)
    assert bool(plan.actions) == (plan.refusal is None)
    return plan.refusal


@pytest.mark.parametrize("name", ["notes.txt", ".gitignore", "README.md", "src", "failwell.yaml", "ünïcode here"])
def test_a_folder_with_anything_else_is_refused_by_what_it_holds(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert refusal(tmp_path) == f"{tmp_path} is not empty: it holds {name}"
    (tmp_path / "\U0001f5d1").write_bytes(b"")
    assert refusal(tmp_path) == f"{tmp_path} is not empty: it holds {name} and 1 more"


def test_a_file_of_the_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "new").write_bytes(b"")
    assert refusal(tmp_path / "new") == f"{tmp_path / 'new'} is a file"


def test_nothing_is_an_empty_folder_and_one_with_git(tmp_path: Path) -> None:
    assert refusal(tmp_path / "new") is None
    assert refusal(tmp_path) is None
    (tmp_path / ".git").write_bytes(b"gitdir: elsewhere")  # as in a worktree
    assert refusal(tmp_path) is None


def test_the_spec_and_its_scripts_may_be_there_in_folders_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    spec, script = tmp_path / "desk.yaml", tmp_path / "db" / "shop.sql"
    spec.write_bytes(b"spec")
    script.write_bytes(b"script")
    assert refusal(tmp_path, spec, script) is None
    (tmp_path / "db" / "other.sql").write_bytes(b"")
    assert refusal(tmp_path, spec, script) == f"{tmp_path} is not empty: it holds db/other.sql"


def test_what_stands_where_the_project_wants_it_stays_as_it_is(tmp_path: Path) -> None:
    spec, script = tmp_path / "failwell.yaml", tmp_path / "src" / "desk" / "data" / "shop.sql"
    script.parent.mkdir(parents=True)
    spec.write_bytes(b"\xef\xbb\xbfspec")
    script.write_bytes(b"script")
    plan = plan_new(tmp_path, FILES, {"failwell.yaml": spec, "src/desk/data/shop.sql": script})
    assert [action.path for action in plan.actions] == ["README.md"]
    apply(plan)
    assert spec.read_bytes() == b"\xef\xbb\xbfspec"


def test_a_script_with_the_name_of_a_file_of_the_project_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "README.md"
    script.write_bytes(b"script")
    plan = plan_new(tmp_path, FILES, {"src/desk/data/shop.sql": script})
    assert plan.refusal == f"{script} exists already"


def test_links_to_folders_are_strangers_and_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "everything").symlink_to("/")
    assert refusal(tmp_path / "new") == f"{tmp_path / 'new'} is not empty: it holds everything"


@pytest.mark.parametrize("target", ["nothing", "loop"])
def test_links_to_nothing_and_to_themselves_are_strangers(tmp_path: Path, target: str) -> None:
    (tmp_path / "loop").symlink_to(target)
    assert refusal(tmp_path) == f"{tmp_path} is not empty: it holds loop"


def test_a_link_to_the_spec_is_the_spec(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    spec = tmp_path / "desk.yaml"
    spec.write_bytes(b"spec")
    (tmp_path / "new" / "failwell.yaml").symlink_to(spec)
    assert refusal(tmp_path / "new", spec) is None


def test_a_link_to_a_folder_may_be_the_folder_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    apply(plan_new(tmp_path / "link", FILES, {}))
    assert (tmp_path / "real" / "README.md").read_bytes() == b"readme"


def test_a_link_to_no_folder_yet_makes_that_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    apply(plan_new(tmp_path / "link", FILES, {}))
    assert (tmp_path / "real" / "README.md").read_bytes() == b"readme"
    assert (tmp_path / "link").is_symlink()


def test_the_current_folder_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    apply(plan_new(Path("."), FILES, {}))
    assert (tmp_path / "README.md").read_bytes() == b"readme"


def test_a_path_with_spaces_and_other_letters_is_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "mein büro" / "退款 desk"
    apply(plan_new(folder, FILES, {}))
    assert (folder / "README.md").read_bytes() == b"readme"
