"""Helpers for hands and piles: removing cards, dealing, and pairs of sides."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def without(cards: Sequence[T], card: T) -> list[T]:
    """Return a copy of the cards without one equal to this card.

    >>> without([3, 1, 3], 3)
    [1, 3]
    """
    rest = list(cards)
    take(rest, card)
    return rest


def take(cards: list[T], card: T) -> None:
    """Remove one card equal to this one, if there is one.

    >>> hand = ["flip", "x-red"]
    >>> take(hand, "flip")
    >>> hand
    ['x-red']
    """
    if card in cards:
        cards.remove(card)


def deal_round(pile: list[T], hands: Sequence[list[T]], each: int, first: int = 0) -> None:
    """Deal this many cards to each hand, one at a time, beginning with the first hand.

    >>> hands = [], []
    >>> deal_round([1, 2, 3, 4, 5], hands, 2, first=1)
    >>> hands
    ([4, 2], [5, 3])
    """
    for place in range(first, first + each * len(hands)):
        hands[place % len(hands)].append(pile.pop())


def other_of(pair: Sequence[T], item: T) -> T:
    """Return the other item of a pair.

    >>> other_of(("x", "o"), "x")
    'o'
    """
    return pair[1 - pair.index(item)]
