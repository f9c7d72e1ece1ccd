"""The runtime of generated servers, run here: what it says of a failure is written once, in the templates."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from types import ModuleType
from typing import Any

from .templates import SUFFIX, templates_folder

_PACKAGE = f"{__package__}._runtime"


class _Loader(SourceFileLoader):
    """Reads the source and leaves no compiled file beside it."""

    def set_data(self, path: str, data: Any, **options: Any) -> None:
        """Nothing: the folder of the templates stays as it is."""


@lru_cache(maxsize=64)
def runtime(module: str) -> Any:
    """One module of the runtime. Those that need a client library are out of reach: failwell has none."""
    if _PACKAGE not in sys.modules:
        folder = str(templates_folder() / "src" / "{{ server.package }}" / "runtime")
        package = ModuleType(_PACKAGE)
        package.__path__ = [folder]
        sys.path_importer_cache[folder] = FileFinder(folder, (_Loader, [f".py{SUFFIX}"]))
        sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}.{module}")
