"""Mutants: the rules with one small change each, to see whether examples and games notice.

A rule that can be changed without anybody noticing is a rule that nothing proves. Changed are
comparisons, numbers (by one), conditions, `and` and `or`, plus and minus, yes and no; single
statements are left out. What reads worked examples and puts positions into words is not changed.
"""

import ast
import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import cast

from printnplay.engine.kernel import RulesModule
from printnplay.engine.mutants_tree import changes_in
from printnplay.engine.own_rules import OPTIONAL

WORDING = frozenset({"__init__", "claims", "given", "sentences", "wording"})
"""Files of a package that hold no rules, but words and counts."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in which module and file, at which line, which of its changes, and in words."""

    module: str
    file: str
    line: int
    number: int
    what: str


def mutants_of(rules: RulesModule) -> list[Mutant]:
    """Every mutant of a rules module, file by file, from the top."""
    return [
        Mutant(name, file, line, number, what)
        for name, file in sources(rules).items()
        for number, (line, what, _) in enumerate(changes_in(ast.parse(_text(file))))
    ]


def sources(rules: RulesModule) -> dict[str, str]:
    """The files that hold the rules, by the name of their module."""
    module = cast("ModuleType", rules)
    if not hasattr(module, "__path__"):
        return {module.__name__: str(module.__file__)}
    files = [file for folder in module.__path__ for file in sorted(Path(folder).glob("*.py"))]
    return {f"{module.__name__}.{one.stem}": str(one) for one in files if one.stem not in WORDING}


def _text(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def grow(mutant: Mutant, package: str) -> RulesModule:
    """The rules with the change; whatever importing them raises goes through.

    Args:
        mutant: the change.
        package: the name of the rules module, all of which is loaded afresh.
    """
    tree = ast.parse(_text(mutant.file))
    for number, (_, _, make) in enumerate(changes_in(tree)):
        if number == mutant.number:
            make()
            break
    code = compile(ast.fix_missing_locations(tree), mutant.file, "exec")
    if mutant.module == package:
        module = ModuleType(package)
        module.__file__ = mutant.file
        sys.modules[package] = module
        exec(code, vars(module))
        for name in OPTIONAL:
            vars(module).setdefault(name, {})
        return cast("RulesModule", module)
    forget(package)
    finder = _Changed(mutant.module, code)
    sys.meta_path.insert(0, finder)
    try:
        return cast("RulesModule", import_module(package))
    finally:
        sys.meta_path.remove(finder)


def forget(package: str) -> None:
    """Forget the modules of a package, so that they are loaded again."""
    for name in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
        del sys.modules[name]


class _Changed(MetaPathFinder, Loader):
    """Finds one module, with other code than its file has."""

    def __init__(self, name: str, code: object) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """The module, if it is the one."""
        return spec_from_loader(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the other code."""
        exec(self.code, vars(module))  # type: ignore[arg-type]
