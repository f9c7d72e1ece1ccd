"""Which entries a mapping takes, and the mappings that are none."""

from __future__ import annotations

from ..rules import yaml_file as rules
from .node import Node
from .problems import Problems, shortened


def enter(mapping: Node, key: Node, value: Node, problems: Problems) -> None:
    """Puts the entry into `mapping`; one whose key cannot be is reported and left out."""
    assert isinstance(mapping.children, dict)
    assert mapping.keys is not None
    if _refused(mapping.keys, key, problems):
        return
    mapping.children[key.value] = value
    mapping.keys[key.value] = (key.start, key.end)
    mapping.value[key.value] = value.value


def _refused(keys: dict[str, tuple[int, int]], key: Node, problems: Problems) -> bool:
    """Whether `key` cannot be added to `keys`, which is then reported."""
    name, place = key.value, (key.start, key.end)
    if not isinstance(name, str):
        kind = "mapping" if isinstance(key.children, dict) else "list" if key.children is not None else "value"
        advice = "quote a text that has braces or brackets"
        problems.report(rules.KEY_NOT_TEXT, f"a {kind} cannot be a key", place, advice)
    elif not name and not key.style:
        advice = "write `key: value`, or quote a text that begins with `:`"
        problems.report(rules.KEY_NOT_TEXT, "a key is missing here", place, advice)
    elif name == "<<" and not key.style:
        problems.report(rules.MERGE_KEY, "merge keys (`<<`) are not part of YAML 1.2", place, "repeat the entries here")
    elif name in keys:
        line, _ = problems.lines.place(keys[name][0])
        message = f"duplicate key `{shortened(name)}`, first given in line {line}"
        problems.report(rules.DUPLICATE_KEY, message, place, "remove one of the two")
    else:
        return False
    return True


def placeholder(text: str, node: Node, key: Node | None, problems: Problems) -> Node | None:
    """The text that was meant by `{email}` without quotes, reported, or None where `node` is something else.

    `node` is a mapping or list in brackets, `text` the file and `key` the last key of the mapping.
    """
    if key is None or not isinstance(key.value, str) or list(node.value.values()) != [None]:
        return None
    if not (key.value[:1].isalpha() or key.style == "{") or text[key.end : node.end - 1].strip():
        return None
    if key.style == "{":  # `{{email}}`: one finding for the whole
        problems.findings.pop()
    written = f"{{{key.value}}}"
    quoted = f"'{written}'" if '"' in written or "\\" in written else f'"{written}"'
    message = f"`{shortened(written)}` looks like a placeholder that is not quoted"
    advice = f"write `{quoted}`" + (", or put a space after the colon" if ":" in written else "")
    problems.report(rules.UNQUOTED_PLACEHOLDER, message, (node.start, node.end), advice)
    return Node(written, node.start, node.end, "{")
