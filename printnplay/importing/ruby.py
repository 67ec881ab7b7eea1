"""Work out scripts in Ruby, as far as values follow from the script itself. Nothing is run.

Tree-sitter reads the script. Texts, numbers, lists and tables are worked out; nothing that Ruby, a
library or the machine would have to do. What cannot be worked out is an unknown value: whoever
needs it is lost with it, and everything else is kept.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_calls import ASSIGNABLE, Jump
from printnplay.importing.ruby_literals import Literals
from printnplay.importing.ruby_modules import Outer
from printnplay.importing.ruby_objects import raised_by
from printnplay.importing.ruby_operators import OPERATORS, indexed, match_of
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_scopes import Function, Instance, Module, Scope
from printnplay.importing.ruby_statements import NAMES
from printnplay.importing.ruby_tree import said, statements
from printnplay.importing.ruby_values import RubyError, is_true, known

MOST_STEPS = 300_000
"""The most parts of expressions that are worked out: large decks need 20,000."""
DEEPEST = 120
"""The deepest nesting of expressions and calls: scripts have some thirty."""


OF_RUBY = ("$0", "$PROGRAM_NAME", "$:", "$LOAD_PATH")
"""Variables that have a value at first."""
OF_TOOL = ("width", "height", "dpi", "cell_px")
"""Variables of objects of the tool that scripts read."""


class ExhaustedError(Exception):
    """The script takes too long from a line on."""


class Ruby(Literals):
    """Works out scripts; `outer` is what they are written for, and notes what is left out."""

    def __init__(self, outer: Outer) -> None:
        """Begin without a script."""
        super().__init__(outer)
        self._steps = self._depth = 0
        self._roots: list[Node] = []

    def script(self, root: Node, file: str) -> None:
        """Go through a script: its tree, and the name of its file."""
        self._roots.append(root)  # which keeps the ids of its nodes
        before, self.file = self.file, file
        try:
            self.run(statements(root), self.top)
        except (Jump, ExhaustedError) as error:
            if isinstance(error, ExhaustedError):
                self.outer.lose_part(
                    self.fault(error.args[0], "all from here on: it takes too long")
                )
        finally:
            self.file = before

    def of(self, node: Node | None, scope: Scope) -> Any:
        """Return the value of an expression.

        Raises:
            NotUnderstoodError: it depends on more than the script.
        """
        if node is None:
            return None
        self._steps += 1
        self._depth += 1
        try:
            if self._steps > MOST_STEPS:
                raise ExhaustedError(tree.line_of(node))
            if self._depth > DEEPEST:
                raise self.fault(tree.line_of(node), "a computation that is too long")
            form = _FORMS.get(node.type)
            if node.is_error:  # listed by `faults`
                return None
            if form is None or (node.has_error and _is_faulty(node)):
                raise self.fault(tree.line_of(node), f"`{tree.shown(node)}`")
            return known(self.now(form(self, node, scope)))
        except (LookupError, RubyError) as error:
            what = f"`{error.args[0]}`" if error.args else "an item"
            fault = self.fault(tree.line_of(node), what)
            fault.raised = raised_by(error) if isinstance(error, RubyError) else None
            raise fault from None
        except (ValueError, TypeError, ArithmeticError, AttributeError, StopIteration) as error:
            what = f"`{tree.shown(node)}` ({type(error).__name__})"
            fault = self.fault(tree.line_of(node), what)
            fault.raised = raised_by(error)
            raise fault from None
        finally:
            self._depth -= 1

    def name(self, node: Node, scope: Scope) -> Any:
        """Return the value of a variable, or of a method without arguments."""
        name = said(node)
        if name in ("$~", "$1", "$2", "$3", "$4") and self.match is not None:
            return self.match if name == "$~" else self.match[int(name[1])]
        found = scope.find(name)
        if found is None or (name in OF_RUBY and found[name] is None):
            return self.called(node, scope)
        is_of_tool = found[name] is None and name[1:] in OF_TOOL and self.outer.owns(scope.me)
        return self.send(scope.me, name[1:], [], None, 0) if is_of_tool else found[name]

    def constant_value(self, node: Node, scope: Scope) -> Any:
        """Return the value of a constant of the script, or of the tool."""
        found = self.constant(node, scope)
        if found is not None:
            return found[said(tree.part(node, "name") or node)]
        return self.outer.call("", said(node).removeprefix("::"), [], None, tree.line_of(node))

    def range(self, node: Node, scope: Scope) -> Range:
        """Return a range."""
        ends = self.field(node, "begin", scope), self.field(node, "end", scope)
        return Range(*ends, said(tree.part(node, "operator")) == "...")

    def unary(self, node: Node, scope: Scope) -> Any:
        """Return the value of a sign before another."""
        sign, operand = said(tree.part(node, "operator")), tree.part(node, "operand")
        if sign == "defined?":
            return None if isinstance(self.maybe(operand, scope), values.Unknown) else "expression"  # type: ignore[arg-type]
        value = self.of(operand, scope)
        if isinstance(value, str) and sign in "+-":
            return values.fresh(value)
        method = "!" if sign in ("!", "not") else f"{sign}@"
        if isinstance(value, Instance) and value.method(method):
            return self.send(value, method, [], None, tree.line_of(node))
        return not is_true(value) if sign in ("!", "not") else OPERATORS[sign](0, value)

    def binary(self, node: Node, scope: Scope) -> Any:
        """Return the value of an operator, also of one that assigns, as `+=`."""
        sign, left = said(tree.part(node, "operator")), tree.part(node, "left")
        right = tree.part(node, "right")
        is_assigning = node.type == "operator_assignment"
        sign = sign.removesuffix("=") if is_assigning else sign
        assert left is not None
        unknown = is_assigning and left.type in NAMES and scope.find(said(left)) is None
        value = before = None if unknown else self.of(left, scope)
        if sign in ("||", "or", "&&", "and"):
            keeps = is_true(value) is (sign in ("||", "or"))
            value = value if keeps else self.of(right, scope)
        else:
            value = self.operated(sign, value, self.of(right, scope), tree.line_of(node))
        is_changed = sign == "<<" and type(value) is str
        if is_changed and isinstance(before, str):
            self.changed_text(before, str(value))
        target: Node = left
        while is_changed and target.type == "binary" and b"<<" in (target.text or b""):
            target = target.named_children[0]  # all of `text << one << other` change the text
        is_set = is_assigning or (is_changed and target.type in ASSIGNABLE)
        return self.set(target, value, scope) if is_set else value

    def operated(self, sign: str, one: Any, other: Any, line: int) -> Any:
        """Return what an operator makes of two values."""
        is_function = callable(one) or isinstance(one, Function)
        if isinstance(one, Instance) or is_function or self.outer.owns(one):
            return self.send(one, sign, [other], None, line)
        if sign in ("=~", "===") and re.Pattern in (type(one), type(other)):
            self.match = match_of(one, other)
        return OPERATORS[sign](one, other)

    def index(self, node: Node, scope: Scope) -> Any:
        """Return an item of something, or what a call with brackets gives."""
        of, line = node.named_children[0], tree.line_of(node)
        if of.type == "constant" and self.constant(of, scope) is None:
            return self.outer.call(
                said(of), "[]", self.items(node.named_children[1:], scope), None, line
            )
        found, by = self.of(of, scope), self.items(node.named_children[1:], scope)
        is_callable = callable(found) or isinstance(
            found, Function | Instance | Module | values.Kind
        )
        if is_callable or self.outer.owns(found):
            return self.send(found, "[]", by, None, line)
        return self.now(indexed(found, [known(one) for one in by]))

    def alias(self, node: Node, scope: Scope) -> None:
        """Give a method another name."""
        names = [said(tree.part(node, one)) for one in ("name", "alias")]
        self.labelled("alias_method", names, None, scope)

    def super_(self, _: Node, scope: Scope) -> Any:
        """Return the value of `super` with the same arguments."""
        given: list[Any] = []
        options = values.Options()
        for one in scope.frame.function.parameters if scope.frame else ():
            value = (scope.find(one.name) or {}).get(one.name) if one.name else None
            if one.kind == "keyword_parameter":
                options[values.Symbol(one.name)] = value
            elif one.kind == "hash_splat_parameter":
                options |= value or {}
            elif one.kind == "splat_parameter":
                given += value or []
            elif one.kind != "block_parameter":
                given.append(value)
        return self.inherited([*given, options] if options else given, scope)


def _is_faulty(node: Node) -> bool:
    return any(one.is_error or one.is_missing for one in node.children)


_CHOICES = ("if", "unless", "elsif", "conditional", "if_modifier", "unless_modifier")


def _number(text: str) -> int:
    text = text.replace("_", "")
    return int(text, 0) if text[1:2].isalpha() else int(text)


_CONSTANTS = {"nil": None, "true": True, "false": False}
_LITERALS: Mapping[str, Callable[[str], Any]] = {
    "integer": _number,
    "float": lambda text: float(text.replace("_", "")),
    "simple_symbol": lambda text: values.Symbol(text[1:]),
    "character": lambda text: text[1:],
}
_FORMS: Mapping[str, Callable[[Ruby, Node, Scope], Any]] = {
    **dict.fromkeys(_CONSTANTS, lambda _, node, __: _CONSTANTS[node.type]),
    **dict.fromkeys(_LITERALS, lambda _, node, __: _LITERALS[node.type](said(node))),
    "self": lambda _, __, scope: scope.me,
    "regex": Ruby.pattern,
    "delimited_symbol": lambda ruby, node, scope: values.Symbol(ruby.text(node, scope)),
    **dict.fromkeys(("string", "bare_string", "bare_symbol"), Ruby.text),
    "string_array": lambda ruby, node, scope: " ".join(
        ruby.items(node.named_children, scope)
    ).split(),
    "symbol_array": lambda ruby, node, scope: [
        values.Symbol(one) for one in ruby.items(node.named_children, scope)
    ],
    "chained_string": lambda ruby, node, scope: "".join(ruby.items(node.named_children, scope)),
    "heredoc_beginning": Ruby.heredoc,
    "array": lambda ruby, node, scope: ruby.items(node.named_children, scope),
    "hash": lambda ruby, node, scope: values.Hash(ruby.mapping(node.named_children, scope)),
    **dict.fromkeys(("constant", "scope_resolution"), Ruby.constant_value),
    **dict.fromkeys(("identifier", "hash_key_symbol", *NAMES[2:]), Ruby.name),
    "alias": Ruby.alias,
    "rational": lambda ruby, node, scope: float(ruby.of(node.named_children[0], scope)),
    "range": Ruby.range,
    "unary": Ruby.unary,
    **dict.fromkeys(("binary", "operator_assignment"), Ruby.binary),
    "assignment": Ruby.assign,
    **dict.fromkeys(_CHOICES, Ruby.choice),
    "case": Ruby.case,
    **dict.fromkeys(("while", "until", "while_modifier", "until_modifier"), Ruby.loop),
    "for": Ruby.loop_over,
    "in": lambda ruby, node, scope: ruby.body(node.named_children, scope),
    **dict.fromkeys(("return", "next", "break", "retry"), Ruby.jump),
    **dict.fromkeys(tree.BODIES, lambda ruby, node, scope: ruby.body(statements(node), scope)),
    "begin_block": lambda ruby, node, scope: ruby.body(statements(node), scope),
    "begin": Ruby.contents,
    "rescue_modifier": Ruby.rescued,
    **dict.fromkeys(("method", "singleton_method"), Ruby.define),
    **dict.fromkeys(("module", "class", "singleton_class"), Ruby.module),
    "lambda": Ruby.function,
    "call": Ruby.called,
    "yield": Ruby.yielded,
    "super": Ruby.super_,
    "element_reference": Ruby.index,
    **dict.fromkeys(("empty_statement", "comment", "undef", "heredoc_body"), lambda *_: None),
}  # fmt: skip
"""The value of each kind of node."""
