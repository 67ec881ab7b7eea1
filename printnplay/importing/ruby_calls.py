"""Calls in Ruby: methods and blocks of the script, its classes and modules, and their objects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing.ruby_dispatch import has_method
from printnplay.importing.ruby_objects import new_error
from printnplay.importing.ruby_operators import formatted
from printnplay.importing.ruby_scopes import Doing, Function, Instance, Module, Scope
from printnplay.importing.ruby_sending import Sending
from printnplay.importing.ruby_texts import CHANGING
from printnplay.importing.ruby_tree import Call, Parameter
from printnplay.importing.ruby_values import KINDS, Options, Symbol, known

MOST_TURNS = 10_000
"""The most turns of a loop with a condition, or without end."""
_LABELS = frozenset([
    "private", "protected", "public", "module_function", "private_constant", "attr_accessor",
    "attr_reader", "attr_writer", "include", "extend", "prepend", "using", "refine",
    "define_method", "alias_method",
])  # fmt: skip
"""Calls that say something of the module around them."""
_POSITIONS = ("identifier", "destructured_parameter", "optional_parameter", "splat_parameter")
OF_LIBRARY = ("Math::PI", "Math::E", "Float::INFINITY")
"""Constants of Ruby's library that have methods."""
ASSIGNABLE = ("identifier", "instance_variable", "global_variable", "class_variable",
               "element_reference")  # fmt: skip


class Jump(Exception):  # noqa: N818 - no error
    """`return`, `next` or `break`, with its value."""

    def __init__(self, kind: str, value: Any) -> None:
        """Keep what it is."""
        super().__init__(kind)
        self.kind, self.value = kind, value


class Calls(Sending):
    """Works out calls; `of` and `contents` work out the rest."""

    contents: Callable[[Node | None, Scope], Any]
    items: Callable[[Sequence[Node], Scope], list[Any]]

    def call(
        self, function: Function, given: Sequence[Any], block: Any = None, me: Any = None
    ) -> Any:
        """Return the value of a block or method for arguments."""
        if callable(function):
            return function(me, *given)
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
            return self.contents(function.body, scope)
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
        if not wanted and given:
            one, body = given[0], function.body and function.body.text
            several = one if body and b"_2" in body and isinstance(one, list) else given
            scope.values |= {f"_{at}": value for at, value in enumerate(several, start=1)}
            scope.values |= {"it": one, "_1": several[0]} if several else {}
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
            if values is None and call.on not in OF_LIBRARY:
                given, block = self._arguments(call, scope)
                return self.outer.call(call.on, call.name, given, block, call.line)
            of = known(self.of(call.receiver, scope))
            if of is None and call.is_safe:
                return None
            given, block = self._arguments(call, scope)
            found = self.send(of, call.name, given, block, call.line)
            is_changed = call.name in CHANGING or call.name.endswith("!")
            if is_changed and type(of) is str and isinstance(found, str):
                self.changed_text(of, found)
                if call.receiver.type in ASSIGNABLE:
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
                frame, named = scope.frame, one.named_children
                block = self.of(named[0], scope) if named else frame and frame.block
                if isinstance(block, Instance):
                    block = self.send(block, "to_proc", [], None, call.line)
                return given, block
        return given, None

    def _own_call(self, call: Call, scope: Scope) -> Any:
        """Return the value of a call without a receiver."""
        name, me = call.name, scope.me
        given, block = self._arguments(call, scope)
        if name in _LABELS:
            return self.labelled(name, given, block, scope)
        if name in _KERNEL:
            return _KERNEL[name](self, given, block, scope, call.line)
        if name in ("send", "public_send", "__send__") and given:
            name = str(given.pop(0))
        if self.knows(me, name) or (isinstance(me, Module) and name in ("new", "constants")):
            return self.send(me, name, given, block, call.line)
        if found := self.method_of(name, scope):
            return self.call(found, given, block, me)
        is_missing = isinstance(me, Instance) and me.method("method_missing")
        if is_missing or (scope.home.name in KINDS and has_method(me, name)):
            return self.send(me, name, given, block, call.line)
        return self.outer.call("", name, given, block, call.line)

    def repeat(self, block: Function) -> None:
        """Follow a loop without end."""
        do = self.block("loop", block, 0)
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

    def inherited(self, given: list[Any], scope: Scope, block: Any = None) -> Any:
        """Return the value of `super`."""
        frame = scope.frame
        if frame is None:
            raise self.fault(0, "`super`")
        for one in list(scope.home.lines())[1:]:
            if found := one.methods.get(frame.function.name):
                return self.call(found, given, block or frame.block, scope.me)
        if self.outer.owns(scope.me):
            name = frame.function.name
            return self.outer.call(scope.me, f"super {name}", given, block or frame.block, 0)
        if frame.function.name == "method_missing":
            raise LookupError(str(given[0]))
        return self.filled(scope.me, given)

    def yielded(self, node: Node, scope: Scope) -> Any:
        """Return the value of the block of a method."""
        frame = scope.frame
        if frame is None or frame.block is None:
            raise self.fault(tree.line_of(node), "`yield`")
        lists = [one for one in node.named_children if one.type == "argument_list"]
        given = self.items(lists[0].named_children if lists else [], scope)
        return self.block("yield", frame.block, tree.line_of(node))(*given)  # type: ignore[misc]


def _raised(calls: Calls, given: list[Any], line: int) -> None:
    """Raise an error of the script: of a class, with a message, or an error that is there."""
    first, *more = given or [None]
    if isinstance(first, Module) and (first.method("initialize") or not more):
        first = calls.send(first, "new", more, None, line)
    error = first if isinstance(first, Instance) else new_error(first, *more)
    raised = calls.fault(line, f"`raise {error.values.get('@message', error.of.name)}`")
    raised.raised = error
    raise raised


def _method(calls: Calls, name: str, scope: Scope, line: int) -> Any:
    """Return a method as a value."""
    return calls.method_of(name, scope) or (
        lambda *more, **_: calls.outer.call("", name, list(more), None, line)
    )


_KERNEL: Mapping[str, Callable[[Calls, list[Any], Any, Scope, int], Any]] = {
    "lambda": lambda _, __, block, scope, ___: replace(block, scope=scope, name="", is_lambda=True),
    "proc": lambda _, __, block, scope, ___: replace(block, scope=scope, name="", is_lambda=False),
    "block_given?": lambda _, __, ___, scope, ____: bool(scope.frame and scope.frame.block),
    "super": lambda calls, given, block, scope, _: calls.inherited(given, scope, block),
    "loop": lambda calls, _, block, __, ___: calls.repeat(block),
    **dict.fromkeys(
        ("format", "sprintf"),
        lambda _, given, *__: formatted(
            given[0], given[1] if isinstance(given[-1], dict) else given[1:]
        ),
    ),
    "method": lambda calls, given, _, scope, line: _method(calls, str(given[0]), scope, line),
    **dict.fromkeys(
        ("raise", "fail"), lambda calls, given, _, __, line: _raised(calls, given, line)
    ),
    "__method__": lambda _, __, ___, scope, ____: (
        Symbol(scope.frame.function.name) if scope.frame else None
    ),
}
"""Calls that Ruby itself has."""
