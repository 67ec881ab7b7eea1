"""The words of worked examples, read: card ids, seats, spaces, grids, numbers, moves.

A move is written `play: x-red, to: b2`, `play: flip` or `discard: hand`. Nothing here raises: what
cannot be read is kept as a fault with its dotted path in the example, so that all faults of an
example are reported at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.suggestions import did_you_mean
from printnplay.kernel.values import Plain
from printnplay.rules.piles import other_of

EMPTY = "-"
"""An empty space of a grid."""

ON_TOP = ">"
"""Joins the cards of a stack, the lowest first."""


class Fault(Struct, frozen=True):
    """Something in an example that cannot be read or cannot be."""

    code: Code
    path: str
    message: str
    label: str = ""
    help: str = ""


class Reader(Struct):
    """Reads values of an example for a game with these cards; a card is its place in the list."""

    cards: Sequence[str]
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: Code, path: str, message: str, label: str = "") -> None:
        """Keep a fault."""
        self.faults.append(Fault(code, path, message, label))

    def impossible(self, path: str, message: str, label: str = "") -> None:
        """Keep the reason why there can be no such position."""
        self.fault(codes.IMPOSSIBLE_POSITION, path, message, label)

    def keys(self, path: str, value: Mapping[str, Plain], names: Sequence[str]) -> None:
        """Report keys that mean nothing here."""
        for key in value:
            if key not in names:
                self._unknown(
                    codes.UNKNOWN_EXAMPLE_KEY, f"{path}.{key}", f"unknown key `{key}`", (key, names)
                )

    def choice(self, path: str, value: Plain, names: Sequence[str], kind: str) -> int:
        """Read one of some names as its index; -1, with a fault, if it is none of them."""
        if isinstance(value, str) and value in names:
            return names.index(value)
        if isinstance(value, str):
            self._unknown(
                codes.UNKNOWN_EXAMPLE_NAME, path, f"unknown {kind} `{value}`", (value, names)
            )
        else:
            self.fault(
                codes.WRONG_EXAMPLE_VALUE, path, f"a {kind} is one word", "expected one word"
            )
        return -1

    def number(self, path: str, value: Plain, default: int = 0) -> int:
        """Read a whole number from 0; the default, with a fault, if it is none."""
        if isinstance(value, str) and value.isdecimal():
            return int(value)
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this is not a number", "expected a whole number"
        )
        return default

    def yes(self, path: str, value: Plain) -> bool:
        """Read `yes` or `no`."""
        return self.choice(path, value, ("no", "yes"), "answer") == 1

    def mapping(self, path: str, value: Plain) -> Mapping[str, Plain]:
        """Read a mapping."""
        if isinstance(value, Mapping):
            return value
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this has no keys", "expected `key: value` pairs"
        )
        return {}

    def listed(self, path: str, value: Plain) -> list[Plain]:
        """Read a list."""
        if isinstance(value, list):
            return value
        self.fault(
            codes.WRONG_EXAMPLE_VALUE, path, "this is not a list", "expected a list, as [x, y]"
        )
        return []

    def two_sides(
        self, path: str, words: Sequence[str], sides: Sequence[int], pair: Sequence[str]
    ) -> list[str]:
        """Read what each seat has of two things, the same for partners.

        Args:
            path: where the example names them.
            words: what it says of each seat, in their order; empty where it says nothing.
            sides: 0 or 1, the side of each seat; the first seat is of side 0.
            pair: the two things; where nothing is named, side 0 has the first one.
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
        """Read a list of cards."""
        found = [
            self.choice(f"{path}.{place}", word, self.cards, "card")
            for place, word in enumerate(self.listed(path, value))
        ]
        return [card for card in found if card >= 0]

    def grid(self, path: str, value: Plain, side: int) -> list[list[int]]:
        """Read the stacks of a square grid, a line of spaces for each row."""
        lines = [str(line).split() for line in self.listed(path, value)]
        if len(lines) != side or any(len(line) != side for line in lines):
            shape = f"expected {side} rows of {side} spaces"
            self.fault(codes.WRONG_EXAMPLE_VALUE, path, "the grid has the wrong shape", shape)
            return [[] for _ in range(side * side)]
        return [
            self._stack(f"{path}.{row}", text) for row, line in enumerate(lines) for text in line
        ]

    def _stack(self, path: str, text: str) -> list[int]:
        """The cards of one space, the lowest first."""
        if text == EMPTY:
            return []
        found = [self.choice(path, word, self.cards, "card") for word in text.split(ON_TOP)]
        return [card for card in found if card >= 0]

    def _unknown(
        self, code: Code, path: str, message: str, wanted: tuple[str, Sequence[str]]
    ) -> None:
        """Keep the fault of a word that is not among those that may be here."""
        word, names = wanted
        label, help_ = "expected one of " + ", ".join(names), did_you_mean(word, names)
        self.faults.append(Fault(code, path, message, label, help_))


def rest_of(
    box: Mapping[str, int], placed: Mapping[str, Sequence[int]], reader: Reader
) -> list[int]:
    """Return the cards of the box that no path has placed yet.

    Args:
        box: card id -> number, of the cards that take part.
        placed: path in the example -> the cards placed there.
        reader: takes the fault of cards placed too often, at the path of the first one too many.
    """
    left = Counter({reader.cards.index(card): count for card, count in box.items()})
    for path, cards in placed.items():
        for card in cards:
            left[card] -= 1
            if left[card] == -1:
                name = reader.cards[card]
                count = box.get(name, 0)
                message = f"there are only {count} cards `{name}` to place"
                reader.impossible(path, message, f"expected at most {count} in all")
    return list(left.elements())
