"""What copier.yml names: it finds the failwell that belongs to the templates, which need not be the installed one.

`copier update` renders the version that a project was made with once more, to see what was edited since. That has to be
done with the code of that version, so the package is loaded from the checkout that is rendered, under a private name.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from jinja2 import Environment
from jinja2.ext import Extension

_INSTALLED = __name__.removesuffix(".copying.boot")


class Templates(Extension):
    """The extension of the checkout's own failwell."""

    def __new__(cls, environment: Environment) -> Any:
        """That extension, in the place of this one."""
        searched: Any = environment.loader
        package = package_of(Path(searched.searchpath[0]))
        return import_module(f"{package}.copying.extension").SpecContext(environment)


def package_of(checkout: Path) -> str:
    """The name under which the failwell of this checkout can be imported; the installed one where it has none."""
    file = checkout / "generator" / "failwell" / "__init__.py"
    if not file.is_file():
        return _INSTALLED
    name = f"_failwell_{sha256(str(file).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
        assert spec is not None, "the file has a loader"
        assert spec.loader is not None, "the file has a loader"
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return name
