"""Ranges of Ruby, and the order of its texts."""

from typing import Any

from msgspec import Struct

LONGEST = 100_000
"""The longest list or text."""
ENDLESS = 1000
"""How many items of a range without end are worked out: decks have some hundred cards."""
LARGEST = 1e15
"""The largest number: places and copies are far smaller."""


def succeeding(text: str) -> str:
    """Return the text that follows in the order of Ruby.

    >>> [succeeding(one) for one in ("a", "Az", "zz", "a9", "99")]
    ['b', 'Ba', 'aaa', 'b0', '100']
    """
    found = ""
    for one in reversed(text):
        found = _LAST.get(one, chr(ord(one) + 1)) + found
        if one not in _LAST:
            return text[: -len(found)] + found
    return ("1" if text[:1] == "9" else found[:1]) + found


_LAST = {"z": "a", "Z": "A", "9": "0"}
"""Letters after which the one before them changes, too."""


class Range(Struct, frozen=True):
    """A range of numbers or letters: `1..3`, `0...size`, `'a'..'e'`, `1..`."""

    start: Any
    end: Any
    is_open: bool = False

    @property
    def items(self) -> list[Any]:
        """The items; the first ones of a range without end.

        Raises:
            TypeError: it has no begin.
        """
        if isinstance(self.start, str):
            found = [self.start]
            while found[-1] != self.end and len(found) < ENDLESS:
                found.append(succeeding(found[-1]))
            kept = [one for one in found if len(one) <= len(self.end)]
            return kept[:-1] if self.is_open else kept
        start = int(self.start)
        if self.end is None or self.end >= LARGEST / 1000:
            return list(range(start, start + ENDLESS))
        end = int(self.end) + (not self.is_open or self.end != int(self.end))
        return list(range(start, min(end, start + LONGEST)))

    def has(self, value: Any) -> bool:
        """Return whether a value lies in the range."""
        if not isinstance(value, type(self.start) if isinstance(self.start, str) else int | float):
            return False
        above = self.start is None or value >= self.start
        if self.end is None:
            return bool(above)
        return bool(above and (value < self.end if self.is_open else value <= self.end))

    def slice(self, length: int) -> slice:
        """Return the part of something that it chooses."""
        start, end = self.start or 0, self.end
        start = start + length if start < 0 else start
        if end is None or (end == -1 and not self.is_open):
            return slice(start, None)
        end = end + length if end < 0 else end
        return slice(start, max(end + (not self.is_open), 0))
