"""Objects of classes of a script: what each has, and structs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printnplay.importing.ruby_scopes import Instance, Module
from printnplay.importing.ruby_values import Symbol, is_case


def _item(of: Instance, key: Any) -> Any:
    name = of.of.fields[key] if isinstance(key, int) else key
    return of.values.get(f"@{name}")


OBJECTS: Mapping[str, Callable[..., Any]] = {
    "[]": _item,
    "[]=": lambda of, key, value: of.values.update({f"@{key}": value}),
    "to_h": lambda of: {Symbol(name): _item(of, name) for name in of.of.fields},
    "members": lambda of: [Symbol(name) for name in of.of.fields],
    "to_a": lambda of: [_item(of, name) for name in of.of.fields],
    "==": lambda of, other: other is of,
    "!=": lambda of, other: other is not of,
    "nil?": lambda of: of is None,
    "is_a?": is_case,
    "class": lambda of: of.of,
    "freeze": lambda of: of,
    "respond_to?": lambda of, name: bool(name in of.of.fields or of.of.method(str(name))),
    "instance_variable_get": lambda of, name: of.values.get(str(name)),
    "instance_variable_set": lambda of, name, value: of.values.update({str(name): value}),
}
"""What objects of the script have."""


def new_struct(given: Sequence[Any], block_name: str = "Struct") -> Module:
    """Return a class with fields: `Struct.new(:name, :cost)`."""
    module = Module(block_name)
    module.fields = [str(one) for one in given if isinstance(one, str)]
    return module


def open_struct(values: dict[Any, Any]) -> Instance:
    """Return an object with fields: `OpenStruct.new(name: 'x')`."""
    made = Instance(new_struct([*values], "OpenStruct"))
    made.values = {f"@{name}": value for name, value in values.items()}
    return made
