"""Methods of modules, classes and objects of a script in Ruby."""

from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing.ruby_dispatch import method_of
from printnplay.importing.ruby_lists import LISTS
from printnplay.importing.ruby_modules import Modules
from printnplay.importing.ruby_objects import MODULES, OBJECTS, new_error
from printnplay.importing.ruby_scopes import Function, Instance, Module
from printnplay.importing.ruby_values import Do, Options, Symbol, known


class Instances(Modules):
    """Works out methods of modules and objects; `call` works out those of the script."""

    call: Callable[..., Any]
    block: Callable[[str, Any, int], Do]

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
            is_named = len(given) == 1 and isinstance(given[0], Options)
            by_name = given[0] if is_named else {}
            for at, field in enumerate(of.of.fields):
                value = given[at] if at < len(given) and not by_name else by_name.get(field)
                if value is not None or of.of.is_struct:
                    of.values.setdefault(f"@{field}", value)
        return of

    def _field(self, of: Any, name: str, given: list[Any]) -> Any:
        if name.endswith("="):
            of.values[f"@{name[:-1]}"] = given[0]
        return known(of.values.get(f"@{name.removesuffix('=')}"))

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
                self.call(each, [], _collecting(items), of)
            return method_of(items, name, given, self.block(name, block, line))
        if missing := of.method("method_missing"):
            return self.call(missing, [Symbol(name), *given], block, of)
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


def _collecting(items: list[Any]) -> Callable[..., Any]:
    return lambda *one, **_: items.append(one[0] if len(one) == 1 else [*one])


def _inside(calls: Instances, of: Instance, _: str, given: list[Any], block: Any) -> Any:
    return calls.call(block, given or [of], None, of)


def _responds(_: Instances, of: Instance, __: str, given: list[Any], ___: Any) -> bool:
    name = str(given[0])
    return bool(name in of.of.fields or of.method(name) or name in OBJECTS)


def _evaluated(calls: Instances, of: Module, _: str, __: list[Any], block: Function) -> Module:
    calls.run([block.body] if block.body else [], of.scope_in(block.scope))
    return of


_Handler = Callable[[Any, Any, str, list[Any], Any], Any]
_ON_OBJECTS: Mapping[str, _Handler] = {
    **dict.fromkeys(("instance_eval", "instance_exec"), _inside),
    **dict.fromkeys(
        ("then", "yield_self"), lambda calls, of, _, __, block: calls.call(block, [of])
    ),
    "tap": lambda calls, of, _, __, block: (calls.call(block, [of]), of)[1],
    "respond_to?": _responds,
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
