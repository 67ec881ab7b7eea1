"""Macros that make the same of the same values, so that what they made is taken again.

A frame is drawn on every card, a piece in every figure, and both again in every language. Which
macros depend on nothing but their values and the colours is read from the template; what they call
is watched while they work.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jinja2 import nodes
from jinja2.runtime import Context, Macro
from jinja2.visitor import NodeVisitor
from markupsafe import Markup

TABLE = "reusable"
"""The names of such macros, in a compiled template."""
RECOLOURS = "recolours"
"""Whether a compiled template gives `colours` another meaning."""

COLOURS = "colours"
KNOWN = frozenset({COLOURS, "range"})
"""What every template means the same by, unless one gives it another meaning."""

MOST = 20_000
"""The calls that are kept,"""
MOST_CHARACTERS = 20_000_000
"""and the characters that they made, before all are forgotten."""

_PLAIN = frozenset({str, Markup, int, float, bool, type(None)})
"""The types of values that are the same if they are written the same."""


def tables_of(template: nodes.Template) -> str:
    """The lines that a compiled template has beside Jinja's, for `Results` to read."""
    stored = _stores(template)
    macros = sorted(_reusable(template, stored))
    return f"\n{TABLE} = frozenset({macros!r})\n{RECOLOURS} = {COLOURS in stored}\n"


class Results:
    """What reusable macros have made in one environment."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.tainted = 0
        """How often something was called that may be another thing next time."""
        self._made: dict[object, str] = {}
        self._characters = 0
        self._meant: list[object] = []
        """Keeps alive what keys name by its place in memory."""
        self._off = False

    def forget(self, module: Mapping[str, Any]) -> None:
        """Forget everything, as a template was loaded; `module` is what it was compiled to."""
        self._clear()
        self._off = self._off or bool(module.get(RECOLOURS, True))

    def key(
        self, context: Context, macro: Macro, values: Sequence[object], named: Mapping[str, object]
    ) -> object:
        """What the result of a call is kept by; None where it must be made each time."""
        function = vars(macro)["_func"]
        if self._off or macro.name not in function.__globals__.get(TABLE, ()):
            return None
        if not all(type(value) in _PLAIN for value in (*values, *named.values())):
            return None
        colours = context.resolve_or_missing(COLOURS)
        return id(function.__code__), id(colours), repr(values), repr(named)

    def take(self, key: object) -> str | None:
        """What was made before."""
        return self._made.get(key)

    def keep(self, key: object, made: str, context: Context, macro: Macro) -> None:
        """Keep what a call has made."""
        self._characters += len(made)
        if len(self._made) >= MOST or self._characters > MOST_CHARACTERS:
            self._clear()
        self._made[key] = made
        self._meant += [vars(macro)["_func"].__code__, context.resolve_or_missing(COLOURS)]

    def _clear(self) -> None:
        self._made.clear()
        self._meant.clear()
        self._characters = 0


def _stores(template: nodes.Template) -> Counter[str]:
    """How often each name is given a meaning, anywhere in a template."""
    stored: Counter[str] = Counter()
    for node in template.find_all((nodes.Name, nodes.Macro, nodes.Import, nodes.FromImport)):
        if isinstance(node, nodes.Import | nodes.FromImport):
            stored.update(_imported(node))
        elif isinstance(node, nodes.Macro) or (isinstance(node, nodes.Name) and node.ctx != "load"):
            stored[node.name] += 1
    return stored


def _imported(node: nodes.Node) -> list[str]:
    """The names under which a statement imports."""
    if isinstance(node, nodes.Import):
        return [node.target]
    if isinstance(node, nodes.FromImport):
        return [name if isinstance(name, str) else name[1] for name in node.names]
    return []


def _reusable(template: nodes.Template, stored: Mapping[str, int]) -> set[str]:
    """The macros that depend on nothing but their values, the colours and what they call."""
    alone = {name for name, times in stored.items() if times == 1}
    called = {node.name for node in template.body if isinstance(node, nodes.Macro)}
    for node in template.body:
        if isinstance(node, nodes.Import | nodes.FromImport) and _is_plain(node.template):
            called.update(_imported(node))
    called &= alone
    known = KNOWN - stored.keys()
    found = set()
    for node in template.body:
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            if node.target.name in alone and _Foreign(known, ()).none_in([node.node]):
                known |= {node.target.name}
        elif isinstance(node, nodes.Macro) and node.name in called:
            values = {value.name for value in node.args}
            foreign = _Foreign(known, called)
            if foreign.none_in(node.defaults) and foreign.none_in(node.body, values):
                found.add(node.name)
    return found


def _is_plain(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Const)


class _Foreign(NodeVisitor):
    """Looks for names that come from elsewhere, and for what is too rare to be read closely."""

    def __init__(self, known: frozenset[str], called: Iterable[str]) -> None:
        """`known` names may be read, `called` ones may be called."""
        self._known = known
        self._called = frozenset(called)
        self._own: set[str] = set()
        self._found = False

    def none_in(self, body: Iterable[nodes.Node], own: Iterable[str] = ()) -> bool:
        """Whether nothing foreign is in some statements, whose `own` names have a meaning."""
        self._own = {*own}
        self._found = False
        self._each(body)
        return not self._found

    def _each(self, body: Iterable[nodes.Node]) -> None:
        for node in body:
            self.visit(node)

    def _within(self, body: Iterable[nodes.Node], more: Iterable[str] = ()) -> set[str]:
        """Look through statements of their own scope; the names that have a meaning after them."""
        outer = self._own
        self._own = {*outer, *more}
        self._each(body)
        inner, self._own = self._own, outer
        return inner

    def visit_Name(self, node: nodes.Name) -> None:
        """A name that is read."""
        if node.name not in self._known and node.name not in self._own:
            self._found = True

    def visit_Call(self, node: nodes.Call) -> None:
        """Something called by its name, or as part of a value or of an import."""
        called = node.node
        base = called.node if isinstance(called, nodes.Getattr) else called
        if not (isinstance(base, nodes.Name) and base.name in self._called):
            self.visit(base)
        self._each(part for part in node.iter_child_nodes() if part is not called)

    def visit_Assign(self, node: nodes.Assign) -> None:
        """A name, or several, that get a meaning."""
        self.visit(node.node)
        self._own |= self._targets(node.target)

    def _targets(self, node: nodes.Node) -> set[str]:
        if isinstance(node, nodes.Name):
            return {node.name}
        if isinstance(node, nodes.Tuple):
            return set().union(*map(self._targets, node.items))
        self._found = True
        return set()

    def visit_If(self, node: nodes.If) -> None:
        """After it, those names have a meaning that got one whatever was the case."""
        self.visit(node.test)
        after = [self._within(node.body)]
        for other in node.elif_:
            self.visit(other.test)
            after.append(self._within(other.body))
        after.append(self._within(node.else_))
        self._own = set.intersection(*after)

    def visit_For(self, node: nodes.For) -> None:
        """What gets a meaning within it has none after it."""
        self.visit(node.iter)
        inner = {*self._targets(node.target), "loop"}
        self._within([node.test, *node.body] if node.test else node.body, inner)
        self._within(node.else_)
        self._found = self._found or node.recursive

    def _rare(self, node: nodes.Node) -> None:
        """Whatever may bring in names in a way of its own."""
        del node
        self._found = True

    visit_AssignBlock = visit_Block = visit_CallBlock = visit_FilterBlock = _rare
    visit_FromImport = visit_Import = visit_Include = visit_Macro = visit_NSRef = _rare
    visit_ScopedEvalContextModifier = visit_EvalContextModifier = visit_With = _rare
