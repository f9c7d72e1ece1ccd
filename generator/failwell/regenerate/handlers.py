"""Handlers that no longer fit their server: the one thing that is checked in a file of the user."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from ..build import Project
from .disk import plain
from .fates import Misfit


def misfits(project: Project, rendered: Mapping[str, str], yours: Mapping[str, bytes]) -> tuple[Misfit, ...]:
    """The handlers among the files `yours` that the rendered server could not import or call as they are."""
    found = []
    for handler in project.handlers:
        path = f"src/{project.package}/handlers/{handler.module}.py"
        if path in yours and plain(yours[path]) != rendered[path]:
            problems = tuple(_problems(path, plain(yours[path]), rendered, handler.function))
            if problems:
                found.append(Misfit(path, problems, handler.signature))
    return tuple(found)


def _problems(path: str, text: str, rendered: Mapping[str, str], function: str) -> Iterator[str]:
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        yield f"it is no Python{place}"
        return
    yield from _imports(path, module, rendered)
    written = _function(module, function)
    if written is None:
        if not _binds(module, function):
            yield f"it has no function `{function}`"
        return
    wanted = _function(ast.parse(rendered[path]), function)
    assert wanted is not None
    yield from _signature(written, wanted)
    yield from _arguments(written, path, rendered)


def _function(module: ast.Module, name: str) -> ast.AsyncFunctionDef | ast.FunctionDef | None:
    """The last function of this name at the top of the module."""
    found = [each for each in module.body if isinstance(each, ast.AsyncFunctionDef | ast.FunctionDef)]
    return next((each for each in reversed(found) if each.name == name), None)


def _binds(module: ast.Module, name: str) -> bool:
    """Whether the module may get the name in another way than by a function, by an import or an assignment."""
    return not _names(module).isdisjoint({name, "*"})


def _signature(
    written: ast.AsyncFunctionDef | ast.FunctionDef, wanted: ast.AsyncFunctionDef | ast.FunctionDef
) -> Iterator[str]:
    """What differs from the signature that is wanted; what is not annotated fits."""
    if isinstance(written, ast.FunctionDef):
        yield f"`{written.name}` is not `async`"
    mine, theirs = written.args, wanted.args
    positional = [*mine.posonlyargs, *mine.args]
    if mine.vararg is None and not len(positional) - len(mine.defaults) <= len(theirs.args) <= len(positional):
        yield f"`{written.name}` takes {len(positional)} arguments, it is called with {len(theirs.args)}"
    for each, other in zip(positional, theirs.args, strict=False):
        if _differ(each.annotation, other.annotation):
            yield f"`{each.arg}` is now `{_code(other.annotation)}`"
    if _differ(written.returns, wanted.returns):
        yield f"it returns `{_code(wanted.returns)}` now"


def _differ(written: ast.expr | None, wanted: ast.expr | None) -> bool:
    return written is not None and _code(written) not in (_code(wanted), repr(_code(wanted)))


def _code(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation)


def _imports(path: str, module: ast.Module, rendered: Mapping[str, str]) -> Iterator[str]:
    """The names that it imports from generated modules and that those do not have any more."""
    for node in ast.walk(module):
        if not isinstance(node, ast.ImportFrom):
            continue
        imported = _module(path, node)
        if imported in rendered:
            names = _names(ast.parse(rendered[imported]))
            missing = [each.name for each in node.names if each.name not in names and each.name != "*"]
            yield from (f"`{imported}` has no `{name}` any more" for name in missing)


def _module(path: str, node: ast.ImportFrom) -> str:
    """The file of the module that is imported from."""
    folder = PurePosixPath(path).parent
    for _ in range(node.level - 1):
        folder = folder.parent
    dotted = (node.module or "__init__").replace(".", "/")
    return f"{folder / dotted}.py" if node.level else f"src/{dotted}.py"


def _names(module: ast.Module) -> set[str]:
    """The names that a module has at its top."""
    names = set()
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update((each.asname or each.name).partition(".")[0] for each in node.names)
    return names


def _arguments(
    written: ast.AsyncFunctionDef | ast.FunctionDef, path: str, rendered: Mapping[str, str]
) -> Iterator[str]:
    """The attributes of the arguments that it reads and that they do not have any more."""
    tool = path.replace("/handlers/", "/tools/")
    if not written.args.args or tool not in rendered:
        return
    name = written.args.args[0].arg
    known = _fields(ast.parse(rendered[tool]))
    read = {
        node.attr: None
        for node in ast.walk(written)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    }
    yield from (f"`{name}.{each}` does not exist any more" for each in read if each not in known and each[:1] != "_")


def _fields(module: ast.Module) -> set[str]:
    """The fields of every class of the module; a tool has one for its arguments."""
    nodes = (node for each in module.body if isinstance(each, ast.ClassDef) for node in each.body)
    return {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
