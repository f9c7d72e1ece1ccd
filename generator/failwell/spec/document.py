"""The whole of a spec."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .failures import FailureMode
from .operations import Operation
from .part import Items, Part, Schema
from .prompts import Prompt
from .resources import Resource
from .server import Server
from .settings import Defaults
from .sources import Source


class Lint(Part):
    """Findings that the author has considered."""

    allow: Items[str] = ()


class Spec(Part):
    """One spec: a server, the systems behind it, its operations and how they fail. Names keep the order of the file."""

    failwell: Literal[1]
    server: Server
    defaults: Defaults = Defaults.model_construct()
    types: dict[str, Schema] = Field(default_factory=dict)
    sources: dict[str, Source] = Field(default_factory=dict)
    failures: dict[str, FailureMode] = Field(default_factory=dict)
    operations: dict[str, Operation]
    resources: dict[str, Resource] = Field(default_factory=dict)
    prompts: dict[str, Prompt] = Field(default_factory=dict)
    lint: Lint = Lint.model_construct()
