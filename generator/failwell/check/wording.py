"""Plain words for what pydantic found."""

from __future__ import annotations

from typing import Any

EXPECTED = {
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "list_type": "a list",
    "tuple_type": "a list",
}
LIMITS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}


def described(value: Any) -> str:
    """A value of a spec in words: `the boolean true`, `the text 'x'`, `a mapping`."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"the boolean `{str(value).lower()}`"
        case int() | float():
            return f"the number `{value}`"
        case str():
            return f"the text `{shortened(value)}`"
        case list() | tuple():
            return "a list"
        case _:
            return "a mapping"


def shortened(text: str) -> str:
    """The text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."


def expectation(problem: dict[str, Any]) -> str:
    """What would have been right instead, without the word "expected"."""
    kind, context = problem["type"], problem.get("ctx", {})
    if kind in EXPECTED:
        return EXPECTED[kind]
    if kind == "literal_error":
        return choice(context["expected"].replace("'", "`"))
    if kind in LIMITS:
        name, words = LIMITS[kind]
        return f"{words} {context[name]}"
    return str(problem["msg"]).removeprefix("expected ").removeprefix("Value error, ")


def choice(listed: str) -> str:
    """The one value that is allowed, or all of them as a choice."""
    return listed if " or " not in listed and "," not in listed else f"one of {listed}"
