"""What was worked out in this process, by all that it follows from: not worked out again."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """This many values by their keys; the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        """Remember nothing yet, and never more than `most`."""
        self._most = most
        self._values: dict[Hashable, Value] = {}

    def get(self, key: Hashable) -> Value | None:
        """Return what is remembered of a key, if anything."""
        return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> Value:
        """Remember a value, and hand it back."""
        if len(self._values) >= self._most:
            self._values.pop(next(iter(self._values)), None)
        self._values[key] = value
        return value
