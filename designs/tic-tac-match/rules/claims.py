"""What can be counted of Tic-Tac Match: grids without a line, and hands that cannot be played.

Grids are counted of visible Symbol cards, so every space holds one of eight faces.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from printnplay.rules import lines

from .play import COPIES, FACTS, HAND, SPACES, SYMBOL_CARDS, SymbolCard, shared

NUMBERS = range(len(SPACES))
LINES = tuple(lines(NUMBERS))

Hand = tuple[SymbolCard, ...]


def full_grids() -> int:
    """Full grids, with and without a line."""
    return int(len(SYMBOL_CARDS) ** len(SPACES))


def full_grids_without_line() -> int:
    """Full grids without a line, by inclusion and exclusion over the sets of lines.

    Lines that share a space are of one face: each group of them, and each space outside, is free to
    be any face. Six copies of a face never bind, as seven equal cards on nine spaces hold a line.
    """
    return sum(
        (-1) ** size * len(SYMBOL_CARDS) ** _groups(chosen)
        for size in range(len(LINES) + 1)
        for chosen in combinations(LINES, size)
    )


def _groups(chosen: tuple[tuple[int, ...], ...]) -> int:
    """Sets of spaces that have to be of one face each when all of these are lines."""
    leader = list(range(len(SPACES)))

    def find(space: int) -> int:
        return space if leader[space] == space else find(leader[space])

    for line in chosen:
        for space in line[1:]:
            leader[find(space)] = find(line[0])
    return len({find(space) for space in range(len(SPACES))})


def stuck_hands() -> int:
    """Hands of Symbol cards that some full grid without a line leaves without a play."""
    return sum(1 for hand in _hands() if _is_stuck(hand))


def stuck_positions() -> int:
    """Hands and grids together: hands of Symbol cards without a play on a full grid."""
    return sum(len(_patterns(_blocking(hand)[1])) for hand in _hands())


def stuck_grids() -> int:
    """Full grids without a line on which some hand of Symbol cards has no play."""
    grids: set[tuple[int, ...]] = set()
    for hand in _hands():
        blocking, left = _blocking(hand)
        faces = [SYMBOL_CARDS.index(card) for card in blocking]
        grids.update(tuple(map(faces.__getitem__, places)) for places in _patterns(left))
    return len(grids)


def every_stuck_hand_is_of_one_symbol() -> bool:
    """Whether X and O never stand together in a hand that is stuck."""
    return all(len({card.symbol for card in hand}) == 1 for hand in _hands() if _is_stuck(hand))


def _hands() -> Iterator[Hand]:
    """Every hand of four Symbol cards, its order left aside."""
    return combinations_with_replacement(SYMBOL_CARDS, HAND)


def _is_stuck(hand: Hand) -> bool:
    """Whether the hand has no play on some full grid without a line."""
    return bool(_patterns(_blocking(hand)[1]))


def _blocking(hand: Hand) -> tuple[Hand, tuple[int, ...]]:
    """The faces that no card of the hand may cover, and how many copies of each are left."""
    held = Counter(hand)
    blocking = tuple(top for top in SYMBOL_CARDS if all(shared(card, top) != 1 for card in hand))
    return blocking, tuple(COPIES - held[top] for top in blocking)


@cache
def _patterns(left: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Full grids without a line of some faces, as places among them, with so many copies of each.

    Which faces they are makes no difference, so that many hands share the work.
    """
    if sum(left) < len(SPACES):
        return ()
    return tuple(
        cards
        for cards in _without_line(len(left))
        if all(cards.count(place) <= most for place, most in enumerate(left))
    )


@cache
def _without_line(faces: int) -> tuple[tuple[int, ...], ...]:
    """Full grids without a line of so many faces, as if there were copies enough."""
    return tuple(
        cards
        for cards in product(range(faces), repeat=len(SPACES))
        if not any(cards[a] == cards[b] == cards[c] for a, b, c in LINES)
    )


def cards_left_to_draw() -> int:
    """Cards for a new draw pile when hands and visible grid hold as many as they can."""
    return FACTS["shuffled"] - HAND * FACTS["players_max"] - len(SPACES)
