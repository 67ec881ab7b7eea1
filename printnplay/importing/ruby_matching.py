"""Patterns of `case ... in` in Ruby: whether a value has a shape, and the names that it sets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tree_sitter import Node

from printnplay.importing.ruby_scopes import Instance, Scope
from printnplay.importing.ruby_tree import said
from printnplay.importing.ruby_values import Symbol, is_case


class Worker(Protocol):
    """What works out the parts of a pattern."""

    def of(self, node: Node | None, scope: Scope) -> Any:
        """Return the value of an expression."""

    def send(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method."""


def matches(ruby: Worker, node: Node, value: Any, scope: Scope) -> bool:
    """Return whether a value has the shape of a pattern; names in it get their parts."""
    form = _FORMS.get(node.type)
    return form(ruby, node, value, scope) if form else is_case(value, ruby.of(node, scope))


def _named(_: Worker, node: Node, value: Any, scope: Scope) -> bool:
    scope.set(said(node), value)
    return True


def _as(ruby: Worker, node: Node, value: Any, scope: Scope) -> bool:
    pattern, name = node.child_by_field_name("value"), node.child_by_field_name("name")
    assert pattern is not None
    if not matches(ruby, pattern, value, scope):
        return False
    scope.set(said(name), value)
    return True


def _class(ruby: Worker, node: Node, value: Any, scope: Scope) -> tuple[bool, Sequence[Node]]:
    """Return whether a value is of the class of a pattern, and the parts of the pattern."""
    of = node.child_by_field_name("class")
    parts = [one for one in node.named_children if one != of]
    return of is None or is_case(value, ruby.of(of, scope)), parts


def _array(ruby: Worker, node: Node, value: Any, scope: Scope) -> bool:
    is_kind, parts = _class(ruby, node, value, scope)
    if isinstance(value, Instance):
        value = ruby.send(value, "deconstruct", [], None, 0)
    if not is_kind or not isinstance(value, list):
        return False
    rest = next((at for at, one in enumerate(parts) if one.type == "splat_parameter"), None)
    if rest is None:
        pairs = list(zip(parts, value, strict=False))
        return len(parts) == len(value) and all(matches(ruby, *pair, scope) for pair in pairs)
    after = len(parts) - rest - 1
    if len(value) < len(parts) - 1:
        return False
    _splat(parts[rest], value[rest : len(value) - after], scope)
    ends = [*zip(parts[:rest], value, strict=False)]
    ends += zip(parts[rest + 1 :], value[len(value) - after :], strict=True)
    return all(matches(ruby, *pair, scope) for pair in ends)


def _splat(node: Node, value: Any, scope: Scope) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        scope.set(said(name), value)


def _find(ruby: Worker, node: Node, value: Any, scope: Scope) -> bool:
    first, *inner, last = node.named_children
    for at in range(len(value) - len(inner) + 1 if isinstance(value, list) else 0):
        part = value[at : at + len(inner)]
        if all(matches(ruby, *pair, scope) for pair in zip(inner, part, strict=True)):
            _splat(first, value[:at], scope)
            _splat(last, value[at + len(inner) :], scope)
            return True
    return False


def _hash(ruby: Worker, node: Node, value: Any, scope: Scope) -> bool:
    is_kind, parts = _class(ruby, node, value, scope)
    if isinstance(value, Instance):
        value = ruby.send(value, "to_h", [], None, 0)
    if not is_kind or not isinstance(value, dict):
        return False
    left = dict(value)
    return all(_has_part(ruby, part, left, scope) for part in parts)


def _has_part(ruby: Worker, part: Node, left: dict[Any, Any], scope: Scope) -> bool:
    """Return whether a mapping has a part of a pattern, which is taken out of it."""
    if part.type == "hash_splat_parameter":
        _splat(part, left, scope)
    if part.type != "keyword_pattern":
        return not left or part.type != "hash_splat_nil"
    name, pattern = Symbol(said(part.child_by_field_name("key"))), part.child_by_field_name("value")
    if name not in left:
        return False
    value = left.pop(name)
    if pattern is not None:
        return matches(ruby, pattern, value, scope)
    scope.set(name, value)
    return True


_FORMS: Mapping[str, Callable[[Worker, Node, Any, Scope], bool]] = {
    "identifier": _named,
    "as_pattern": _as,
    "array_pattern": _array,
    "find_pattern": _find,
    "hash_pattern": _hash,
    "alternative_pattern": lambda ruby, node, value, scope: any(
        matches(ruby, one, value, scope) for one in node.named_children
    ),
    **dict.fromkeys(
        ("parenthesized_pattern", "variable_reference_pattern", "expression_reference_pattern"),
        lambda ruby, node, value, scope: (
            matches(ruby, node.named_children[0], value, scope)
            if node.type[0] == "p"
            else is_case(value, ruby.of(node.named_children[0], scope))
        ),
    ),
}
"""How each kind of pattern is matched; others are values."""
