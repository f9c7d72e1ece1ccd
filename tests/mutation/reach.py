"""What of the runtime a server never uses: changes there change nothing that it does.

The runtime is the same in every server, so a server on one HTTP API has the clients' other ways to log in too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class _Definition:
    """A function, a class (without its methods) or a method: what it is called and every name that it mentions."""

    path: str
    scope: str
    mentions: frozenset[str]
    always: bool

    @property
    def name(self) -> str:
        return self.scope.rpartition(".")[2]


def is_runtime(path: str) -> bool:
    """Whether a file of a package is the same in every server, rather than made from its spec."""
    return path.startswith("runtime/")


def unused(files: Mapping[str, str]) -> dict[str, set[str]]:
    """By file of the runtime, the functions, classes and methods (`Class.method`) that nothing in use mentions.

    A name counts as mentioned wherever it stands, so that something is rather taken for used than for unused.
    """
    trees = {path: ast.parse(text) for path, text in files.items()}
    waiting = [each for path, tree in trees.items() if is_runtime(path) for each in _definitions(path, tree)]
    used: set[str] = set()
    for path, tree in trees.items():
        used |= _mentions(tree) if not is_runtime(path) else _mentions_of_module(tree)
    while found := [each for each in waiting if _is_used(each, used)]:
        waiting = [each for each in waiting if each not in found]
        used |= {f"{each.path}:{each.scope}" for each in found}.union(*(each.mentions for each in found))
    left: dict[str, set[str]] = {path: set() for path in files if is_runtime(path)}
    for each in waiting:
        left[each.path].add(each.scope)
    return left


def _is_used(each: _Definition, used: set[str]) -> bool:
    owner = each.scope.rpartition(".")[0]
    if owner and f"{each.path}:{owner}" not in used:
        return False
    return each.always or each.name in used


def _definitions(path: str, tree: ast.Module) -> Iterator[_Definition]:
    known = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)} | {"Exception", "Protocol"}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield _Definition(path, node.name, _mentions(node), always=False)
        elif isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            rest = [each for each in node.body if each not in methods]
            mentions = frozenset[str]().union(*(_mentions(each) for each in [*rest, *node.bases]))
            yield _Definition(path, node.name, mentions, always=False)
            # A library calls what overrides its methods, and Python what has underscores around it.
            foreign = any(not isinstance(base, ast.Name) or base.id not in known for base in node.bases)
            for method in methods:
                special = method.name.startswith("__")
                yield _Definition(path, f"{node.name}.{method.name}", _mentions(method), always=foreign or special)


def _mentions_of_module(tree: ast.Module) -> set[str]:
    """What is mentioned outside of functions and classes, imports apart."""
    rest = [each for each in tree.body if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    return set().union(*(_mentions(each) for each in rest))


def _mentions(node: ast.AST) -> frozenset[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return frozenset(names | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)})
