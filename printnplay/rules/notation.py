"""Parser for values in worked examples: card ids, seats, spaces, grids, numbers, moves.

A move is written `play: x-red, to: b2`, `play: flip` or `discard: hand`. Nothing here raises: each
invalid value becomes a fault with its dotted path in the example, so that all faults of an example
are reported together.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.suggestions import counted, did_you_mean
from printnplay.kernel.values import Plain
from printnplay.rules.piles import other_of

NOTHING = "none"
"""Stands for an empty word, and for no player."""

EMPTY = "-"
"""Marks an empty space of a grid."""

IN = "in "
"""Begins the zones of cards whose places in them are not known: `in draw or hands.b`."""

ON_TOP = ">"
"""Separates the cards of a stack, lowest first."""


class Fault(Struct, frozen=True):
    """An invalid or impossible value in an example."""

    code: Code
    path: str
    message: str
    label: str = ""
    help: str = ""


class Reader(Struct):
    """Parses values of an example; cards are represented by their index in `cards`."""

    cards: Sequence[str]
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: Code, path: str, message: str, label: str = "") -> None:
        """Add a fault."""
        self.faults.append(Fault(code, path, message, label))

    def impossible(self, path: str, message: str, label: str = "") -> None:
        """Add a fault that explains why the position is impossible."""
        self.fault(codes.IMPOSSIBLE_POSITION, path, message, label)

    def keys(self, path: str, value: Mapping[str, Plain], names: Sequence[str]) -> None:
        """Report unknown keys."""
        for key in value:
            if key not in names:
                self._unknown(
                    codes.UNKNOWN_EXAMPLE_KEY, f"{path}.{key}", f"unknown key `{key}`", (key, names)
                )

    def choice(self, path: str, value: Plain, names: Sequence[str], kind: str) -> int:
        """Parse one of several names as its index; add a fault and return -1 if unknown."""
        if isinstance(value, str) and value in names:
            return names.index(value)
        if isinstance(value, str):
            message = f"unknown {kind} `{value}`" if value else f"the {kind} is empty"
            self._unknown(codes.UNKNOWN_EXAMPLE_NAME, path, message, (value, names))
        else:
            self.fault(
                codes.WRONG_EXAMPLE_VALUE, path, f"a {kind} is one word", "expected one word"
            )
        return -1

    def number(self, path: str, value: Plain, default: int = 0) -> int:
        """Parse a non-negative integer; add a fault and return the default if it is invalid."""
        if isinstance(value, str) and value.isdecimal():
            return int(value)
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this is not a number", "expected a whole number"
        )
        return default

    def yes(self, path: str, value: Plain) -> bool:
        """Parse `yes` or `no`."""
        return self.choice(path, value, ("no", "yes"), "answer") == 1

    def mapping(self, path: str, value: Plain) -> Mapping[str, Plain]:
        """Return a mapping; add a fault and return an empty one if the value is none."""
        if isinstance(value, Mapping):
            return value
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this has no keys", "expected `key: value` pairs"
        )
        return {}

    def listed(self, path: str, value: Plain) -> list[Plain]:
        """Return a list; add a fault and return an empty one if the value is none."""
        if isinstance(value, list):
            return value
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this is not a list", "expected a list, as [x, y]"
        )
        return []

    def two_sides(
        self, path: str, words: Sequence[str], sides: Sequence[int], pair: Sequence[str]
    ) -> list[str]:
        """Determine which of two things each seat has; partners have the same one.

        Args:
            path: the path of the values in the example.
            words: the word that the example gives for each seat, in order; empty if none.
            sides: the side of each seat, 0 or 1; the first seat is on side 0.
            pair: the two things; by default, side 0 has the first one.
        """
        said = zip(words, sides, strict=True)
        first = {word if side == 0 else other_of(pair, word) for word, side in said if word}
        if len(first) > 1:
            message = f"the {path.rpartition('.')[2]} contradict each other"
            self.impossible(
                path, message, f"expected `{pair[0]}` for one side, `{pair[1]}` for the other"
            )
        ours = min(first, default=pair[0])
        return [other_of(pair, ours) if side else ours for side in sides]

    def hand(self, path: str, value: Plain) -> list[int]:
        """Parse a list of cards."""
        found = [
            self.choice(f"{path}.{place}", word, self.cards, "card")
            for place, word in enumerate(self.listed(path, value))
        ]
        return [card for card in found if card >= 0]

    def grid(self, path: str, value: Plain, side: int) -> list[list[int]]:
        """Parse the stacks of a square grid, one line of text per row."""
        lines = [str(line).split() for line in self.listed(path, value)]
        if len(lines) != side or any(len(line) != side for line in lines):
            shape = f"expected {side} rows of {side} spaces"
            self.fault(codes.WRONG_EXAMPLE_VALUE, path, "the grid has the wrong shape", shape)
            return [[] for _ in range(side * side)]
        return [
            self._stack(f"{path}.{row}", text) for row, line in enumerate(lines) for text in line
        ]

    def _stack(self, path: str, text: str) -> list[int]:
        """Parse the cards of one space, lowest first."""
        if text == EMPTY:
            return []
        found = [self.choice(path, word, self.cards, "card") for word in text.split(ON_TOP)]
        return [card for card in found if card >= 0]

    def _unknown(
        self, code: Code, path: str, message: str, wanted: tuple[str, Sequence[str]]
    ) -> None:
        """Add a fault for a word that is not one of the allowed ones."""
        word, names = wanted
        label, help_ = "expected one of " + ", ".join(names), did_you_mean(word, names)
        self.faults.append(Fault(code, path, message, label, help_))


def rest_of(
    box: Mapping[str, int], placed: Mapping[str, Sequence[int]], reader: Reader
) -> list[int]:
    """Return the cards of the box that have not been placed.

    Args:
        box: card id -> number of copies, for the cards that take part.
        placed: path in the example -> cards placed there.
        reader: receives a fault for surplus cards, at the path of the first surplus copy.
    """
    left = Counter({reader.cards.index(card): count for card, count in box.items()})
    for path, cards in placed.items():
        for card in cards:
            left[card] -= 1
            if left[card] == -1:
                name = reader.cards[card]
                count = box.get(name, 0)
                message = f"the deck has {counted(count, 'card')} `{name}`, and more are placed"
                reader.impossible(path, message, f"expected at most {count} in all")
    return list(left.elements())
