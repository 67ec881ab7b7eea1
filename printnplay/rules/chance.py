"""Chance: seeded streams, outcomes played back, and shuffling, all by way of `draw(n)`."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from printnplay.rules.game import Rng


def seeded(seed: int) -> Rng:
    """Return random numbers that are the same on every machine and version of Python.

    `random()` is the one method whose numbers Python promises to keep for a seed.
    """
    fraction = fractions(seed)
    return lambda n: int(fraction() * n)


def fractions(seed: int) -> Callable[[], float]:
    """Return the fractions from 0 to 1 behind `seeded`, which draws `int(fraction() * n)`."""
    return random.Random(seed).random


def recorded(draw: Rng, log: list[int]) -> Rng:
    """Return the same chance with each outcome noted in the log."""

    def note(n: int) -> int:
        log.append(draw(n))
        return log[-1]

    return note


def replayed(outcomes: Iterable[int], then: Rng) -> Rng:
    """Return a chance that replays these outcomes, then follows another chance."""
    left = iter(outcomes)

    def next_one(n: int) -> int:
        outcome = next(left, None)
        return then(n) if outcome is None else outcome

    return next_one


T = TypeVar("T")


def branches(work: Callable[[Rng], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every outcome of chance: its probability, and the result of the work.

    The work is done anew for each, so it has to begin with a copy of what it changes:
    `branches(lambda rng: after(table.copy(), move, rng))`. A game tree has a node of chance there.

    >>> [(str(share), pip) for share, pip in branches(lambda rng: rng(2))]
    [('1/2', 0), ('1/2', 1)]
    """
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        way = _Way(waiting.pop())
        result = work(way)
        waiting += reversed(way.others)
        yield way.share, result


class _Way:
    """Chance that goes one way: as listed first, then always the first outcome."""

    def __init__(self, outcomes: tuple[int, ...]) -> None:
        self.told, self.share = outcomes, Fraction(1)
        self.taken: tuple[int, ...] = ()
        self.others: list[tuple[int, ...]] = []
        """The ways that part from this one."""

    def __call__(self, n: int) -> int:
        at, outcome = len(self.taken), 0
        if at < len(self.told):
            outcome = self.told[at]
        else:
            self.others += [(*self.taken, other) for other in range(1, n)]
        self.taken += (outcome,)
        self.share /= n
        return outcome


class ShuffleError(ValueError):
    """A shuffle, by its name, that cannot bring to the top what a worked example wants there."""

    def __init__(self, name: str) -> None:
        """Keep the name."""
        super().__init__(f"these cards are not in the shuffled pile: {name}")
        self.name = name


def shuffle(cards: list[T], draw: Rng) -> None:
    """Shuffle in place: for each place from the top, draw one of the cards left.

    The top of a pile is the end of its list.
    """
    for last in range(len(cards) - 1, 0, -1):
        chosen = draw(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


def stacked(cards: Sequence[T], top: Sequence[T]) -> list[int]:
    """Return the outcomes with which `shuffle` lays these cards on top, the first one uppermost.

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
