"""Modules, classes and methods that a script in Ruby defines."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing.ruby_objects import ERRORS
from printnplay.importing.ruby_scopes import Function, Instance, Module, Scope
from printnplay.importing.ruby_tree import NotUnderstoodError, said, statements
from printnplay.importing.ruby_values import KINDS, Symbol
from printnplay.kernel.diagnostics import Span


class Outer(Protocol):
    """What the script is written for: the tool, files, libraries."""

    def call(self, on: Any, name: str, given: list[Any], block: Function | None, line: int) -> Any:
        """Return the value of a call of the tool; `on` is its receiver, or the name of one.

        Raises:
            NotUnderstoodError: it is not known.
        """

    def owns(self, value: Any) -> bool:
        """Return whether a value is one of the tool's own objects."""

    def lose_part(self, error: NotUnderstoodError) -> None:
        """Note what is left out."""


class Modules:
    """Keeps the names of a script; `of` and `run` work out the rest."""

    def __init__(self, outer: Outer) -> None:
        """Begin with an empty script."""
        self.outer = outer
        self.main = Module("main")
        self.main.scope = self.top = Scope(None, self.main, self.main)
        self.file = ""
        self.match: Any = None
        self.patched: dict[str, Any] = {}
        self.changed: dict[int, tuple[str, str]] = {}

    of: Callable[[Node | None, Scope], Any]
    send: Callable[..., Any]
    run: Callable[[Sequence[Node], Scope], Any]

    def fault(self, line: int, what: str) -> NotUnderstoodError:
        """Return the fault of something that is not worked out."""
        return NotUnderstoodError(Span(self.file, line), what)

    def constant(self, node: Node, scope: Scope) -> dict[str, Any] | None:
        """Return the values that have a constant of the script, a module or a class, if any."""
        name = said(tree.part(node, "name") or node)
        around = tree.part(node, "scope")
        if around is not None:
            values = self.constant(around, scope)
            module = None if values is None else values[said(around).rpartition("::")[2]]
            lines = module.lines() if isinstance(module, Module) else ()
            return next((one.scope.values for one in lines if name in one.scope.values), None)
        found = scope.find(name)
        for one in () if found is not None else scope.home.lines():
            if name in one.scope.values:
                return one.scope.values
        given = {**KINDS, **ERRORS, "ARGV": []}  # a script is imported without arguments
        return {name: given[name]} if found is None and name in given else found

    def define(self, node: Node, scope: Scope) -> Symbol:
        """Keep a method."""
        name, of = said(tree.part(node, "name")), tree.part(node, "object")
        function = self.function(node, scope, name)
        owner = scope.home if of is None else self.of(of, scope)
        if not isinstance(owner, Module | Instance):
            raise self.fault(tree.line_of(node), f"`def {said(of)}.{name}`")
        is_own = of is not None or isinstance(owner, Instance)
        (owner.own if is_own else owner.methods)[name] = function  # type: ignore[union-attr]
        return Symbol(name)

    def module(self, node: Node, scope: Scope) -> None:
        """Read a module or class, or add to one."""
        if node.type == "singleton_class":
            inner = Module(scope.home.name, scope.home)
            inner.methods, inner.scope = scope.home.own, scope
            inner.fields = scope.home.fields
        else:
            named = tree.part(node, "name")
            assert named is not None
            name = said(named).rpartition("::")[2]
            held = self.constant(named, scope)
            held = scope.values if held is None else held
            if name in KINDS:
                held = self.patched
            if not isinstance(held.get(name), Module):
                held[name] = self._new_module(name, node, scope)
            inner = held[name]
            if name == "Deck" and "Squib" in (scope.home.name, said(named).partition("::")[0]):
                inner.methods = self.main.methods
        self.run(statements(tree.part(node, "body")), inner.scope_in(scope))

    def _refine(self, of: Any, block: Function, scope: Scope) -> None:
        """Read a refinement of a class, for the whole script: `using` is not followed."""
        name = next((name for name, kind in KINDS.items() if kind is of), "")
        inner = self.patched.setdefault(name, Module(name)) if name else of
        if isinstance(inner, Module):
            self.run(statements(block.body), inner.scope_in(scope))

    def _new_module(self, name: str, node: Node, scope: Scope) -> Module:
        given, parent = tree.part(node, "superclass"), None
        with suppress(NotUnderstoodError):
            parent = self.of(given.named_children[0], scope) if given is not None else None
        made = Module(name, parent if isinstance(parent, Module) else None)
        made.is_deck = made.is_deck or said(given).endswith("Squib::Deck")
        return made

    def labelled(self, name: str, given: list[Any], block: Function | None, scope: Scope) -> None:
        """Follow a call that says something of the module around it."""
        home = scope.home
        for one in given:
            if name.startswith("attr_"):
                home.fields.append(str(one))
            elif isinstance(one, Module) and home not in one.lines():
                (home.own.update(one.methods) if name == "extend" else home.included.append(one))
        if name == "refine" and block is not None and given:
            self._refine(given[0], block, scope)
        if name == "define_method" and block is not None:
            home.methods[str(given[0])] = block
        if name == "alias_method":
            new, old = map(str, given)
            home.methods[new] = home.method(old) or (  # type: ignore[assignment]
                lambda me, *more: self.send(me, old, list(more), None, 0)
            )

    def function(self, node: Node, scope: Scope, name: str = "") -> Function:
        """Return a block or method of the script."""
        body = tree.part(node, "body")
        return Function(tree.parameters(node), body, scope, self.file, name, node.type == "lambda")
