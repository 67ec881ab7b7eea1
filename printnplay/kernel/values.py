"""Plain data types, and structs with fields that are ignored in comparisons."""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

Plain: TypeAlias = "str | list[Plain] | Mapping[str, Plain]"
"""Unconverted YAML: strings, lists and mappings."""


class Comparable(Struct, frozen=True, eq=False):
    """A struct whose equality and hash ignore the fields in `uncompared`.

    For example, the span of a text does not affect its content.
    """

    uncompared: ClassVar[tuple[str, ...]] = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the compared fields are equal."""
        kind = type(self)
        if type(other) is not kind:
            return NotImplemented
        compared = _compared(kind)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        """Return a hash that is consistent with equality."""
        return hash(_compared(type(self))(self))


@cache
def _compared(kind: type[Comparable]) -> Callable[[Comparable], Any]:
    """Return a getter of the fields that are compared."""
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in kind.uncompared))
