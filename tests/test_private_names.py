"""Private names of libraries are used in one module each: the next version may lack them."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from printnplay.files.catalog import PACKAGE

DOCUMENTED = {"_exit", "_getframe", "_Element"}
"""Two are in Python's manual; `lxml.etree._Element` is the only name of that type."""


def is_private(name: str) -> bool:
    return name.startswith("_") and name.strip("_") != "" and not name.endswith("__")


def own(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the names that a module defines, and the attributes that it sets."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def used(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the attributes that a module reads, and what it imports from others."""
    for node in nodes:
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.ImportFrom(module=str(module), names=names):
                yield from (*module.split("."), *(alias.name for alias in names))
            case ast.Import(names=names):
                yield from (part for alias in names for part in alias.name.split("."))


def test_a_private_name_of_a_library_is_used_in_one_module() -> None:
    ours: set[str] = set()
    users: dict[str, list[Path]] = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        ours.update(own(nodes))
        for name in {*filter(is_private, used(nodes))} - DOCUMENTED:
            users[name].append(path.relative_to(PACKAGE))
    found = {name: paths for name, paths in users.items() if name not in ours}
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
