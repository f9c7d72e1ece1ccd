"""Prompts: each as a function of `prompts.py` that makes its messages from the arguments."""

from __future__ import annotations

from ..literals import docstring
from ..names import prompt_name
from ..prose import Prose
from ..spec import Prompt, PromptArgument, Spec
from ..wrapping import flat
from .content_model import PromptFunction
from .icons import icons_code
from .imports import Imports
from .scope import Scope, Variable

RUNTIME = ".runtime"


def prompt_functions(spec: Spec, imports: Imports) -> tuple[PromptFunction, ...]:
    """All prompts, in the order of the spec."""
    if spec.prompts:
        imports.use("mcp_types", "PromptMessage")
        imports.use(f"{RUNTIME}.prompts", "prompt")
    return tuple(_function(name, each, imports) for name, each in spec.prompts.items())


def has_completion(spec: Spec) -> bool:
    """Whether a client can ask for the values of any argument."""
    return any(argument.enum for each in spec.prompts.values() for argument in each.arguments.values())


def _function(name: str, prompt: Prompt, imports: Imports) -> PromptFunction:
    variables = {key: _variable(key, each) for key, each in prompt.arguments.items()}
    scope = Scope(variables, imports, RUNTIME, search="find")
    messages = tuple(
        (imports.use(f"{RUNTIME}.prompts", each.role), scope.prose(each.text.strip())) for each in prompt.all_messages
    )
    description = prompt.description.strip()
    told = docstring(description, 4)
    decorator: list[str | Prose] = [flat(name)]
    if prompt.title is not None:
        decorator.append(Prose((prompt.title.strip(),), "title="))
    if told is None:
        decorator.append(Prose((description,), "description="))
    if prompt.arguments:
        listed = [_argument(key, each) for key, each in prompt.arguments.items()]
        imports.use(f"{RUNTIME}.prompt", "Argument")
        decorator.append(f"arguments=({', '.join(listed)}{',' if len(listed) == 1 else ''})")
    decorator += icons_code(prompt.icons, imports)
    return PromptFunction(
        name=name,
        description=" ".join(description.split()),
        given=tuple(prompt.arguments),
        function=prompt_name(name),
        decorator=tuple(decorator),
        parameters=tuple(f"{each.code}: {each.annotation}" for each in variables.values()),
        docstring=told,
        assignments=tuple(scope.hoisted.items()),
        messages=messages,
    )


def _variable(name: str, argument: PromptArgument) -> Variable:
    may_be_absent = argument.optional and argument.default is None
    return Variable(prompt_name(name), "str | None" if may_be_absent else "str", may_be_absent, is_text=True)


def _argument(name: str, argument: PromptArgument) -> str:
    given = [flat(name), flat(argument.description.strip())]
    given += [f"title={flat(argument.title.strip())}"] if argument.title is not None else []
    given += ["optional=True"] if argument.optional and argument.default is None else []
    given += [f"default={flat(argument.default)}"] if argument.default is not None else []
    given += [f"values={flat(argument.enum)}"] if argument.enum else []
    return f"Argument({', '.join(given)})"
