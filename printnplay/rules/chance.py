"""Chance: seeded streams, outcomes played back, and shuffling, all by way of `draw(n)`."""

import random
from collections.abc import Callable, Iterable, Sequence

from printnplay.rules.game import Rng


def seeded(seed: int) -> Rng:
    """A stream of chance that is the same on every machine and version of Python.

    `random()` is the one method whose numbers Python promises to keep for a seed.
    """
    fraction = fractions(seed)
    return lambda n: int(fraction() * n)


def fractions(seed: int) -> Callable[[], float]:
    """The numbers from 0 up to 1 behind `seeded`: `int(fraction() * n)` is what it draws."""
    return random.Random(seed).random


def recorded(draw: Rng, log: list[int]) -> Rng:
    """The same chance, each outcome noted in the log."""

    def note(n: int) -> int:
        log.append(draw(n))
        return log[-1]

    return note


def replayed(outcomes: Iterable[int], then: Rng) -> Rng:
    """First these outcomes, in order; after them another chance."""
    left = iter(outcomes)

    def next_one(n: int) -> int:
        outcome = next(left, None)
        return then(n) if outcome is None else outcome

    return next_one


def shuffle(cards: list[int], draw: Rng) -> None:
    """Shuffle in place: for each place from the top of the pile, draw one of the cards left.

    The top of a pile is the end of its list.
    """
    for last in range(len(cards) - 1, 0, -1):
        chosen = draw(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


def stacked(cards: Sequence[int], top: Sequence[int]) -> list[int]:
    """The outcomes with which `shuffle` lays these cards on top, the first one uppermost.

    >>> pile = [1, 2, 3, 4]
    >>> shuffle(pile, replayed(stacked(pile, [2, 1]), then=lambda n: 0))
    >>> pile[-1], pile[-2]
    (2, 1)
    """
    rest, outcomes = list(cards), []
    for last, card in zip(range(len(rest) - 1, 0, -1), top, strict=False):
        chosen = rest.index(card)
        outcomes.append(chosen)
        rest[last], rest[chosen] = rest[chosen], rest[last]
        rest.pop()
    return outcomes
