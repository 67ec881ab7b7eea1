"""An in-memory cache of results within one process."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """A cache with a maximum number of entries; the oldest are dropped."""

    def __init__(self, most: int) -> None:
        """Create an empty cache of at most `most` entries."""
        self._most = most
        self._values: dict[Hashable, Value] = {}

    def get(self, key: Hashable) -> Value | None:
        """Return the cached value of a key, or None."""
        return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> Value:
        """Cache a value, and return it."""
        if len(self._values) >= self._most:
            self._values.pop(next(iter(self._values)), None)
        self._values[key] = value
        return value
