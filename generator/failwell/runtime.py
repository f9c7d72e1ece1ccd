"""The runtime of generated servers, run here: what it says of a failure is written once, in the templates."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
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
        folder = templates_folder() / "src" / "{{ server.package }}" / "runtime"
        _add_package(_PACKAGE, folder)
        for kind in ("http", "sql"):
            _add_package(f"{_PACKAGE}.{kind}", folder / f"{{% if server.has_{kind} %}}{kind}{{% endif %}}")
    return import_module(f"{_PACKAGE}.{module}")


def _add_package(name: str, folder: Path) -> None:
    """A package of the templates in this folder. Its own module is left out: that needs the client library."""
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.path_importer_cache[str(folder)] = FileFinder(str(folder), (_Loader, [f".py{SUFFIX}"]))
    sys.modules[name] = package
