"""Resources and prompts of a whole server."""

from __future__ import annotations

from ..spec import Spec
from .content_model import Content
from .imports import Imports
from .prompts import has_completion, prompt_functions
from .resources import resource_entries


def content_of(spec: Spec) -> Content:
    """What clients can read and begin with beside the tools."""
    of_resources, of_prompts = Imports(), Imports()
    resources, prompts = resource_entries(spec, of_resources), prompt_functions(spec, of_prompts)
    return Content(resources, of_resources.lines(), prompts, of_prompts.lines(), has_completion(spec))
