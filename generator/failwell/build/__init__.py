"""build: the frozen model that templates read, from a spec that has been checked."""

from __future__ import annotations

from .model import Project
from .project import build

__all__ = ["Project", "build"]
