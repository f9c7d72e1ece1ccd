"""regenerate: a project brought up to its changed spec, without the loss of a line that the user wrote."""

from .fates import Change, Fate, Misfit, Plan, RefusedError
from .known import read_lock
from .moves import former_package
from .run import Outcome, preview, regenerate

__all__ = [
    "Change",
    "Fate",
    "Misfit",
    "Outcome",
    "Plan",
    "RefusedError",
    "former_package",
    "preview",
    "read_lock",
    "regenerate",
]
