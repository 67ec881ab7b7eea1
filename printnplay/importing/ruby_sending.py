"""Methods of values in Ruby: of functions of the script, and of what Ruby itself has."""

import re
from typing import Any

from printnplay.importing.ruby_dispatch import method_of
from printnplay.importing.ruby_instances import Instances
from printnplay.importing.ruby_scopes import Function, Instance, Module
from printnplay.importing.ruby_tree import NotUnderstoodError
from printnplay.importing.ruby_values import KINDS, Do, Frame, Kind, Symbol, fresh, is_kind, known

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


class Sending(Instances):
    """Works out methods of values; `call` works out blocks and methods of the script."""

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
        elif self.changed and isinstance(value, Frame):
            self.now(value.columns)
        return value

    def send(self, of: Any, name: str, given: list[Any], block: Any, line: int) -> Any:
        """Return the value of a method of a value."""
        is_foreign = isinstance(of, Kind) and name not in _OF_KINDS
        if is_foreign or self.outer.owns(of):
            on = of.name if is_foreign else of
            return self.outer.call(on, name, given, block, line)
        if name in _SENDS and given:
            return self.send(of, str(given[0]), given[1:], block, line)
        if name in ("shuffle", "shuffle!", "sample") and isinstance(of, list):
            self.outer.lose_part(self.fault(line, f"`{name}`: items keep their order"))
            sampled = method_of(of, "first", [one for one in given if isinstance(one, int)])
            return sampled if name == "sample" else list(of) if name == "shuffle" else of
        if name == "to_proc" and isinstance(of, Symbol):
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
        plain = [self.now(known(one)) for one in given]
        found = method_of(self.now(of), name, plain, self.block(name, block, line))
        return fresh(found) if found is of and type(of) is str and name not in _SAME else found

    def _added(self, of: Any, name: str) -> Function | None:
        """Return a method that the script adds to a class of Ruby itself."""
        for kind, module in self.patched.items():
            if is_kind(of, KINDS[kind]) and (found := module.method(name)):
                return found  # type: ignore[no-any-return]
        return None

    def block(self, name: str, block: Any, line: int) -> Do:
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
