"""Envelopes of failures that no tool met: of resources and prompts that nobody knows, and of wrong arguments."""

from __future__ import annotations

from typing import Any

from ...runtime import runtime
from ...spec import Spec


def refusal(spec: Spec, failure: Any) -> dict[str, Any]:
    """What a client is told of the failure."""
    module = runtime("envelope")
    any_path = spec.defaults.retryable == "any_path"
    circumstances = module.Circumstances(tool="", harmless=True, any_path=any_path, failures=(failure,))
    told: dict[str, Any] = module.envelope(failure, circumstances)
    return told
