"""From what a source gave to the result: one function for each kind of result that an operation may declare."""

from __future__ import annotations

from ..schemas import with_defs
from ..wrapping import flat
from .scope import Scope, keyword_arguments
from .tool import Draft
from .tool_code import Answer, Statement


def empty_answer(draft: Draft, scope: Scope, fields: tuple[str, ...] = ()) -> Statement | None:
    """The answer to a query that ran and found nothing, None where the operation has no sentence for it."""
    if draft.operation.empty is None:
        return None
    sentence = scope.prose(draft.operation.empty.description.strip())
    if draft.operation.returns.kind == "list":
        draft.runtime("results", "nothing_listed")
        return Statement("return", "nothing_listed", (sentence, *fields), before=tuple(scope.hoisted.items()))
    draft.runtime("results", "nothing_found")
    return Statement("return", "nothing_found", (sentence,), before=tuple(scope.hoisted.items()))


def answer(
    draft: Draft, scope: Scope, value: str, *, checked: str | None = None, fields: tuple[str, ...] = ()
) -> Answer:
    """The answer made of `value`, which is code; `checked` is code for the same value held to the declared kind."""
    taken = checked or value
    match draft.operation.returns.kind:
        case "list":
            return _listed(draft, scope, taken, fields)
        case "object":
            return _single(draft, scope, taken, "found", "not value")
        case "value":
            return _single(draft, scope, taken, "valued", "value is None")
        case "text":
            return _single(draft, scope, taken, "written", "not value.strip()")
        case "content":
            return _attached(draft, scope, taken)
        case "nothing":
            return _done(draft, scope)


def returns(draft: Draft) -> str:
    """Code for what the tool declares to give back."""
    declared = draft.operation.returns
    schema = with_defs(declared.json_schema, draft.types)
    match declared.kind:
        case "list":
            fields = keyword_arguments(dict.fromkeys(declared.fields, "{}"))
            draft.runtime("results", "a_list")
            return f"a_list({', '.join([flat(schema), *fields])})"
        case "object" | "value" as kind:
            function = draft.runtime("results", "an_object" if kind == "object" else "a_value")
            return f"{function}({flat(schema)})"
        case kind:
            return draft.runtime("results", {"text": "A_TEXT", "content": "CONTENT", "nothing": "A_SENTENCE"}[kind])


def _listed(draft: Draft, scope: Scope, value: str, fields: tuple[str, ...]) -> Answer:
    draft.runtime("results", "listed")
    name = value if value.isidentifier() else "items"
    return Answer(
        give=Statement("return", "listed", (name, *fields)),
        extraction=None if name == value else f"{name} = {value}",
        nothing=f"not {name}",
        empty=empty_answer(draft, scope, fields),
    )


def _single(draft: Draft, scope: Scope, value: str, function: str, nothing: str) -> Answer:
    draft.runtime("results", function)
    empty = empty_answer(draft, scope)
    return Answer(
        give=Statement("return", function, ("value",)),
        extraction=f"value = {value}",
        nothing=nothing if empty is not None else None,
        empty=empty,
    )


def _attached(draft: Draft, scope: Scope, value: str) -> Answer:
    draft.runtime("results", "attached")
    empty = empty_answer(draft, scope)
    return Answer(
        give=Statement("return", "attached", ("data", flat(draft.operation.returns.media_type))),
        extraction=f"data = {value}",
        nothing="not data" if empty is not None else None,
        empty=empty,
    )


def _done(draft: Draft, scope: Scope) -> Answer:
    draft.runtime("results", "done")
    sentence = draft.operation.done or f"The operation {draft.name} was carried out."
    told = scope.prose(sentence.strip())
    return Answer(give=Statement("return", "done", (told,), before=tuple(scope.hoisted.items())))
