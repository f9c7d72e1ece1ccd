"""Files whose path changes because an operation or the package got another name: their edits go with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from ..build.tests.operations import test_module
from ..names import module_name
from ..spec import Spec

_SERVER = "server.py"


def former_package(known: Iterable[str]) -> str | None:
    """The package of the project as it was last rendered, from the paths in its lock."""
    parts = (PurePosixPath(path).parts for path in known)
    return next((each[1] for each in parts if len(each) == 3 and each[0] == "src" and each[2] == _SERVER), None)


def former_paths(rendered: Iterable[str], known: Iterable[str], spec: Spec, package: str) -> dict[str, str]:
    """New path to former path, for the files that were rendered under another name the last time."""
    known, rendered = set(known), set(rendered)
    packages = {package: former_package(known) or package}
    renamed = {name: each.was for name, each in spec.operations.items() if each.was}
    modules = {module_name(name): module_name(was) for name, was in renamed.items()}
    modules |= {f"test_{test_module(name)}": f"test_{test_module(was)}" for name, was in renamed.items()}
    found, gone = {}, known - rendered
    for path in sorted(rendered - known):
        formers = [_former(path, packages, modules), _former(path, packages, {})]  # `was` may be from an earlier run
        former = next((each for each in formers if each in gone), None)
        if former is not None:
            found[path] = former
            gone.remove(former)
    return found


def _former(path: str, packages: Mapping[str, str], modules: Mapping[str, str]) -> str:
    """The path under the former names of the package and of the operation."""
    parts = list(PurePosixPath(path).parts)
    if len(parts) > 2 and parts[0] == "src":
        parts[1] = packages.get(parts[1], parts[1])
    if _is_of_operation(path):
        stem = parts[-1].removesuffix(".py")
        parts[-1] = f"{modules.get(stem, stem)}.py"
    return "/".join(parts)


def _is_of_operation(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return path.endswith(".py") and parts[:-1] in {
        (*parts[:2], "tools"),
        (*parts[:2], "handlers"),
        ("tests",),
        ("tests", "test_handlers"),
    }
