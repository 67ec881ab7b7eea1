"""The mutations, found in the syntax tree of a rules file.

Code that runs only while a rule is switched off is left unchanged, as are texts and annotations.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

WORDING_METHODS = frozenset(
    {
        "compare",
        "ending",
        "first_player",
        "names",
        "observe",
        "plays_with",
        "pool",
        "position",
        "rules_used",
        "sees",
        "standing",
    }
)
"""Methods that contain no rules: they produce words or figures, or define visibility."""

READING = frozenset({"given", "reader", "when"})
"""Names of parameters that mark functions which parse worked examples."""

TELLING, TELL = "self.telling", "self.tell("
"""The condition for tracing rules that take effect, and the call that does it; neither is a
rule."""

PART = "parts.seat"
"""A part of the table that holds a seat: no seat itself."""

NOT_PLAYED = frozenset({"allows", "always", "only_when_off"})
"""Decorators of code that runs only while a clause is off, or only checks invariants."""

Change: TypeAlias = tuple[int, str, Callable[[], None]]
"""A mutation: its line, its description, and the function that applies it to the tree."""

Switches: TypeAlias = Mapping[str, bool]
"""Values of names while all rules are on."""

COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: Mapping[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OPPOSITES: Mapping[str, str] = {"any": "all", "all": "any", "max": "min", "min": "max"}
SIGNS: Mapping[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Add: "+",
    ast.Sub: "-",
    ast.And: "and",
    ast.Or: "or",
}


def changes_in(tree: ast.Module) -> Iterator[Change]:
    """Yield every possible mutation of a tree, top to bottom."""
    for node in _rules_in(tree, _switches(tree)):
        for make in _CHANGES:
            yield from make(node)


def _rules_in(node: ast.AST, switches: Switches) -> Iterator[ast.AST]:
    """Yield the nodes that contain rules.

    Docstrings, annotations, texts and code that runs only when a rule is switched off are skipped.
    """
    if isinstance(node, ast.FunctionDef) and _is_no_rule(node):
        return
    if isinstance(node, ast.keyword) and node.arg in OPTIONS_OF_WORDING:
        return
    idle = _idle(node, switches)
    vars(node)[_IDLE] = idle
    yield node
    for name, value in ast.iter_fields(node):
        if name == idle or name in _NO_RULES:
            continue
        children = _reached(node, switches) if isinstance(node, ast.BoolOp) else value
        for child in children if isinstance(children, list) else [children]:
            if isinstance(child, ast.AST) and not _is_text(child):
                yield from _rules_in(child, switches)


def _is_no_rule(function: ast.FunctionDef) -> bool:
    """Return whether a function produces texts, parses examples, or is not called in play."""
    parameters = {argument.arg for argument in function.args.args}
    marks = {ast.unparse(mark).partition("(")[0] for mark in function.decorator_list}
    return function.name in WORDING_METHODS or bool(parameters & READING or marks & NOT_PLAYED)


OPTIONS_OF_WORDING = ("told", "given")
"""Arguments that define whether a part of the table is shown in examples and figures."""

_NO_RULES = ("annotation", "returns", "decorator_list", "type_comment", "bases", "op")
"""Fields of a node that contain no rules."""

_IDLE = "idle"
"""Attribute of a node that stores which of its branches runs only when a rule is off."""


def _switches(tree: ast.Module) -> Switches:
    """Return the variables and attributes that only store whether rules are on.

    Examples: `self.early = self.on(...)`, and `early = clause(...)` in a class.
    """
    switches = {TELLING: False}
    for node in ast.walk(tree):
        for name, value in _assigned(node):
            settled = _settled(value, switches)
            if settled is not None:
                switches[name] = settled
            elif _calls(value, "clause"):
                switches[f"self.{name}"] = True
    return switches


def _calls(node: ast.expr, name: str) -> bool:
    """Return whether an expression is a call of this function."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names of an assignment, each with its value."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=False))
        for name, value in pairs:
            if isinstance(name, ast.Name | ast.Attribute):
                yield ast.unparse(name), value


def _settled(node: ast.AST, switches: Switches) -> bool | None:
    """Return the value of an expression while all rules are on; None if it is unknown."""
    if isinstance(node, ast.Call):
        asks = isinstance(node.func, ast.Attribute) and node.func.attr == "on"
        return True if asks else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        operand = _settled(node.operand, switches)
        return None if operand is None else not operand
    if isinstance(node, ast.BoolOp):
        found = [_settled(value, switches) for value in node.values]
        decisive = isinstance(node.op, ast.Or)
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    return switches.get(ast.unparse(node)) if isinstance(node, ast.Name | ast.Attribute) else None


def _reached(node: ast.BoolOp, switches: Switches) -> list[ast.expr]:
    """Return the operands of `and` or `or` that are evaluated while all rules are on."""
    reached = []
    for value in node.values:
        reached.append(value)
        if _settled(value, switches) is isinstance(node.op, ast.Or):
            break
    return reached


def _idle(node: ast.AST, switches: Switches) -> str:
    """Return the branch of a condition that runs only when a rule is off; empty if none."""
    if not isinstance(node, ast.If | ast.IfExp):
        return ""
    settled = _settled(node.test, switches)
    if settled is None:
        return ""
    return "orelse" if settled else "body"


def _is_text(node: ast.AST) -> bool:
    """Return whether a statement is only a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _comparison(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for at, sign in enumerate(node.ops):
            other = COMPARISONS[type(sign)]()
            what = f"`{SIGNS[type(sign)]}` becomes `{SIGNS[type(other)]}`"
            yield node.lineno, what, _put(node.ops, at, other)


def _number(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for other in (node.value + 1, node.value - 1):
            yield node.lineno, f"`{node.value}` becomes `{other}`", _set(node, "value", other)


def _truth(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        other = not node.value
        yield node.lineno, f"`{node.value}` becomes `{other}`", _set(node, "value", other)


def _sum(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SUMS:
        other = SUMS[type(node.op)]()
        what = f"`{SIGNS[type(node.op)]}` becomes `{SIGNS[type(other)]}`"
        yield node.lineno, what, _set(node, "op", other)


def _opposite(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Name) and node.id in OPPOSITES:
        other = OPPOSITES[node.id]
        yield node.lineno, f"`{node.id}` becomes `{other}`", _set(node, "id", other)


def _seat(node: ast.AST) -> Iterator[Change]:
    """Yield a change of the seat of a move to the first one; `(0).real` is 0."""
    if isinstance(node, ast.Attribute) and node.attr == "seat" and _short(node) != PART:
        first = {"value": ast.Constant(0), "attr": "real"}
        what = f"`{_short(node)}` becomes the first seat"
        yield node.lineno, what, lambda: vars(node).update(first)


def _joint(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        what = f"`{SIGNS[type(node.op)]}` becomes `{SIGNS[type(other)]}`"
        yield node.lineno, what, _set(node, "op", other)


def _condition(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        other = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        what = f"the condition `{_short(node.test)}` is turned round"
        yield node.test.lineno, what, _set(node, "test", other)
    if isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            turned = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
            what = f"the condition `{_short(test)}` is turned round"
            yield test.lineno, what, _put(node.ifs, at, turned)


def _statement(node: ast.AST) -> Iterator[Change]:
    """Yield removals of statements; assignments to plain names stay, to avoid a mere NameError."""
    if not isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While | ast.With):
        return
    for name in [branch for branch in ("body", "orelse") if branch != vars(node).get(_IDLE)]:
        body = getattr(node, name, [])
        for at, statement in enumerate(body):
            if _can_go(statement):
                what = f"`{_short(statement)}` is left out"
                yield (
                    statement.lineno,
                    what,
                    _put(body, at, ast.copy_location(ast.Pass(), statement)),
                )


def _can_go(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        names = ast.Name | ast.Tuple
        return not all(isinstance(target, names) for target in statement.targets)
    if ast.unparse(statement).startswith(TELL):
        return False
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Delete) and not _is_text(statement)


_CHANGES = (
    _comparison,
    _number,
    _truth,
    _sum,
    _opposite,
    _seat,
    _joint,
    _condition,
    _statement,
)


def _short(node: ast.AST) -> str:
    """Return the start of a node's source code."""
    text = ast.unparse(node).partition("\n")[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def _put(items: list[Any], at: int, other: object) -> Callable[[], None]:
    return lambda: items.__setitem__(at, other)


def _set(node: ast.AST, name: str, other: object) -> Callable[[], None]:
    return lambda: setattr(node, name, other)
