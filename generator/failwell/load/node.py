"""The tree of a YAML file: every value with the place it stands at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Place = tuple[int, int]  # character indexes: the first, and the one after the last


@dataclass(slots=True)
class Node:
    """One value. `size` and `height` count its nodes and levels with every alias expanded."""

    value: Any
    start: int
    end: int
    style: str = ""  # of a scalar: "" for plain, one of ' " | >, or { and * for texts that were meant to be quoted
    children: dict[str, Node] | list[Node] | None = None
    keys: dict[str, Place] | None = None
    size: int = 1
    height: int = 0

    def child(self, step: str | int) -> Node | None:
        """The entry or item at `step`, or None."""
        if isinstance(self.children, dict) and isinstance(step, str):
            return self.children.get(step)
        if isinstance(self.children, list) and isinstance(step, int) and 0 <= step < len(self.children):
            return self.children[step]
        return None

    def grow(self, child: Node) -> None:
        """Counts `child`, which stands further down in the file, as a part of this node."""
        self.end = max(self.end, child.end)
        self.size += child.size
        self.height = max(self.height, child.height + 1)
