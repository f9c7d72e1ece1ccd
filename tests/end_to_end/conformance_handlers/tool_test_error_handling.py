"""Fails as its failure mode says."""

from __future__ import annotations

from importlib import import_module
from typing import Any


async def test_error_handling(_: Any, __: Any) -> str:
    failures = import_module("conformance.failures")  # which is only there in the generated project
    raise failures.TestErrorHandlingAlways()
