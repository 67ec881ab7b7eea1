"""The orders in which pages of fronts and of backs follow one another."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from printnplay.recognition.faces import Side, alike, is_strange

NAMED, TITLED, ENDED, PERHAPS = 2.0, 1.2, 1.0, 0.5
"""What speaks for backs: the name of their file, the titles of their pages, and pages that show
one face only beside pages of fronts, which is unlike these, or not. 1 is enough."""


class Order(Struct, frozen=True):
    """The page of backs of each page of fronts, and what speaks for this order by itself."""

    pairs: tuple[tuple[int, int], ...]
    weight: float = 0.0


def orders_of(sides: Sequence[Side]) -> Iterator[Order]:
    """Yield the orders that pages may have, the most usual first."""
    count = len(sides)
    yield from _said([side.is_named for side in sides], NAMED, [side.deck for side in sides])
    yield from _said([side.is_titled for side in sides], TITLED, [""] * count)
    yield from _ended(sides)
    if count % 2 == 0:
        half = count // 2
        yield Order(tuple((page, page + 1) for page in range(0, count, 2)))
        if half > 1:
            yield Order(tuple((page, page + half) for page in range(half)))


def _said(are_backs: Sequence[bool], weight: float, decks: Sequence[str]) -> Iterator[Order]:
    """Yield the order in which words say which pages are backs, each of its deck."""
    fronts = [page for page, is_back in enumerate(are_backs) if not is_back]
    backs = [page for page, is_back in enumerate(are_backs) if is_back]
    if not fronts or not backs:
        return
    own = {decks[page] for page in backs}
    if own != {decks[page] for page in fronts}:
        own = {""}
        decks = [""] * len(decks)
    pairs: list[tuple[int, int]] = []
    for deck in sorted(own):
        of_deck = [page for page in fronts if decks[page] == deck]
        behind = [page for page in backs if decks[page] == deck]
        if len(behind) == 1:
            pairs += [(page, behind[0]) for page in of_deck]
        elif len(behind) == len(of_deck):
            pairs += zip(of_deck, behind, strict=True)
        else:
            return
    yield Order(tuple(pairs), weight)


def _ended(sides: Sequence[Side]) -> Iterator[Order]:
    """Yield the order in which a page with one face only is the back of those before or after it.

    Pages of copies of one card exist: its face is like others.
    """
    ends = [page for page, side in enumerate(sides) if side.is_uniform]
    fronts = [page for page in range(len(sides)) if page not in ends]
    faces = [thumb for page in fronts for thumb in sides[page].thumbs]
    is_varied = len(faces) > 1 and not all(alike(faces[0], one) for one in faces[1:])
    if not ends or not is_varied or any(after == end + 1 for end, after in pairwise(ends)):
        return
    weight = (
        ENDED
        if all(is_strange(sides[end], [sides[page] for page in fronts]) for end in ends)
        else PERHAPS
    )
    if ends[-1] == len(sides) - 1 and ends[0] != 0:
        yield Order(
            tuple((page, next(end for end in ends if end > page)) for page in fronts), weight
        )
    elif ends[0] == 0 and ends[-1] != len(sides) - 1:
        yield Order(
            tuple((page, max(end for end in ends if end < page)) for page in fronts), weight
        )
