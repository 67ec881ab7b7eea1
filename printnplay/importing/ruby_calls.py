"""Calls in Ruby: methods and blocks of the script, its classes and modules, and their objects."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing.ruby_methods import has_method, method_of
from printnplay.importing.ruby_modules import Modules
from printnplay.importing.ruby_objects import OBJECTS
from printnplay.importing.ruby_operators import formatted
from printnplay.importing.ruby_scopes import Doing, Function, Instance, Module, Scope
from printnplay.importing.ruby_texts import CHANGING
from printnplay.importing.ruby_tree import Call, NotUnderstoodError, Parameter, statements
from printnplay.importing.ruby_values import KINDS, Do, Kind, Options, Symbol, is_kind, known

MOST_TURNS = 10_000
"""The most turns of a loop with a condition, or without end."""
_LOOPS = frozenset([
    "each", "each_with_index", "times", "each_index", "each_pair", "each_value", "each_key", "upto",
    "step", "downto", "each_slice", "reverse_each", "each_with_object", "tap", "loop",
])  # fmt: skip
"""Methods whose blocks are there for what they do: one that fails is lost alone."""
_LABELS = frozenset([
    "private", "protected", "public", "module_function", "private_constant", "attr_accessor",
    "attr_reader", "attr_writer", "include", "extend", "prepend", "using", "refine",
    "define_method", "alias_method",
])  # fmt: skip
"""Calls that say something of the module around them."""
_POSITIONS = ("identifier", "destructured_parameter", "optional_parameter", "splat_parameter")
_ASSIGNABLE = ("identifier", "instance_variable", "global_variable", "class_variable",
               "element_reference")  # fmt: skip


class Jump(Exception):  # noqa: N818 - no error
    """`return`, `next` or `break`, with its value."""

    def __init__(self, kind: str, value: Any) -> None:
        """Keep what it is."""
        super().__init__(kind)
        self.kind, self.value = kind, value


class Calls(Modules):
    """Works out calls; `of` and `body` work out the rest."""

    body: Callable[[Sequence[Node], Scope], Any]
    items: Callable[[Sequence[Node], Scope], list[Any]]

    def call(
        self, function: Function, given: Sequence[Any], block: Any = None, me: Any = None
    ) -> Any:
        """Return the value of a block or method for arguments."""
        is_method = bool(function.name)
        outer = function.scope
        scope = Scope(outer, outer.home if is_method else None, outer.me if me is None else me)
        if me is not None:
            scope.me = me
        if is_method:
            scope.frame = Doing(function, list(given), block)
        before, self.file = self.file, function.file
        try:
            self._bind(function, list(given), block, scope)
            return self.body(statements(function.body), scope)
        except Jump as jump:
            if jump.kind != "next" and not (
                jump.kind == "return" and (is_method or function.is_lambda)
            ):
                raise
            return jump.value
        finally:
            self.file = before

    def _bind(self, function: Function, given: list[Any], block: Any, scope: Scope) -> None:
        """Give the parameters their values."""
        wanted = function.parameters
        options = {}
        if any(one.kind in ("keyword_parameter", "hash_splat_parameter") for one in wanted):
            options = dict(given.pop()) if given and isinstance(given[-1], Options) else {}
        places = [one for one in wanted if one.kind in _POSITIONS]
        is_strict = function.name or function.is_lambda
        if len(given) == 1 and isinstance(given[0], list) and len(places) > 1 and not is_strict:
            given = list(given[0])
        if not wanted:
            scope.values |= {"_1": given[0], "it": given[0]} if given else {}
        self._bind_places(places, given, scope)
        for one in wanted:
            if one.kind == "keyword_parameter":
                is_given = one.name in options
                value = options.pop(one.name) if is_given else self.of(one.value, scope)
                scope.values[one.name] = value
            elif one.kind == "hash_splat_parameter":
                scope.values[one.name] = options
            elif one.kind == "block_parameter":
                scope.values[one.name] = block

    def _bind_places(self, places: Sequence[Parameter], given: list[Any], scope: Scope) -> None:
        needed = sum(one.kind in _POSITIONS[:2] for one in places)
        spare = len(given) - needed
        for one in places:
            if one.kind == "splat_parameter":
                scope.values[one.name] = [given.pop(0) for _ in range(max(spare, 0))]
            elif one.kind == "optional_parameter" and spare <= 0:
                scope.values[one.name] = self.of(one.value, scope)
            else:
                spare -= one.kind == "optional_parameter"
                value = given.pop(0) if given else None
                if one.inner:
                    self._bind_places(
                        one.inner, list(value) if isinstance(value, list) else [value], scope
                    )
                else:
                    scope.values[one.name] = value

    def called(self, node: Node, scope: Scope) -> Any:
        """Return the value of a call."""
        call = tree.call_of(node)
        try:
            if call.receiver is None or call.name == "super":
                return self._own_call(call, scope)
            values = self.constant(call.receiver, scope) if call.on else {}
            if values is None:
                given, block = self._arguments(call, scope)
                return self.outer.call(call.on, call.name, given, block, call.line)
            of = known(self.of(call.receiver, scope))
            if of is None and call.is_safe:
                return None
            given, block = self._arguments(call, scope)
            found = self.send(of, call.name, given, block, call.line)
            is_changed = call.name in CHANGING or call.name.endswith("!")
            if is_changed and isinstance(of, str) and call.receiver.type in _ASSIGNABLE:
                self.set(call.receiver, found, scope)
            return found
        except Jump as jump:
            if jump.kind != "break" or call.block is None:
                raise
            return jump.value

    set: Callable[[Node, Any, Scope], Any]

    def _arguments(self, call: Call, scope: Scope) -> tuple[list[Any], Any]:
        """Return the arguments of a call and its block: a function, the name of a method, None."""
        given = self.items([one for one in call.arguments if one.type != "block_argument"], scope)
        if call.block is not None:
            return given, self.function(call.block, scope)
        for one in call.arguments:
            if one.type == "block_argument":
                named = one.named_children
                frame = scope.frame
                return given, self.of(named[0], scope) if named else frame and frame.block
        return given, None

    def _own_call(self, call: Call, scope: Scope) -> Any:
        """Return the value of a call without a receiver."""
        name, me = call.name, scope.me
        given, block = self._arguments(call, scope)
        if name in _LABELS:
            return self.labelled(name, given, block, scope)
        if name in _KERNEL:
            return _KERNEL[name](self, given, block, scope)
        if name in ("send", "public_send", "__send__") and given:
            name = str(given.pop(0))
        is_own = isinstance(me, Instance) and (
            me.of.method(name) or name in OBJECTS or name.removesuffix("=") in me.of.fields
        )
        if is_own or (isinstance(me, Module) and name == "new"):
            return self.send(me, name, given, block, call.line)
        if found := self.method_of(name, scope):
            return self.call(found, given, block, me)
        if scope.home.name in KINDS and has_method(me, name):
            return self.send(me, name, given, block, call.line)
        return self.outer.call("", name, given, block, call.line)

    def repeat(self, block: Function) -> None:
        """Follow a loop without end."""
        do = self._do("loop", block, 0)
        for _ in range(MOST_TURNS):
            do()  # type: ignore[misc]

    def method_of(self, name: str, scope: Scope) -> Function | None:
        """Return a method of the script by its name, of the modules around first."""
        outer: Scope | None = scope
        while outer is not None:
            if found := outer.home.method(name, own=True):
                return found
            outer = outer.outer
        return None

    def inherited(self, given: list[Any], scope: Scope) -> Any:
        """Return the value of `super`."""
        frame = scope.frame
        if frame is None:
            raise self.fault(0, "`super`")
        for one in list(scope.home.lines())[1:]:
            if found := one.methods.get(frame.function.name):
                return self.call(found, given, frame.block, scope.me)
        return self._filled(scope.me, given)

    def yielded(self, node: Node, scope: Scope) -> Any:
        """Return the value of the block of a method."""
        frame = scope.frame
        if frame is None or frame.block is None:
            raise self.fault(tree.line_of(node), "`yield`")
        lists = [one for one in node.named_children if one.type == "argument_list"]
        given = self.items(lists[0].named_children if lists else [], scope)
        return self._do("yield", frame.block, tree.line_of(node))(*given)  # type: ignore[misc]

    def send(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of a value."""
        if self.outer.owns(of):
            return self.outer.call(of, name, given, block, line)
        if isinstance(of, Kind) and name not in ("name", "===", "to_s", "=="):
            return self.outer.call(of.name, name, given, block, line)
        match of:
            case Function() if name in ("call", "()", "yield", "[]", "==="):
                found = self.call(of, given, block)
            case Instance():
                found = self._send_object(of, name, given, block, line)
            case Module():
                found = self._send_module(of, name, given, block, line)
            case _ if method := self._added(of, name):
                found = self.call(method, given, block, of)
            case _:
                plain = [known(one) for one in given]
                found = method_of(of, name, plain, self._do(name, block, line))
        self.match = found if isinstance(found, re.Match) else self.match
        return found

    def _added(self, of: Any, name: str) -> Function | None:
        """Return a method that the script adds to a class of Ruby itself."""
        for kind, module in self.patched.items():
            if is_kind(of, KINDS[kind]) and (found := module.method(name)):
                return found  # type: ignore[no-any-return]
        return None

    def _do(self, name: str, block: Any, line: int) -> Do:
        """Return a block as what methods call."""
        if block is None:
            return None

        def do(*given: Any, match: Any = None) -> Any:
            self.match = match or self.match
            try:
                if isinstance(block, Function):
                    return self.call(block, given)
                return self.send(given[0], str(block), list(given[1:]), None, line)
            except NotUnderstoodError as error:
                if name not in _LOOPS:
                    raise
                self.outer.lose_part(error)

        return do

    # Objects

    def _send_module(self, of: Module, name: str, given: list[Any], block: Any, line: int) -> Any:
        if found := of.method(name, own=True):
            return self.call(found, given, block, of)
        if name == "new":
            made = Instance(of)
            begin = of.method("initialize")
            return (
                (self.call(begin, given, block, made), made)[1]
                if begin
                else self._filled(made, given)
            )
        if name.removesuffix("=") in of.fields or f"@{name}" in of.values:
            return self._field(of, name, given)
        if name in ("name", "===", "to_s"):
            return method_of(of, name, given)
        return self.outer.call(of.name, name, given, block, line)

    def _filled(self, of: Any, given: list[Any]) -> Any:
        """Give the fields of an object their values, in order or by name."""
        if isinstance(of, Instance):
            by_name = given[0] if len(given) == 1 and isinstance(given[0], Options) else {}
            for at, field in enumerate(of.of.fields):
                value = given[at] if at < len(given) and not by_name else by_name.get(field)
                of.values.setdefault(f"@{field}", value)
        return of

    def _field(self, of: Any, name: str, given: list[Any]) -> Any:
        if name.endswith("="):
            of.values[f"@{name[:-1]}"] = given[0]
        return known(of.values.get(f"@{name.removesuffix('=')}"))

    def _send_object(self, of: Instance, name: str, given: list[Any], block: Any, line: int) -> Any:
        if found := of.of.method(name):
            return self.call(found, given, block, of)
        if name in OBJECTS:
            return OBJECTS[name](of, *given)
        if name.removesuffix("=") in of.of.fields or of.of.name == "OpenStruct":
            return self._field(of, name, given)
        if name in ("send", "public_send", "__send__"):
            return self.send(of, str(given[0]), given[1:], block, line)
        if name in ("tap", "then") and block is not None:
            found = self.call(block, [of])
            return of if name == "tap" else found
        raise LookupError(name)


def _made(block: Function, scope: Scope, *, is_lambda: bool) -> Function:
    return Function(block.parameters, block.body, scope, block.file, "", is_lambda)


def _formatted(given: list[Any]) -> str:
    return formatted(given[0], given[1] if isinstance(given[-1], dict) else given[1:])


_KERNEL: Mapping[str, Callable[[Calls, list[Any], Any, Scope], Any]] = {
    "lambda": lambda _, __, block, scope: _made(block, scope, is_lambda=True),
    "proc": lambda _, __, block, scope: _made(block, scope, is_lambda=False),
    "block_given?": lambda _, __, ___, scope: bool(scope.frame and scope.frame.block),
    "super": lambda calls, given, _, scope: calls.inherited(given, scope),
    "loop": lambda calls, _, block, __: calls.repeat(block),
    "format": lambda _, given, __, ___: _formatted(given),
    "sprintf": lambda _, given, __, ___: _formatted(given),
    "method": lambda calls, given, _, scope: (
        calls.method_of(str(given[0]), scope) or Symbol(given[0])
    ),
}
"""Calls that Ruby itself has."""
