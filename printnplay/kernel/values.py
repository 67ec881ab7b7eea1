"""Plain data, and values of which some fields do not count when they are compared."""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

Plain: TypeAlias = "str | list[Plain] | Mapping[str, Plain]"
"""YAML as it stands: strings, lists and mappings, nothing converted."""


class Comparable(Struct, frozen=True, eq=False):
    """Is equal to another one of its kind if all fields but those in `uncompared` are.

    Where a text is written, for example, does not matter to what it says.
    """

    uncompared: ClassVar[tuple[str, ...]] = ()

    def __eq__(self, other: object) -> bool:
        """Whether the other one has the same fields."""
        kind = type(self)
        if type(other) is not kind:
            return NotImplemented
        compared = _compared(kind)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        """The same of equal ones."""
        return hash(_compared(type(self))(self))


@cache
def _compared(kind: type[Comparable]) -> Callable[[Comparable], Any]:
    """Takes the fields of a value that are compared."""
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in kind.uncompared))
