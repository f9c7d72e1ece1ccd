"""Builds the tree of a YAML file from the parser's events, and finds what YAML allows but no spec can mean.

It is a loop over events, not a recursion, and an alias shares the values of its anchor: neither depth nor aliases of a
hostile file cost more than its length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import yaml

from ..rules import yaml_file as rules
from ..rules.rule import Rule
from .characters import Shelter, forbidden
from .entries import enter, placeholder
from .node import Node, Place
from .problems import Problems
from .scalars import CORE, plain_value, refuse_tag, tagged_value

MAX_DEPTH = 100
MAX_COPIES = 100_000  # values that aliases may add

_SURROGATE_ESCAPE = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\[xuU][0-9a-fA-F]*")


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet. `key` is the last one, which `waits` for its value or not."""

    node: Node
    anchor: str | None
    bracketed: bool
    key: Node | None = None
    waits: bool = False


@dataclass
class TreeBuilder:
    """Takes the events of one file. `root` is its first document, None where there is none or building was given up."""

    text: str
    shelter: Shelter
    problems: Problems
    root: Node | None = None
    finished: bool = False
    _open: list[_Open] = field(default_factory=list)
    _anchors: dict[str, Node | None] = field(default_factory=dict)
    _copies: int = 0

    def take(self, event: yaml.Event) -> None:
        """Takes the next event; after one that sets `finished` no more are wanted."""
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(place_of(event)[1])
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor or "", place_of(event))
        elif isinstance(event, yaml.DocumentStartEvent):
            self._document(place_of(event))
        elif isinstance(event, yaml.StreamEndEvent):
            self.finished = True

    def give_up(self, rule: Rule, message: str, place: Place, advice: str | None = None) -> None:
        """Reports what makes the rest of the file meaningless."""
        self.problems.report(rule, message, place, advice)
        self.root = None
        self.finished = True

    def give_up_on_escape(self, index: int) -> None:
        """Reports the escape at `index` that is of half a character, or of none."""
        found = _ESCAPE.match(self.text, index)
        end = found.end() if found else index + 1
        message = f"`{self.text[index:end]}` is not the escape of a character"
        self.give_up(rules.FORBIDDEN_CHARACTER, message, (index, end), "write the character itself")

    def give_up_on_depth(self, place: Place) -> None:
        """Reports values too deep inside others."""
        message, advice = (
            f"this is nested more than {MAX_DEPTH} levels deep",
            "a recursive type refers to itself with `$ref`",
        )
        self.give_up(rules.NESTED_TOO_DEEPLY, message, place, advice)

    def _document(self, place: Place) -> None:
        if self.root is not None:
            message = "a second document begins here"
            self.problems.report(rules.SEVERAL_DOCUMENTS, message, place, "write one spec per file")
            self.finished = True

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        place, style = place_of(event), event.style or ""
        if style in ("|", ">"):
            place = place[0], place[0] + len(self.text[slice(*place)].rstrip())
        text = self.shelter.restore(event.value)
        if style == '"':
            text = self._without_forbidden(text, place)
        value: object = text
        if event.tag is not None:
            value = tagged_value(event.tag, text, place, self.problems)
        elif not style and not self._awaits_key():
            value = plain_value(text, place, self.problems)
        self._keep(Node(value, *place, style), event.anchor)

    def _without_forbidden(self, text: str, place: Place) -> str:
        """The text of a double-quoted scalar, whose escapes can bring in what the file itself may not hold."""
        character = forbidden(text)
        if character is None:
            return text
        if "\ud800" <= character <= "\udfff":
            escape = _SURROGATE_ESCAPE.search(self.text, *place)
            self.give_up_on_escape(escape.start() if escape else place[0])
        else:
            message = f"the character U+{ord(character):04X} cannot stand in a text"
            self.problems.report(rules.FORBIDDEN_CHARACTER, message, place, "leave it out")
        return "".join("\ufffd" if forbidden(one) else one for one in text)

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        start, end = place_of(event)
        if len(self._open) >= MAX_DEPTH:
            self.give_up_on_depth((start, max(end, start + 1)))
            return
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag not in (None, "!", CORE + ("map" if is_mapping else "seq")):
            refuse_tag(event.tag or "", (start, end), self.problems)
        node = Node({}, start, end, "", {}, {}) if is_mapping else Node([], start, end, "", [])
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        # A pair inside a list, `[a: b]`, is a mapping in flow style without brackets of its own.
        self._open.append(_Open(node, event.anchor, bool(event.flow_style) and end > start))

    def _close(self, end: int) -> None:
        closed = self._open.pop()
        node = closed.node
        if closed.bracketed:
            node.end = end
            node = placeholder(self.text, node, closed.key, self.problems) or node
        self._keep(node, closed.anchor)

    def _alias(self, anchor: str, place: Place) -> None:
        node = self._anchors.get(anchor)
        if node is None:
            problem = "stands inside what it repeats" if anchor in self._anchors else "has no anchor above it"
            message, advice = f"the alias `*{anchor}` {problem}", "quote a text that begins with `*`"
            self.problems.report(rules.UNUSABLE_ALIAS, message, place, advice)
            node = Node(f"*{anchor}", *place, "*")
        self._copies += node.size
        if self._copies > MAX_COPIES:
            message, advice = f"the aliases up to here repeat more than {MAX_COPIES:,} values", "repeat less"
            self.give_up(rules.TOO_MANY_COPIES, message, place, advice)
        elif len(self._open) + node.height > MAX_DEPTH:
            self.give_up_on_depth(place)
        else:
            self._keep(replace(node, start=place[0], end=place[1]), None)

    def _awaits_key(self) -> bool:
        return bool(self._open) and not self._open[-1].waits and self._open[-1].node.keys is not None

    def _keep(self, node: Node, anchor: str | None) -> None:
        """Puts a finished value where it belongs."""
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._open:
            self.root = None if self.finished else node
            return
        parent = self._open[-1]
        if isinstance(parent.node.children, list):
            parent.node.children.append(node)
            parent.node.value.append(node.value)
        elif parent.waits and parent.key is not None:
            enter(parent.node, parent.key, node, self.problems)
            parent.waits = False
        else:
            parent.key, parent.waits = node, True
        parent.node.grow(node)


def place_of(event: yaml.Event) -> Place:
    """Where the event stands. Lines and columns of its marks are not used: see `lines`."""
    assert event.start_mark is not None
    assert event.end_mark is not None
    return event.start_mark.index, event.end_mark.index
