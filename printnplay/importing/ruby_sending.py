"""Methods of values in Ruby: of modules, objects and functions of the script, and Ruby's own."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_dispatch import method_of
from printnplay.importing.ruby_lists import LISTS
from printnplay.importing.ruby_modules import Modules
from printnplay.importing.ruby_objects import MODULES, OBJECTS, new_error
from printnplay.importing.ruby_scopes import Function, Instance, Module
from printnplay.importing.ruby_tree import NotUnderstoodError

_LOOPS = frozenset([
    "each", "each_with_index", "times", "each_index", "each_pair", "each_value", "each_key", "upto",
    "step", "downto", "each_slice", "reverse_each", "each_with_object", "tap", "loop",
])  # fmt: skip
"""Methods whose blocks are there for what they do: one that fails is lost alone."""
_SENDS = ("send", "public_send", "__send__")
_CALLING = ("call", "()", "yield", "[]", "===")
_OF_KINDS = ("name", "===", "to_s", "==", "class", "is_a?", "instance_of?", "respond_to?", "nil?")
_OF_FUNCTIONS = ("lambda?", "arity", "class", "is_a?", "nil?")
_SAME = frozenset(["to_s", "to_str", "itself", "freeze", "tap", "force_encoding", "encode"])
"""Methods of texts that return the text itself, and no copy."""


class Sending(Modules):
    """Works out methods of values; `call` works out blocks and methods of the script."""

    call: Callable[..., Any]
    guards = 0
    """How many `rescue` are around."""

    def changed_text(self, old: str, new: str) -> None:
        """Note that a text was changed in place: who else holds it has the new one."""
        if len(old) > 1:  # shorter texts are one object in Python wherever they are
            self.changed[id(old)] = (old, new)

    def now(self, value: Any) -> Any:
        """Return a value, a text as it was changed since; in lists and mappings, too."""
        if type(value) is str:
            while found := self.changed.get(id(value)):
                value = found[1]
        elif self.changed and isinstance(value, list):
            value[:] = map(self.now, value)
        elif self.changed and isinstance(value, dict):
            value.update({key: self.now(of) for key, of in value.items()})
        elif self.changed and isinstance(value, values.Frame):
            self.now(value.columns)
        return value

    def send(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of a value."""
        is_foreign = isinstance(of, values.Kind) and name not in _OF_KINDS
        if is_foreign or self.outer.owns(of):
            on = of.name if is_foreign else of
            return self.outer.call(on, name, given, block, line)
        if name in _SENDS and given:
            return self.send(of, str(given[0]), given[1:], block, line)
        if name in ("shuffle", "shuffle!", "sample") and isinstance(of, list):
            self.outer.lose_part(self.fault(line, f"`{name}`: items keep their order"))
            sampled = method_of(of, "first", [one for one in given if isinstance(one, int)])
            return sampled if name == "sample" else list(of) if name == "shuffle" else of
        if name == "to_proc" and isinstance(of, values.Symbol):
            return lambda *more, **_: self.send(more[0], of, list(more[1:]), None, line)
        if name == "method":
            return lambda *more, **_: self.send(of, str(given[0]), list(more), None, line)
        found = self._sent(of, name, given, block, line)
        self.match = found if isinstance(found, re.Match) else self.match
        return found

    def _sent(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        match of:
            case Instance():
                return self.send_object(of, name, given, block, line)
            case Module():
                return self.send_module(of, name, given, block, line)
            case _ if callable(of) or (isinstance(of, Function) and name not in _OF_FUNCTIONS):
                return self._send_function(of, name, given, block, line)
            case _ if method := self._added(of, name):
                return self.call(method, given, block, of)
        plain = [self.now(values.known(one)) for one in given]
        found = method_of(self.now(of), name, plain, self.block(name, block, line))
        return (
            values.fresh(found) if found is of and type(of) is str and name not in _SAME else found
        )

    def _added(self, of: Any, name: str) -> Function | None:
        """Return a method that the script adds to a class of Ruby itself."""
        for kind, module in self.patched.items():
            if values.is_kind(of, values.KINDS[kind]) and (found := module.method(name)):
                return found  # type: ignore[no-any-return]
        return None

    def block(self, name: str, block: Any, line: int) -> values.Do:
        """Return a block as what methods call; `name` is that of the method."""
        if block is None:
            return None
        if callable(block):
            return block  # type: ignore[no-any-return]

        def do(*given: Any, match: Any = None) -> Any:
            self.match = match or self.match
            try:
                if isinstance(block, Function):
                    return self.call(block, given)
                return self.send(given[0], str(block), list(given[1:]), None, line)
            except NotUnderstoodError as error:
                if name not in _LOOPS or (self.guards and error.raised is not None):
                    raise
                self.outer.lose_part(error)

        return do

    # Modules and objects of the script

    def send_module(self, of: Module, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of a module or class."""
        if found := of.method(name, own=True):
            return self.call(found, given, block, of)
        if name in _ON_MODULES:
            return _ON_MODULES[name](self, of, name, given, block)
        if name.removesuffix("=") in of.fields or f"@{name}" in of.values:
            return self._field(of, name, given)
        if name in MODULES:
            return MODULES[name](of, *given)
        return self.outer.call(of.name, name, given, block, line)

    def made(self, of: Module, given: list[Any], block: Any) -> Any:
        """Return a new object of a class; one that inherits from the tool's is a deck."""
        if of.is_deck:
            return self.outer.call(of, "new", given, block, 0)
        made = Instance(of, self.send)
        if begin := of.method("initialize"):
            self.call(begin, given, block, made)
        else:
            self.filled(made, given)
        return made

    def filled(self, of: Any, given: list[Any]) -> Any:
        """Give the fields of an object their values, in order or by name."""
        if isinstance(of, Instance):
            is_named = len(given) == 1 and isinstance(given[0], values.Options)
            by_name = given[0] if is_named else {}
            for at, field in enumerate(of.of.fields):
                value = given[at] if at < len(given) and not by_name else by_name.get(field)
                if value is not None or of.of.is_struct:
                    of.values.setdefault(f"@{field}", value)
        return of

    def _field(self, of: Any, name: str, given: list[Any]) -> Any:
        if name.endswith("="):
            of.values[f"@{name[:-1]}"] = given[0]
        return values.known(of.values.get(f"@{name.removesuffix('=')}"))

    def send_object(self, of: Instance, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of an object."""
        if found := of.method(name):
            return self.call(found, given, block, of)
        field = name.removesuffix("=")
        is_new = name != field and name != "[]=" and of.of.name == "OpenStruct"
        if is_new and field not in of.of.fields:
            of.of.fields.append(field)
        if field in of.of.fields and (name != "message" or "@message" in of.values):
            return self._field(of, name, given)
        if name in _ON_OBJECTS:
            return _ON_OBJECTS[name](self, of, name, given, block)
        if name in OBJECTS and not (name == "to_a" and of.method("each")):
            return OBJECTS[name](of, *given)
        return self._of_items(of, name, given, block, line)

    def _of_items(self, of: Instance, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of `Enumerable`, or of `method_missing`."""
        each = of.method("each")
        if name in LISTS and (each or of.of.is_struct):
            items: list[Any] = list(OBJECTS["to_a"](of))
            if each:
                items = []
                self.call(
                    each,
                    [],
                    lambda *one, **_: items.append(one[0] if len(one) == 1 else [*one]),
                    of,
                )
            return method_of(items, name, given, self.block(name, block, line))
        if missing := of.method("method_missing"):
            return self.call(missing, [values.Symbol(name), *given], block, of)
        if of.of.name != "OpenStruct":
            raise LookupError(name)
        return None

    def knows(self, me: Any, name: str) -> bool:
        """Return whether an object has a method that is called without a receiver."""
        return isinstance(me, Instance) and (
            bool(me.method(name))
            or name in OBJECTS
            or name in _ON_OBJECTS
            or name.removesuffix("=") in me.of.fields
            or (name in LISTS and me.method("each") is not None)
        )

    # Functions

    def _send_function(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of a block, a lambda, or a method that is a value."""

        def run(*more: Any, **_: Any) -> Any:
            return self.call(of, more) if isinstance(of, Function) else of(*more)

        if name in _CALLING:
            return self.call(of, given, block) if isinstance(of, Function) else of(*given)
        if name in (">>", "<<"):
            other = self.block("", given[0], line)
            first, then = (run, other) if name == ">>" else (other, run)
            return lambda *more, **_: then(first(*more))  # type: ignore[misc]
        if name not in ("to_proc", "freeze", "dup", "itself"):
            raise LookupError(name)
        return of


def _evaluated(calls: "Sending", of: Module, _: str, __: list[Any], block: Function) -> Module:
    calls.run([block.body] if block.body else [], of.scope_in(block.scope))
    return of


_Handler = Callable[[Any, Any, str, list[Any], Any], Any]
_ON_OBJECTS: Mapping[str, _Handler] = {
    **dict.fromkeys(
        ("instance_eval", "instance_exec"),
        lambda calls, of, _, given, block: calls.call(block, given or [of], None, of),
    ),
    **dict.fromkeys(
        ("then", "yield_self"), lambda calls, of, _, __, block: calls.call(block, [of])
    ),
    "tap": lambda calls, of, _, __, block: (calls.call(block, [of]), of)[1],
    "respond_to?": lambda _, of, __, given, ___: bool(
        given[0] in of.of.fields or of.method(str(given[0])) or given[0] in OBJECTS
    ),
}
"""Methods of objects that need the script."""
_ON_MODULES: Mapping[str, _Handler] = {
    "new": lambda calls, of, _, given, block: calls.made(of, given, block),
    "exception": lambda _, of, __, given, ___: new_error(of, *given),
    **dict.fromkeys(("class_eval", "module_eval", "instance_eval", "class_exec"), _evaluated),
    **dict.fromkeys(
        ("include", "extend", "define_method", "attr_accessor", "attr_reader"),
        lambda calls, of, name, given, block: calls.labelled(
            name, given, block, of.scope_in(calls.top)
        ),
    ),
}
"""Methods of modules and classes that need the script."""
