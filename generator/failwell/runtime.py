"""The runtime of generated servers, run here: what it says of a failure is written once, in the templates."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from .templates import SUFFIX, templates_folder

_PACKAGE = f"{__package__}._runtime"
_CONDITION = re.compile(r"\{% (?:if [\w.]+|endif) %\}")


class _Loader(SourceFileLoader):
    """Reads the source and leaves no compiled file beside it."""

    def set_data(self, path: str, data: Any, **options: Any) -> None:
        """Nothing: the folder of the templates stays as it is."""


class _Finder(MetaPathFinder):
    """Finds the modules of the runtime among the templates, under the names that they have once rendered."""

    def __init__(self, folder: Path) -> None:
        paths = {path: _CONDITION.sub("", path.relative_to(folder).as_posix()) for path in folder.rglob(f"*{SUFFIX}")}
        self.modules = {
            f"{_PACKAGE}.{name.removesuffix(f'.py{SUFFIX}').replace('/', '.')}": path for path, name in paths.items()
        }

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the signature of the import system
        target: ModuleType | None = None,  # noqa: ARG002 - likewise
    ) -> ModuleSpec | None:
        """The module of this name, if it is one of the runtime."""
        file = self.modules.get(fullname)
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file))) if file else None


@lru_cache(maxsize=64)
def runtime(module: str) -> Any:
    """One module of the runtime. Those that need a client library are out of reach: failwell has none."""
    if _PACKAGE not in sys.modules:
        sys.meta_path.append(_Finder(templates_folder() / "src" / "{{ server.package }}" / "runtime"))
        # The modules of the packages themselves are left out: they import the client libraries.
        for package in (_PACKAGE, f"{_PACKAGE}.http", f"{_PACKAGE}.sql", f"{_PACKAGE}.command"):
            sys.modules[package] = ModuleType(package)
            sys.modules[package].__path__ = []
    return import_module(f"{_PACKAGE}.{module}")
