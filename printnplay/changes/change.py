"""Changes between two versions of a game, and helpers of both kinds of comparison."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

NEW, GONE, MOVED, TEXT, COUNT, ART, LOOK, BACK, SIZE = (
    "new",
    "gone",
    "moved",
    "text",
    "count",
    "art",
    "look",
    "back",
    "size",
)
"""What differs about a card, a drawing or a text; also `field NAME` and `renamed to ID`."""

FIELD = "field "
"""The prefix for a changed field of a card, before the name of the field."""


BOX = "box"
"""The kind of a box, or of a part of it."""


class Change(Struct, frozen=True):
    """A difference between two versions: `how` something of a `kind` differs, by its `id`.

    `languages` are those that differ, if not all do. `before` and `after` are words or numbers.
    `share` counts the cards of a template whose look changed, and all its cards.
    """

    kind: str
    id: str
    how: str
    languages: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    share: tuple[int, int] | None = None

    def __str__(self) -> str:
        """Return the change in one line, as reports list it."""
        name = f"{self.kind} {self.id}".strip()
        if self.kind == "game":
            return f"{name}: {self.before} -> {self.after}".replace(":  ->", ": ->").strip()
        of = ""
        if self.share and self.share[0] < self.share[1]:
            of = " ({} of {})".format(*self.share)
        where = f" ({', '.join(self.languages)})" if self.languages else ""
        return f"{name}: {self.how}{of}{where}"


class Comparison(Struct, frozen=True):
    """The changes, and what prints differently in each language.

    `cards` are the ids of cards with another face or back, new cards included; `pages` are numbers
    of pages of the newer booklet.
    """

    changes: tuple[Change, ...]
    cards: Mapping[str, frozenset[str]]
    pages: Mapping[str, tuple[int, ...]]

    def box_in(self, language: str) -> bool:
        """Return whether a box prints differently in a language."""
        return any(
            change.kind == BOX
            and change.how != GONE
            and (not change.languages or language in change.languages)
            for change in self.changes
        )


def come_and_gone(kind: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    """Yield the names of a kind that are gone, and those that are new."""
    before, after = list(old), list(new)
    yield from (Change(kind, name, GONE) for name in before if name not in after)
    yield from (Change(kind, name, NEW) for name in after if name not in before)


def moved(places: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """Yield the names that have to move so that all are in the new order: as few as possible.

    Args:
        places: the former places, in the new order.
        names: the names, in the new order.
    """
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [place], [index]
    stays, index = set(), last[-1] if last else -1
    while index >= 0:
        stays.add(index)
        index = before[index]
    yield from (name for index, name in enumerate(names) if index not in stays)
