"""Statements of Ruby: choices, loops, jumps and assignments."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing.ruby_calls import MOST_TURNS, Calls, Jump
from printnplay.importing.ruby_dispatch import items_of
from printnplay.importing.ruby_operators import set_item
from printnplay.importing.ruby_scopes import Instance, Scope
from printnplay.importing.ruby_tree import NotUnderstoodError, said, statements
from printnplay.importing.ruby_values import Unknown, is_case, is_true, known

NAMES = ("identifier", "constant", "instance_variable", "global_variable", "class_variable")


class Statements(Calls):
    """Works out statements; `operated` works out what operators make."""

    operated: Callable[[str, Any, Any, int], Any]

    def run(self, body: Iterable[Node], scope: Scope) -> Any:
        """Go through statements; one that cannot be worked out is a loss."""
        value = None
        for node in body:
            try:
                value = self.of(node, scope)
            except NotUnderstoodError as error:
                if self.guards and error.raised is not None:
                    raise
                self.outer.lose_part(error)
        return value

    def body(self, body: Sequence[Node], scope: Scope) -> Any:
        """Return the value of the last of several statements; others that fail are losses."""
        self.run(body[:-1], scope)
        return self.of(body[-1], scope) if body else None

    def contents(self, node: Node | None, scope: Scope) -> Any:
        """Return the value of the body of a method, a block or `begin`, which may rescue errors."""
        parts = [] if node is None else node.named_children
        if any(one.type in ("rescue", "ensure") for one in parts):
            return self.rescued(node, scope)
        return self.body(statements(node), scope)

    def rescued(self, node: Any, scope: Scope) -> Any:
        """Return the value of a body, or of what follows `rescue` if Ruby would raise."""
        if node.type == "rescue_modifier":
            body, clauses = [node.child_by_field_name("body")], [node]
        else:
            clauses = [one for one in node.named_children if one.type == "rescue"]
            body = statements(node)
        for _ in range(MOST_TURNS):
            try:
                return self._guarded(body, clauses, scope)
            except Jump as jump:
                if jump.kind != "retry":
                    raise
            finally:
                for one in node.named_children:
                    if one.type == "ensure":
                        self.run(one.named_children, scope)
        return None

    def _guarded(self, body: Sequence[Node], clauses: Sequence[Node], scope: Scope) -> Any:
        self.guards += 1
        value = None
        try:
            for one in body:
                value = self.of(one, scope)
        except NotUnderstoodError as error:
            clause = next((one for one in clauses if self._rescues(one, error, scope)), None)
            if clause is None:
                raise
            handler = tree.part(clause, "body" if clause.type == "rescue" else "handler")
            self.guards -= 1
            try:
                return self.body(statements(handler), scope)
            finally:
                self.guards += 1
        finally:
            self.guards -= 1
        return value

    def _rescues(self, clause: Node, error: NotUnderstoodError, scope: Scope) -> bool:
        """Return whether a clause is for an error, which gets its name there."""
        if error.raised is None:
            return False
        kinds = tree.part(clause, "exceptions")
        named = tree.part(clause, "variable")
        wanted = [] if kinds is None else self.items(kinds.named_children, scope)
        is_meant = not wanted or any(is_case(error.raised, one) for one in wanted)
        if is_meant and named is not None:
            self.set(named.named_children[0], error.raised, scope)
        return is_meant

    def field(self, node: Node, name: str, scope: Scope) -> Any:
        """Return the value of a part of an expression."""
        return self.of(tree.part(node, name), scope)

    def choice(self, node: Node, scope: Scope) -> Any:
        """Return the value of `if` and its kin."""
        try:
            condition = is_true(self.field(node, "condition", scope))
        except NotUnderstoodError as error:
            self._forget(node, scope, error)
            raise
        if node.type in ("unless", "unless_modifier"):
            condition = not condition
        chosen = "body" if node.type.endswith("_modifier") else "consequence"
        branch = tree.part(node, chosen if condition else "alternative")
        return self.body(statements(branch), scope)

    def case(self, node: Node, scope: Scope) -> Any:
        """Return the value of `case`."""
        subject = tree.part(node, "value")
        value = self.of(subject, scope)
        for branch in node.named_children:
            patterns = branch.children_by_field_name("pattern")
            wanted = [one for part in patterns for one in self.items(part.named_children, scope)]
            if branch.type == "else":
                return self.body(statements(branch), scope)
            if branch.type == "when" and any(
                self.operated("===", one, value, tree.line_of(branch)) if subject else is_true(one)
                for one in map(known, wanted)
            ):
                return self.body(statements(tree.part(branch, "body")), scope)
        return None

    def loop(self, node: Node, scope: Scope) -> None:
        """Follow `while` and `until`."""
        body, wanted = statements(tree.part(node, "body")), "while" in node.type
        for _ in range(MOST_TURNS):
            is_on = is_true(self.field(node, "condition", scope)) is wanted
            if not is_on or not self._turn(body, scope):
                return
        raise self.fault(tree.line_of(node), f"`{tree.shown(node)}`")

    def loop_over(self, node: Node, scope: Scope) -> None:
        """Follow `for`."""
        body, names = (tree.part(node, name) for name in ("body", "pattern"))
        for one in items_of(self.field(node, "value", scope)):
            self.set(names, one, scope)  # type: ignore[arg-type]
            if not self._turn(statements(body), scope):
                return

    def _turn(self, body: Sequence[Node], scope: Scope) -> bool:
        """Go through the body of a loop; return whether to go on."""
        try:
            self.run(body, scope)
        except Jump as jump:
            if jump.kind == "return":
                raise
            return jump.kind == "next"
        return True

    def jump(self, node: Node, scope: Scope) -> None:
        """Leave a method, a block or a loop."""
        given = [
            one for part in node.named_children for one in self.items(part.named_children, scope)
        ]
        raise Jump(node.type, given[0] if len(given) == 1 else given or None)

    # Names

    def assign(self, node: Node, scope: Scope) -> Any:
        """Set a name, or several."""
        left, right = tree.part(node, "left"), tree.part(node, "right")
        if left is None or right is None:
            raise self.fault(tree.line_of(node), "an assignment")
        try:
            if right.type == "splat_argument":
                value = self.items([right], scope)
            elif right.type == "right_assignment_list":
                value = self.items(right.named_children, scope)
            else:
                value = self.of(right, scope)
        except NotUnderstoodError as error:
            self._forget(node, scope, error)
            raise
        return self.set(left, value, scope)

    def _forget(self, node: Node, scope: Scope, error: NotUnderstoodError) -> None:
        """Make everything unknown that a part of the script would set."""
        for kind in ("assignment", "operator_assignment"):
            for one in tree.all_of(node, kind):
                left = tree.part(one, "left")
                several = left is not None and left.type == "left_assignment_list"
                for target in left.named_children if left and several else filter(None, [left]):
                    if target.type in (*NAMES, "element_reference"):
                        with suppress(NotUnderstoodError, TypeError, LookupError, ValueError):
                            self.set(target, Unknown(error), scope)

    def set(self, target: Node, value: Any, scope: Scope) -> Any:
        """Set a name, several, a column, an item or a field."""
        if target.type in NAMES:
            scope.set(said(target), value)
        elif target.type in ("left_assignment_list", "destructured_left_assignment"):
            self._set_all(target.named_children, value, scope)
        elif target.type == "element_reference":
            of, *by = self.items(target.named_children, scope)
            if isinstance(known(of), Instance):
                self.send(of, "[]=", [*by, value], None, tree.line_of(target))
            else:
                set_item(of, known(by[0]), value, *map(known, by[1:]))
        elif target.type == "call":
            call = tree.call_of(target)
            self.send(self.of(call.receiver, scope), f"{call.name}=", [value], None, call.line)
        else:
            raise self.fault(tree.line_of(target), "an assignment")
        return value

    def _set_all(self, names: Sequence[Node], value: Any, scope: Scope) -> None:
        listed = list(value) if isinstance(value, list) else [value]
        for at, one in enumerate(names):
            if one.type == "rest_assignment":
                number = max(len(listed) - (len(names) - at - 1), 0)
                for name in one.named_children:
                    self.set(name, listed[:number], scope)
                del listed[:number]
            else:
                self.set(one, listed.pop(0) if listed else None, scope)
