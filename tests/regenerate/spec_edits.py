"""A spec that is edited again and again, as the state machine does it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from failwell.load import load
from failwell.project import Rendered, render_spec
from failwell.spec_file import examine_loaded


@dataclass
class Operation:
    """One operation: its parameters, its failure modes, and the name it had before."""

    description: str
    has_handler: bool
    parameters: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    was: str | None = None

    def entry(self) -> dict[str, Any]:
        """The operation as it stands in the spec."""
        body = {"handler": True} if self.has_handler else {"source": "shop", "query": self._statement()}
        optional = {"was": self.was} if self.was else {}
        return {
            "description": self.description,
            **optional,
            "input": {name: {"type": "string", "description": f"The {name}."} for name in self.parameters},
            **body,
            "returns": {"list": {"type": "object"}},
            "empty": "No order was found. The query executed successfully.",
            "failures": {name: self._failure(name) for name in self.failures},
        }

    def _statement(self) -> str:
        conditions = " AND ".join(f"{name} = :{name}" for name in self.parameters)
        return f"SELECT id FROM orders{f' WHERE {conditions}' if conditions else ''} ORDER BY id LIMIT 50"

    def _failure(self, name: str) -> dict[str, Any]:
        return {
            "category": "business",
            **({} if self.has_handler else {"when": {"rows": 0}}),
            "description": f"The {name} of the shop does not allow it.",
            "recovery": "Escalate to a person.",
            "user_message": "A person decides this.",
        }


@dataclass
class EditedSpec:
    """The spec as a value; `text` is what stands in the file."""

    operations: dict[str, Operation] = field(default_factory=dict)
    package: str | None = None

    @property
    def text(self) -> str:
        """The spec as YAML, of which JSON is a part."""
        spec = {
            "failwell": 1,
            "server": {"name": "desk", **({"package": self.package} if self.package else {})},
            "sources": {"shop": {"sql": "sqlite:///shop.db"}},
            "operations": {name: operation.entry() for name, operation in self.operations.items()},
        }
        if all(each.has_handler for each in self.operations.values()):
            del spec["sources"]
        return json.dumps(spec, indent=1)

    def rendered(self, path: Path) -> Rendered:
        """What the spec becomes now."""
        examined = examine_loaded(load(self.text.encode(), str(path)), path)
        assert examined.spec is not None, examined.findings
        return render_spec(examined.spec, examined)
