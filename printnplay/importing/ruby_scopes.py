"""Names, methods, modules and objects of a script in Ruby."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from tree_sitter import Node

from printnplay.importing.ruby_tree import Parameter


class Doing(Struct, frozen=True):
    """A call of a method: its arguments, and the block that `yield` calls."""

    function: "Function"
    given: list[Any]
    block: "Function | None"


class Scope:
    """Names and their values; those of the blocks around are seen, not those around a method.

    `home` is the module that methods are defined in, `me` is self.
    """

    def __init__(self, outer: "Scope | None", home: "Module | None" = None, me: Any = None) -> None:
        """Begin with none; what has no home of its own is a block."""
        self.outer, self.is_block = outer, home is None
        self.values: dict[str, Any] = {}
        self.home: Module = home or outer.home  # type: ignore[union-attr]
        self.me: Any = outer.me if outer is not None and home is None else me
        self.frame: Doing | None = outer.frame if outer is not None and home is None else None

    def find(self, name: str) -> "dict[str, Any] | None":
        """Return the values that have a name."""
        if name[0] in "@$":
            return _variables(self, name)
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer if scope.is_block or name[0].isupper() else None
        return None if scope is None else scope.values

    def set(self, name: str, value: Any) -> None:
        """Set a name where it is, or here."""
        found = self.find(name) if not name[0].isupper() else None
        (self.values if found is None else found)[name] = value


def _variables(scope: Scope, name: str) -> dict[str, Any]:
    """Return where variables of an object, of a module or of the script are; nil at first."""
    if name.startswith("@") and not name.startswith("@@"):
        owner = scope.me.values if isinstance(scope.me, Instance) else scope.home.values
    else:
        while name.startswith("$") and scope.outer is not None:
            scope = scope.outer
        owner = scope.home.values
    owner.setdefault(name, None)
    return owner


class Function(Struct, frozen=True, eq=False):
    """A block or method of the script, with the values around it; `name` is that of a method."""

    parameters: tuple[Parameter, ...]
    body: Node | None
    scope: Scope
    file: str
    name: str = ""
    is_lambda: bool = False


class Module:
    """A module or class of the script: constants, methods, those of the module itself, fields."""

    def __init__(self, name: str, parent: "Module | None" = None) -> None:
        """Begin with nothing."""
        self.name, self.parent = name, parent
        self.scope: Scope
        self.values: dict[str, Any] = {}
        self.methods: dict[str, Function] = {}
        self.own: dict[str, Function] = {}
        self.fields: list[str] = list(parent.fields) if parent else []
        self.included: list[Module] = []
        self.is_struct: bool = bool(parent and parent.is_struct)
        self.is_deck: bool = bool(parent and parent.is_deck)

    def scope_in(self, outer: Scope) -> Scope:
        """Return the scope of its body, which lasts as long as it does."""
        if not hasattr(self, "scope"):
            self.scope = Scope(outer, self, self)
        return self.scope

    def lines(self) -> Iterable["Module"]:
        """Yield what methods are inherited from, itself first."""
        yield self
        for one in (*reversed(self.included), *([self.parent] if self.parent else ())):
            yield from one.lines()

    def method(self, name: str, *, own: bool = False) -> Function | None:
        """Return a method of its objects, or one of its own."""
        for one in self.lines():
            found = one.own.get(name) if own else None
            if found := found or one.methods.get(name):
                return found
        return None


class Instance:
    """An object of a class of the script, which compares and shows itself as the script says."""

    def __init__(self, of: Module, send: Callable[..., Any] | None = None) -> None:
        """Begin without values; `send` calls methods of the script."""
        self.of, self._send = of, send
        self.values: dict[str, Any] = {}
        self.own: dict[str, Function] = {}

    def method(self, name: str) -> Function | None:
        """Return a method of this object, or of its class."""
        return self.own.get(name) or self.of.method(name)

    def said(self, name: str, *given: Any) -> Any:
        """Return the value of a method of the script.

        Raises:
            TypeError: there is none.
        """
        if self._send is None or self.method(name) is None:
            raise TypeError(name)
        return self._send(self, name, list(given), None, 0)

    def __str__(self) -> str:
        """Return what the object says of itself."""
        return str(self.said("to_s"))

    def __lt__(self, other: Any) -> bool:
        """Return whether the object comes before another one."""
        return bool(self.said("<=>", other) < 0)

    def __le__(self, other: Any) -> bool:
        """Return whether the object does not come after another one."""
        return bool(self.said("<=>", other) <= 0)

    def __eq__(self, other: object) -> bool:
        """Return whether two objects are equal: structs are if their fields are."""
        if self is other or not isinstance(other, Instance):
            return self is other
        if self.method("=="):
            return bool(self.said("==", other))
        if self.method("<=>"):
            return bool(self.said("<=>", other) == 0)
        return self.of.is_struct and self.of is other.of and self.values == other.values

    def __hash__(self) -> int:
        """Return a number that equal objects have in common."""
        if self.method("hash"):
            return hash(self.said("hash"))
        return hash(tuple(map(str, self.values.values()))) if self.of.is_struct else id(self)
