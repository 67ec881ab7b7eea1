"""Objects of classes of a script: what each has, and structs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_scopes import Instance, Module
from printnplay.importing.ruby_values import RubyError, Symbol, is_case


def _name(of: Instance, key: Any) -> str:
    return f"@{of.of.fields[key] if isinstance(key, int) else key}"


def _fields(of: Instance) -> dict[Any, Any]:
    return {Symbol(name): of.values.get(f"@{name}") for name in of.of.fields}


def _set(of: Instance, key: Any, value: Any) -> Any:
    if of.of.name == "OpenStruct" and str(key) not in of.of.fields:
        of.of.fields.append(str(key))
    of.values[_name(of, key)] = value
    return value


def _copied(of: Instance) -> Instance:
    made = Instance(of.of, of._send)
    made.values = dict(of.values)
    return made


def _dug(of: Instance, key: Any, *more: Any) -> Any:
    value = of.values.get(_name(of, key))
    for one in more:
        value = None if value is None else value[one]
    return value


OBJECTS: Mapping[str, Callable[..., Any]] = {
    "[]": lambda of, key: of.values.get(_name(of, key)),
    "[]=": _set,
    "dig": _dug,
    "to_h": _fields,
    "members": lambda of: list(_fields(of)),
    **dict.fromkeys(("to_a", "values"), lambda of: list(_fields(of).values())),
    **dict.fromkeys(("dup", "clone"), _copied),
    **{sign: OPERATORS[sign] for sign in ("<", ">", "<=", ">=", "==", "eql?", "!=")},
    "between?": lambda of, low, high: low <= of <= high,
    "clamp": lambda of, low, high: max(low, min(of, high)),
    "!": lambda _: False,
    "nil?": lambda _: False,
    "hash": hash,
    **dict.fromkeys(("is_a?", "kind_of?"), is_case),
    "instance_of?": lambda of, kind: of.of is kind,
    "class": lambda of: of.of,
    **dict.fromkeys(("freeze", "itself"), lambda of: of),
    "instance_variable_get": lambda of, name: of.values.get(str(name)),
    "instance_variable_set": lambda of, name, value: of.values.update({str(name): value}),
    "message": lambda of: of.values.get("@message", of.of.name),
}
"""What objects of the script have."""

MODULES: Mapping[str, Callable[..., Any]] = {
    "name": lambda of: of.name,
    "to_s": lambda of: of.name,
    "===": lambda of, other: is_case(other, of),
    "==": lambda of, other: of is other,
    "include?": lambda of, other: other in of.lines(),
    "members": lambda of: [Symbol(name) for name in of.fields],
    "constants": lambda of: [Symbol(name) for name in of.scope.values if name[:1].isupper()],
    "const_get": lambda of, name: of.scope.values[str(name)],
    "freeze": lambda of: of,
    "class": lambda _: None,
    "is_a?": lambda *_: True,
}
"""What modules and classes of the script have."""


def new_struct(given: Sequence[Any], block_name: str = "Struct") -> Module:
    """Return a class with fields: `Struct.new(:name, :cost)`."""
    module = Module(block_name)
    module.is_struct = True
    module.fields = [str(one) for one in given if isinstance(one, str)]
    return module


def open_struct(values: dict[Any, Any]) -> Instance:
    """Return an object with fields: `OpenStruct.new(name: 'x')`."""
    made = Instance(new_struct([*values], "OpenStruct"))
    made.values = {f"@{name}": value for name, value in values.items()}
    return made


_ERRORS = {
    "Exception": "", "StandardError": "Exception", "RuntimeError": "StandardError",
    "ArgumentError": "StandardError", "TypeError": "StandardError", "NameError": "StandardError",
    "NoMethodError": "NameError", "ZeroDivisionError": "StandardError",
    "IndexError": "StandardError", "KeyError": "IndexError", "StopIteration": "IndexError",
    "IOError": "StandardError", "RangeError": "StandardError",
    "NotImplementedError": "StandardError", "LoadError": "StandardError",
}  # fmt: skip
ERRORS: dict[str, Module] = {}
"""The classes of errors of Ruby."""
for _one, _parent in _ERRORS.items():
    ERRORS[_one] = Module(_one, ERRORS.get(_parent))
    ERRORS[_one].fields.append("message") if not _parent else None


def new_error(kind: Any, message: Any = None) -> Instance:
    """Return an error of a class, with its message."""
    if not isinstance(kind, Module):
        kind, message = ERRORS["RuntimeError"], kind
    made = Instance(kind)
    made.values = {} if message is None else {"@message": message}
    return made


def raised_by(error: Exception) -> Instance | None:
    """Return the error of Ruby that one of Python stands for, if Ruby would raise, too."""
    if isinstance(error, RubyError):
        return new_error(ERRORS[error.kind], str(error))
    kinds = ((ZeroDivisionError, "ZeroDivisionError", "divided by 0"), (KeyError, "KeyError", None),
             (StopIteration, "StopIteration", None), (ValueError, "ArgumentError", None),
             (ArithmeticError, "RangeError", None))  # fmt: skip
    return next(
        (
            new_error(ERRORS[name], message or str(error))
            for kind, name, message in kinds
            if isinstance(error, kind)
        ),
        None,
    )
