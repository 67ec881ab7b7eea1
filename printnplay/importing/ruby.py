"""Work out scripts in Ruby, as far as values follow from the script itself. Nothing is run.

Tree-sitter reads the script. Texts, numbers, lists and tables are worked out; nothing that Ruby, a
library or the machine would have to do.
"""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_methods import method_of, with_function
from printnplay.importing.ruby_tree import (
    Call,
    Function,
    NotUnderstoodError,
    Scope,
    said,
    statements,
)
from printnplay.importing.ruby_values import as_text, is_true

MOST_STEPS = 500_000
"""The most parts of expressions that are worked out: large decks need some ten thousand."""
DEEPEST = 150
"""The deepest nesting of expressions and calls: scripts have some ten."""

LOOPS = ("each", "each_with_index", "times", "each_index")
_SYMBOLS = ("map", "collect", "each", "select", "reject", "sort_by", "flat_map", "sum")
"""Methods that take a symbol as a block: `map(&:upcase)`."""


Outer = Callable[[Call, Scope], Any]
"""Works out a call of the tool, such as `csv file: 'x.csv'`; raises if it does not know."""


class Ruby:
    """Works out a script; `outer` knows calls of the tool, `lose` notes what is left out."""

    def __init__(self, root: Node, outer: Outer, lose: Callable[[int, str], None]) -> None:
        """Take a tree, and find the texts that stand below their lines."""
        self._outer, self._lose = outer, lose
        self._steps = self._depth = 0
        begun = list(tree.all_of(root, "heredoc_beginning"))
        bodies = tree.all_of(root, "heredoc_body") if begun else ()
        self._heredocs = {one.id: body for one, body in zip(begun, bodies, strict=False)}

    # Statements

    def run(self, body: Iterable[Node], scope: Scope) -> Any:
        """Go through statements; one that cannot be worked out is a loss."""
        value = None
        for node in body:
            try:
                value = self._statement(node, scope)
            except NotUnderstoodError as error:
                self._lose(error.line, error.what)
        return value

    def _statement(self, node: Node, scope: Scope) -> Any:
        if node.is_error:  # listed by `faults`
            return None
        if node.type in ("module", "class", "begin"):
            inner = node.child_by_field_name("body") if node.type != "begin" else node
            return self.run(statements(inner), scope)
        if node.type in _CHOICES:
            return self.run(self._chosen(node, scope), scope)
        if node.type == "call":
            call = tree.call_of(node)
            is_bare = not call.arguments and not call.options
            if call.receiver and call.block and call.name in LOOPS and is_bare:
                return self._loop(call, scope)
        return self.of(node, scope)

    def _loop(self, call: Call, scope: Scope) -> Any:
        """Run the block of `each` as statements, so that each line may be lost alone."""
        over = self.of(call.receiver, scope)
        items = values.looped(over)
        if items is None:
            raise NotUnderstoodError(call.line, f"`{call.name}`")
        names = tree.names_of(call.block)
        for at, one in enumerate(items):
            inner = Scope(scope)
            given = [one, at] if call.name == "each_with_index" else [one]
            if call.name == "each_index":
                given = [at]
            elif isinstance(one, list) and len(names) > 1 and call.name == "each":
                given = one
            inner.values |= dict(zip(names, given, strict=False))
            self.run(statements(call.block), inner)
        return over

    # Values

    def of(self, node: Node | None, scope: Scope) -> Any:
        """Return the value of an expression.

        Raises:
            NotUnderstoodError: it depends on more than the script.
        """
        if node is None:
            return None
        self._steps += 1
        self._depth += 1
        line = tree.line_of(node)
        try:
            if self._steps > MOST_STEPS or self._depth > DEEPEST:
                raise NotUnderstoodError(line, "a computation that is too long")
            if node.has_error and any(one.is_error or one.is_missing for one in node.children):
                raise NotUnderstoodError(line, f"`{tree.shown(node)}`")
            if node.type in _LITERALS:
                return _LITERALS[node.type](node)
            if node.type not in _FORMS:
                raise NotUnderstoodError(line, f"`{tree.shown(node).partition(' ')[0]}`")
            return _FORMS[node.type](self, node, scope)
        except LookupError as error:
            what = f"`{error.args[0]}`" if error.args else "an item"
            raise NotUnderstoodError(line, what) from None
        except (ValueError, TypeError, ArithmeticError, AttributeError) as error:
            raise NotUnderstoodError(line, f"a computation ({type(error).__name__})") from None
        finally:
            self._depth -= 1

    def _field(self, node: Node, name: str, scope: Scope) -> Any:
        return self.of(node.child_by_field_name(name), scope)

    def body(self, body: Iterable[Node], scope: Scope) -> Any:
        """Return the value of the last of several statements."""
        value = None
        for statement in body:
            value = self.of(statement, scope)
        return value

    def text(self, node: Node, scope: Scope) -> str:
        """Return the value of a text, with what is put between."""
        parts = [
            as_text(self.body(part.named_children, scope))
            if part.type == "interpolation"
            else tree.letters(part, is_plain=said(node).startswith(("'", "%q")))
            for part in node.named_children
        ]
        return str(values.short("".join(parts)))

    def _heredoc(self, node: Node, scope: Scope) -> str:
        text = self.text(self._heredocs[node.id], scope)
        return textwrap.dedent(text.rpartition("\n")[0].removeprefix("\n") + "\n")

    def items(self, nodes: Iterable[Node], scope: Scope) -> list[Any]:
        """Return the values of a list: `*x` in it is several, pairs are a mapping at its end."""
        found: list[Any] = []
        pairs: dict[Any, Any] = {}
        for node in nodes:
            if node.type == "splat_argument":
                found += self.body(node.named_children, scope)
            elif node.type == "block_argument":
                found.append(self.body(node.named_children, scope))
            elif node.type == "pair":
                pairs |= self._mapping(tree.pairs_of(node), scope)
            elif node.type != "comment":
                found.append(self.of(node, scope))
        return [*found, pairs] if pairs else found

    def _mapping(self, pairs: Iterable[tuple[Node, Node]], scope: Scope) -> dict[Any, Any]:
        return {self.key(key, scope): self.of(value, scope) for key, value in pairs}

    def key(self, key: Node, scope: Scope) -> Any:
        """Return the key of a pair: the name before a colon, or a value."""
        return said(key) if key.type == "hash_key_symbol" else self.of(key, scope)

    def _hash(self, node: Node, scope: Scope) -> dict[Any, Any]:
        pairs = (pair for one in node.named_children for pair in tree.pairs_of(one))
        return self._mapping(pairs, scope)

    def _name(self, node: Node, scope: Scope) -> Any:
        name = said(node)
        found = scope.find(name)
        value = None if found is None else found.values[name]
        if found is not None and not (isinstance(value, Function) and value.is_method):
            return value
        if node.type == "identifier":
            return self._call(node, scope)
        return self._outer(tree.call_of(node), scope)

    def _range(self, node: Node, scope: Scope) -> Any:
        start, end = self._field(node, "begin", scope), self._field(node, "end", scope)
        is_closed = said(node.child_by_field_name("operator")) == ".."
        return values.range_of(start, end, is_closed=is_closed)

    def _unary(self, node: Node, scope: Scope) -> Any:
        value = self._field(node, "operand", scope)
        sign = said(node.child_by_field_name("operator"))
        return not is_true(value) if sign in ("!", "not") else values.OPERATORS[sign](0, value)

    def _binary(self, node: Node, scope: Scope) -> Any:
        """Return the value of an operator, also of one that assigns, as `+=`."""
        sign = said(node.child_by_field_name("operator"))
        is_assigning = node.type == "operator_assignment"
        sign = sign.removesuffix("=") if is_assigning else sign
        left = node.child_by_field_name("left")
        if sign in ("||", "or") and left is not None and left.type in _NAMES:
            # A name that is not known yet counts as nil.
            known = scope.find(said(left))
            value = None if known is None else known.values[said(left)]
        else:
            value = self.of(left, scope)
        if sign in ("||", "or", "&&", "and"):
            keeps = is_true(value) is (sign in ("||", "or"))
            value = value if keeps else self._field(node, "right", scope)
        else:
            value = values.OPERATORS[sign](value, self._field(node, "right", scope))
        return self._set(left, value, scope) if is_assigning and left is not None else value

    def _chosen(self, node: Node, scope: Scope) -> Sequence[Node]:
        """Return the statements of the branch that a condition chooses."""
        condition = is_true(self._field(node, "condition", scope))
        if node.type in ("unless", "unless_modifier"):
            condition = not condition
        if node.type.endswith("_modifier"):
            return statements(node.child_by_field_name("body")) if condition else []
        return statements(node.child_by_field_name("consequence" if condition else "alternative"))

    def _choice(self, node: Node, scope: Scope) -> Any:
        return self.body(self._chosen(node, scope), scope)

    def _case(self, node: Node, scope: Scope) -> Any:
        subject = node.child_by_field_name("value")
        value = self.of(subject, scope)
        for branch in node.named_children:
            patterns = branch.children_by_field_name("pattern")
            known = (self.body(one.named_children, scope) for one in patterns)
            tests = (values.is_case(value, one) if subject else is_true(one) for one in known)
            if branch.type == "else" or (branch.type == "when" and any(tests)):
                body = branch if branch.type == "else" else branch.child_by_field_name("body")
                return self.body(statements(body), scope)
        return None

    # Names

    def _assign(self, node: Node, scope: Scope) -> Any:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            raise NotUnderstoodError(tree.line_of(node), "an assignment")
        is_list = right.type == "right_assignment_list"
        value = self.items(right.named_children, scope) if is_list else self.of(right, scope)
        if left.type == "left_assignment_list":
            for at, one in enumerate(left.named_children):
                listed = value if isinstance(value, list) else [value]
                self._set(one, listed[at] if at < len(listed) else None, scope)
            return value
        return self._set(left, value, scope)

    def _set(self, target: Node, value: Any, scope: Scope) -> Any:
        """Set a name, or a column or item."""
        if target.type in _NAMES:
            scope.set(said(target), value)
        elif target.type == "element_reference":
            of, by = (self.of(one, scope) for one in target.named_children[:2])
            values.set_item(of, by, value)
        else:
            raise NotUnderstoodError(tree.line_of(target), "an assignment")
        return value

    def _define(self, node: Node, scope: Scope) -> None:
        name = said(node.child_by_field_name("name"))
        scope.values[name] = replace(self._block(node, scope), is_method=True)

    # Calls

    def _block(self, node: Node, scope: Scope) -> Function:
        return Function(tree.names_of(node), node.child_by_field_name("body"), scope)

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        """Return the value of a block or method for arguments."""
        scope = Scope(function.scope)
        given = list(arguments)
        if len(given) == 1 and len(function.names) > 1 and isinstance(given[0], list | tuple):
            given = list(given[0])
        for at, name in enumerate(function.names):
            scope.values[name] = given[at] if at < len(given) else None
        return self.body(statements(function.body), scope)

    def _call(self, node: Node, scope: Scope) -> Any:
        call = tree.call_of(node)
        is_made = call.name in ("lambda", "proc") if not call.receiver else call.on == "Proc"
        if call.block is not None and is_made:
            return self._block(call.block, scope)
        if call.receiver is None or (call.on and scope.find(call.on) is None):
            found = scope.find(call.name)
            if found is not None and isinstance(found.values[call.name], Function):
                return self.call(found.values[call.name], self.items(call.arguments, scope))
            return self._outer(call, scope)
        of, given = self.of(call.receiver, scope), self.items(call.arguments, scope)
        if isinstance(of, Function):
            return self.call(of, given)
        if call.options:
            given.append(self._mapping(call.options, scope))
        return self._method(call, of, given, scope)

    def _method(self, call: Call, of: Any, given: list[Any], scope: Scope) -> Any:
        """Return the value of a method of a value, with its block or without."""
        function: Any = None if call.block is None else self._block(call.block, scope)
        if function is None and given and isinstance(given[-1], Function):
            function = given.pop()
        if function is not None:
            return with_function(of, call.name, lambda *given: self.call(function, given))
        if call.name in _SYMBOLS and len(given) == 1 and isinstance(given[0], values.Symbol):
            return with_function(of, call.name, lambda one: method_of(one, given[0], []))
        return method_of(of, call.name, given)

    def _index(self, node: Node, scope: Scope) -> Any:
        of, *by = self.items(node.named_children, scope)
        return values.indexed(of, by)

    def _returned(self, node: Node, scope: Scope) -> Any:
        return self.body(
            [item for one in node.named_children for item in one.named_children], scope
        )


_NAMES = ("identifier", "constant", "instance_variable", "global_variable", "class_variable",
          "scope_resolution")  # fmt: skip
_CHOICES = ("if", "unless", "elsif", "conditional", "if_modifier", "unless_modifier")
_LITERALS: Mapping[str, Callable[[Node], Any]] = {
    "nil": lambda _: None,
    "true": lambda _: True,
    "false": lambda _: False,
    "integer": lambda node: int(said(node).replace("_", "")),
    "float": lambda node: float(said(node).replace("_", "")),
    "simple_symbol": lambda node: values.Symbol(said(node)[1:]),
    "regex": lambda node: values.pattern_of("".join(said(one) for one in node.named_children)),
}
_FORMS: Mapping[str, Callable[[Ruby, Node, Scope], Any]] = {
    "delimited_symbol": lambda ruby, node, scope: values.Symbol(ruby.text(node, scope)),
    "string": Ruby.text,
    "bare_string": Ruby.text,
    "bare_symbol": Ruby.text,
    **dict.fromkeys(
        ("string_array", "symbol_array"),
        lambda ruby, node, scope: " ".join(ruby.items(node.named_children, scope)).split(),
    ),
    "chained_string": lambda ruby, node, scope: "".join(ruby.items(node.named_children, scope)),
    "heredoc_beginning": Ruby._heredoc,
    "array": lambda ruby, node, scope: ruby.items(node.named_children, scope),
    "hash": Ruby._hash,
    **dict.fromkeys(_NAMES, Ruby._name),
    "range": Ruby._range,
    "unary": Ruby._unary,
    "binary": Ruby._binary,
    "operator_assignment": Ruby._binary,
    "assignment": Ruby._assign,
    **dict.fromkeys(_CHOICES, Ruby._choice),
    "case": Ruby._case,
    **dict.fromkeys(tree.BODIES, lambda ruby, node, scope: ruby.body(statements(node), scope)),
    "rescue_modifier": lambda ruby, node, scope: ruby.of(node.child_by_field_name("body"), scope),
    "return": Ruby._returned,
    "next": Ruby._returned,
    **dict.fromkeys(("method", "singleton_method"), Ruby._define),
    "lambda": Ruby._block,
    "call": Ruby._call,
    "element_reference": Ruby._index,
}
"""The value of each kind of node."""
