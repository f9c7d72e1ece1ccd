"""The tests of prompts: each as it is listed, made and refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from jmespath.exceptions import JMESPathError

from ...runtime import runtime
from ...spec import Prompt, Spec
from ...texts import parse_text
from ...wrapping import flat
from .case import Case
from .cases import named
from .content_model import PromptTests
from .contract import misspelt
from .icons import listed_icons
from .imports import content_imports
from .refusals import refusal
from .values import case_name, found


def prompt_tests(spec: Spec, package: str) -> PromptTests | None:
    """What `test_prompts.py` says, None where there are no prompts."""
    if not spec.prompts:
        return None
    each = [_Subject(name, prompt, spec) for name, prompt in spec.prompts.items()]
    wrong, _ = misspelt(spec.prompts)
    unknown = refusal(spec, runtime("prompt").UnknownPrompt(wrong, list(spec.prompts)))
    refused = [case for subject in each for case in subject.refused()]
    made = PromptTests(
        imports=(),
        prompts=flat([subject.listed for subject in each]),
        made=named([case for subject in each for case in subject.made()]),
        refused=named([*refused, Case((flat(wrong), "{}", flat(unknown)), flat("unknown"))]),
        completed=named([case for subject in each for case in subject.completed()]),
    )
    needed = ["Agent", "MCPError", "pytest", *(["PromptReference"] if made.completed else [])]
    return replace(made, imports=content_imports([], needed, package))


class _Subject:
    """One prompt, and the calls of it that are tried."""

    def __init__(self, name: str, prompt: Prompt, spec: Spec) -> None:
        self.name = name
        self.prompt = prompt
        self.spec = spec
        self._schema = _schema(prompt, name, spec)

    @property
    def listed(self) -> dict[str, Any]:
        """The prompt as it is listed."""
        arguments = [
            {
                "name": name,
                "title": argument.title.strip() if argument.title is not None else None,
                "description": argument.description.strip(),
                "required": argument.required,
            }
            for name, argument in self.prompt.arguments.items()
        ]
        shown = {
            "name": self.name,
            "title": self.prompt.title.strip() if self.prompt.title is not None else None,
            "description": self.prompt.description.strip(),
            "arguments": [{key: value for key, value in each.items() if value is not None} for each in arguments],
            "icons": listed_icons(self.prompt.icons) or None,
        }
        return {key: value for key, value in shown.items() if value is not None}

    def made(self) -> Iterator[Case]:
        """Calls with all arguments, and with those alone that have to be given."""
        every = {name: self._value(name) for name in self.prompt.arguments}
        least = {name: value for name, value in every.items() if self.prompt.arguments[name].required}
        for name, given in (("all arguments", every), ("what is required", least)):
            if (messages := self._messages(given)) is not None:
                columns = (flat(self.name), flat(given), flat(messages))
                yield Case(columns, flat(case_name(f"{self.name} {name}")))

    def refused(self) -> Iterator[Case]:
        """Calls with arguments that are missing, unexpected or none of the values."""
        every = {name: self._value(name) for name in self.prompt.arguments}
        unexpected = f"{next(iter(every), 'argument')}s"
        while unexpected in every:
            unexpected += "s"
        calls = {
            "missing": {},
            "unexpected": {**every, unexpected: "x"},
            "both": {unexpected: "x"},
            "no such value": {**every, **dict.fromkeys(self._chosen, "none of these")},
        }
        for name, given in calls.items():
            if (failure := self._failure(given)) is not None:
                columns = (flat(self.name), flat(given), flat(refusal(self.spec, failure)))
                yield Case(columns, flat(case_name(f"{self.name} {name}")))

    def completed(self) -> Iterator[Case]:
        """What is offered for each argument with values: all, those that begin like the first, and none."""
        for name in self._chosen:
            values = list(self.prompt.arguments[name].enum)
            for began in ("", values[0][:1], "none of these"):
                offered = [value for value in values if value.startswith(began)][:100]
                columns = (flat(self.name), flat(name), flat(began), flat(offered))
                yield Case(columns, flat(case_name(f"{self.name} {name} {began}".strip())))

    @property
    def _chosen(self) -> list[str]:
        return [name for name, argument in self.prompt.arguments.items() if argument.enum]

    def _value(self, name: str) -> str:
        argument = self.prompt.arguments[name]
        return argument.enum[-1] if argument.enum else f"some {name}"

    def _failure(self, given: dict[str, str]) -> Any:
        try:
            self._schema.check(given)
        except runtime("failure").InvalidArguments as failure:
            return failure
        return None

    def _messages(self, given: dict[str, str]) -> list[dict[str, str]] | None:
        """The messages of a call, each as role and text; None for a call that is refused."""
        if self._failure(given) is not None:
            return None
        checked = self._schema.check(given)
        names = {name: checked.get(name) for name in self.prompt.arguments}
        return [{"role": each.role, "text": _filled(each.text, names)} for each in self.prompt.all_messages]


def _filled(text: str, names: dict[str, Any]) -> str:
    as_text = runtime("values").text
    parts = parse_text(text.strip()).parts
    return "".join(part if isinstance(part, str) else as_text(_found(part.expression, names)) for part in parts)


def _found(expression: str, names: dict[str, Any]) -> Any:
    """What the expression gives: nothing where it cannot be evaluated."""
    try:
        return found(expression, names)
    except (JMESPathError, TypeError, ValueError):
        return None


def _schema(prompt: Prompt, name: str, spec: Spec) -> Any:
    module = runtime("prompt")
    arguments = tuple(
        module.Argument(key, each.description, None, each.optional, each.default, each.enum)
        for key, each in prompt.arguments.items()
    )
    made = module.Prompt(name=name, description="", title=None, arguments=arguments, icons=None, messages=list)
    ignore_extra = spec.defaults.extra_arguments == "ignore"
    return runtime("arguments").ArgumentSchema(made.schema, tool=name, ignore_extra=ignore_extra)
