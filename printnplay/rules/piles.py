"""Cards as hands and piles hold them: taken away, dealt round, and what each of two sides has."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def without(cards: Sequence[T], card: T) -> list[T]:
    """Return the cards without one of this kind.

    >>> without([3, 1, 3], 3)
    [1, 3]
    """
    rest = list(cards)
    take(rest, card)
    return rest


def take(cards: list[T], card: T) -> None:
    """Take one card of this kind away, if there is one.

    >>> hand = ["flip", "x-red"]
    >>> take(hand, "flip")
    >>> hand
    ['x-red']
    """
    if card in cards:
        cards.remove(card)


def deal_round(pile: list[T], hands: Sequence[list[T]], each: int, first: int = 0) -> None:
    """Deal this many cards to each hand in rounds, from the first hand on.

    >>> hands = [], []
    >>> deal_round([1, 2, 3, 4, 5], hands, 2, first=1)
    >>> hands
    ([4, 2], [5, 3])
    """
    for place in range(first, first + each * len(hands)):
        hands[place % len(hands)].append(pile.pop())


def other_of(pair: Sequence[T], item: T) -> T:
    """Return the other one of two.

    >>> other_of(("x", "o"), "x")
    'o'
    """
    return pair[1 - pair.index(item)]
