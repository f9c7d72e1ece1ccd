"""Every place of a file in which it can be broken, and how.

What does not matter to what a server does is left alone: see `_Breaker`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from . import changes
from .mutant import Mutant
from .places import Places

_OF_DATACLASSES = {"dataclass", "field", "TypeVar"}
_BUGS = {"RuntimeError", "AssertionError", "TypeError", "NotImplementedError"}


def mutants_of(path: str, text: str, unused: Iterable[str] = ()) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines. Functions and classes of the names `unused` are left alone."""
    breaker = _Breaker(path, text, frozenset(unused))
    breaker.visit(ast.parse(text))
    return sorted(breaker.found, key=lambda mutant: mutant.span)


class _Breaker(ast.NodeVisitor):
    """Collects mutants. It leaves alone, because no behaviour depends on it:

    - docstrings but those of tools, imports, `__all__`, and whatever goes to the log;
    - annotations (not the calls in them: `Annotated[str, Parameter(...)]`), aliases of types, options of dataclasses;
    - defaults of parameters, because those of the schema are filled in before;
    - errors that only a bug in the server can raise.
    """

    def __init__(self, path: str, text: str, unused: frozenset[str]) -> None:
        self.found: list[Mutant] = []
        self._path = path
        self._places = Places(text)
        self._unused = unused
        self._in_tool = path.startswith("tools/")
        self._scope = ""
        self._function = ""

    def _change(self, node: ast.AST, made: Iterable[changes.Change]) -> None:
        here = ast.unparse(node)
        for kind, new in made:
            if ast.unparse(ast.parse(new)) != here:
                self.found.append(Mutant(self._path, self._function, kind, self._places, self._places.span(node), new))

    def visit_Module(self, node: ast.Module) -> None:
        self._visit_body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        name = f"{self._scope}{node.name}"
        if name not in self._unused:
            for part in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
                self.visit(part)
            self._visit_annotation(node.args)
            is_tool = any(isinstance(each, ast.Call) and changes.called(each) == "tool" for each in node.decorator_list)
            if is_tool:
                self._visit_docstring(node)
            outside = self._scope, self._function
            self._scope, self._function = f"{name}.<locals>.", name
            self._visit_body(node.body)
            self._scope, self._function = outside

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the name that the visitor looks for

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        name, outside = f"{self._scope}{node.name}", self._scope
        if name not in self._unused:
            self._scope = f"{name}."
            self._visit_body(node.body)
            self._scope = outside

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    def _visit_docstring(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            self.visit(first.value)

    def _visit_annotation(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self.visit(node)
            return
        for child in ast.iter_child_nodes(node):
            self._visit_annotation(child)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit_annotation(node.annotation)
        if node.value is not None and not ast.unparse(node.annotation).startswith("Annotated["):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._change(node, [("statement removed", "pass")])
        named = isinstance(target, ast.Name) and target.id
        if named == "__all__" or (named and not self._scope and isinstance(node.value, ast.Subscript)):
            return  # an alias of a type
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._change(node, [("statement removed", "pass")])
        self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Yield) and not _is_logging(node.value):
            self._change(node, [("statement removed", "pass")])
        self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._change(node.test, changes.of_condition(node.test))
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._change(node.test, changes.of_filter(node.test))
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._change(node.test, changes.of_condition(node.test))
            self.visit(node.test)
        self._visit_body(node.body)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._change(test, changes.of_filter(test))
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._change(node.guard, changes.of_condition(node.guard))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        self._change(node, changes.of_comparison(node))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._change(node, changes.of_connection(node))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._change(node, changes.of_operation(node))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._change(node, [("condition negated", f"bool({ast.unparse(node.operand)})")])
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.type is not None:
            self._change(node.type, [("except branch removed", "()")])
            if isinstance(node.type, ast.Tuple):
                self.visit(node.type)
        self._visit_body(node.body)

    def visit_Return(self, node: ast.Return) -> None:
        self._change(node, changes.of_return(node, in_tool=self._in_tool))
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call) and changes.called(node.exc) in _BUGS:
            return
        self._change(node, changes.of_raise(in_tool=self._in_tool))
        if node.exc is not None:
            self.visit(node.exc)

    def visit_Call(self, node: ast.Call) -> None:
        if changes.called(node) in _OF_DATACLASSES or _is_logging(node):
            return
        self._change(node, changes.of_call(node))
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        self._change(node, changes.of_collection(node))
        self.generic_visit(node)

    def _visit_collection(self, node: ast.List | ast.Tuple | ast.Set) -> None:
        if isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load):
            self._change(node, changes.of_collection(node))
        self.generic_visit(node)

    visit_List = visit_Tuple = visit_Set = _visit_collection  # noqa: N815 - the names that the visitor looks for

    def visit_Constant(self, node: ast.Constant) -> None:
        self._change(node, changes.of_constant(node))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        # What stands inside its braces has no reliable place before Python 3.12.
        self._change(node, changes.of_text(node))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Tuple):
            self.visit(node.slice)


def _is_logging(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    root = node.func.value
    return isinstance(root, ast.Name) and root.id in ("log", "logging", "logger")
