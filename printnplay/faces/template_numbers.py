"""Numbers of templates that depend on the size of the face only: their values, and new ones.

`size.width - 8` has a value for each size of face. To change it, its last summand changes:
`size.width - 12` keeps its distance from the right edge on faces of all sizes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub, truediv

from jinja2 import nodes

from printnplay.faces.template_files import parsed_template

Names = Mapping[str, float]
"""The known numbers of a template: `size.width`, `bleed`, and what it has set itself."""

NEAR = 0.0006
"""The largest difference between a number and the one that it was to become, in mm: numbers are
written with three decimals."""

LARGEST = 1e6
"""The largest number that is a length, in mm: a kilometre."""

_OPERATORS: Mapping[type[nodes.BinExpr], Callable[[float, float], float]] = {
    nodes.Add: add,
    nodes.Sub: sub,
    nodes.Mul: mul,
    nodes.Div: truediv,
    nodes.FloorDiv: floordiv,
    nodes.Mod: mod,
}
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "eq": eq, "ne": ne, "lt": lt, "lteq": le, "gt": gt, "gteq": ge,
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_SUM = re.compile(r"(?P<rest>.*\S)\s*(?P<sign>[-+])\s*(?P<last>\d+(?:\.\d+)?)", re.DOTALL)


class UnknownError(Exception):
    """A number depends on more than the size of the face."""


@lru_cache(maxsize=2048)
def parsed(source: str) -> nodes.Expr | None:
    """Return an expression of a template; None if it is none."""
    tree = parsed_template(f"{{{{ {source} }}}}")
    body = tree.body if tree else []
    if len(body) == 1 and isinstance(body[0], nodes.Output) and len(body[0].nodes) == 1:
        return body[0].nodes[0]
    return None


def value_of(source: str, names: Names) -> float | None:
    """Return the value of an expression in mm; None if it depends on more than these names."""
    if _NUMBER.fullmatch(source.strip()):
        value = float(source)
        return value if abs(value) < LARGEST else None
    expression = parsed(source)
    return None if expression is None else _known(expression, names)


def _known(node: nodes.Node, names: Names) -> float | None:
    """Return the value of an expression; None if it depends on more than these names."""
    try:
        value = _value(node, names)
    except (UnknownError, ArithmeticError, ValueError, RecursionError):
        return None
    return value if abs(value) < LARGEST else None


def numbers_set(variables: Sequence[str], source: str, names: Names) -> Names:
    """Return the numbers that `{% set %}` gives to variables, as far as they are known.

    >>> numbers_set(["a", "b"], "2, w / 2", {"w": 6.0})
    {'a': 2, 'b': 3.0}
    >>> numbers_set(["box"], '{"x": 4 if w > 5 else 1, "file": card.art}', {"w": 6.0})
    {'box.x': 4}
    """
    found: dict[str, nodes.Node] = {}
    match parsed(source):
        case nodes.Dict(items=pairs) if len(variables) == 1:
            found = {
                f"{variables[0]}.{pair.key.value}": pair.value
                for pair in pairs
                if isinstance(pair.key, nodes.Const)
            }
        case nodes.Tuple(items=items) if len(variables) == len(items):
            found = dict(zip(variables, items, strict=True))
        case nodes.Expr() as expression if len(variables) == 1:
            found = {variables[0]: expression}
    values = {name: _known(node, names) for name, node in found.items()}
    return {name: value for name, value in values.items() if value is not None}


def _value(node: nodes.Node, names: Names) -> float:
    found: float | None = None
    match node:
        case nodes.Const(value=int() | float() as value) if not isinstance(value, bool):
            found = value
        case nodes.Name(name=name):
            found = names.get(name)
        case nodes.Getattr(node=nodes.Name(name=owner), attr=name):
            found = names.get(f"{owner}.{name}")
        case nodes.Neg(node=inner):
            found = -_value(inner, names)
        case nodes.BinExpr(left=left, right=right) if type(node) in _OPERATORS:
            found = _OPERATORS[type(node)](_value(left, names), _value(right, names))
        case nodes.Filter() | nodes.Compare() | nodes.CondExpr():
            found = _chosen(node, names)
    if found is None:
        raise UnknownError
    return found


def _chosen(node: nodes.Node, names: Names) -> float | None:
    """Return the value of `a <= b`, which is 0 or 1, `a if b else c`, or a filter."""
    match node:
        case nodes.Compare(expr=left, ops=[nodes.Operand(op=sign, expr=right)]):
            compare = _COMPARED.get(sign)
            return compare and compare(_value(left, names), _value(right, names))
        case nodes.CondExpr(test=test, expr1=first, expr2=nodes.Expr() as other):
            return _value(first if _value(test, names) else other, names)
        case nodes.Filter():
            return _filtered(node, names)
    return None


def _filtered(node: nodes.Filter, names: Names) -> float | None:
    """Return the value of `[a, b]|min`, `[a, b]|max` or `a|round(1)`; None for other filters."""
    match node:
        case nodes.Filter(name="min" | "max" as name, node=nodes.List(items=items)) if items:
            return (min if name == "min" else max)(_value(item, names) for item in items)
        case nodes.Filter(name="round", node=nodes.Expr() as inner, args=args, kwargs=[]):
            places = [_value(one, names) for one in args]
            return round(_value(inner, names), int(places[0]) if places else 0)
    return None


def written(value: float) -> str:
    """Return a number as a person writes it: with at most three decimals.

    >>> written(5.0), written(0.12345), written(-0.0001)
    ('5', '0.123', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def with_value(source: str, value: float, names: Names) -> str | None:
    """Return an expression with another value, near to the source; None if it cannot have one.

    >>> with_value("size.width - 8", 50, {"size.width": 63.5})
    'size.width - 13.5'
    """
    old = value_of(source, names)
    if old is None:
        return None
    if abs(old - value) < NEAR:
        return source
    if _NUMBER.fullmatch(source.strip()):
        return written(value)
    for rest in (*_without_summand(source), source, f"({source})"):
        base = value_of(rest, names)
        if base is None:
            continue
        offset = written(abs(value - base))
        sign = "-" if value < base else "+"
        new = rest if offset == "0" else f"{rest} {sign} {offset}"
        found = value_of(new, names)
        if found is not None and abs(found - value) < NEAR:
            return new
    return None


def _without_summand(source: str) -> list[str]:
    """Return an expression without the number that is added last, if it has one."""
    found = _SUM.fullmatch(source.strip())
    whole = parsed(source)
    if found is None or not isinstance(whole, nodes.Add | nodes.Sub):
        return []
    is_last = isinstance(whole.right, nodes.Const) and whole.left == parsed(found["rest"])
    return [found["rest"]] if is_last else []
