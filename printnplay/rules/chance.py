"""Randomness by way of `draw(n)`: seeded streams, replayed outcomes and shuffling."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from printnplay.rules.game import Rng


def seeded(seed: int) -> Rng:
    """Return random numbers that are identical on every machine and Python version.

    `random()` is the only method whose sequence Python guarantees for a given seed.
    """
    fraction = fractions(seed)
    return lambda n: int(fraction() * n)


def fractions(seed: int) -> Callable[[], float]:
    """Return the random numbers from 0 to 1 behind `seeded`, which draws `int(fraction() * n)`."""
    return random.Random(seed).random


def recorded(draw: Rng, log: list[int]) -> Rng:
    """Return the same random source, with each outcome appended to the log."""

    def note(n: int) -> int:
        log.append(draw(n))
        return log[-1]

    return note


def replayed(outcomes: Iterable[int], then: Rng) -> Rng:
    """Return a random source that replays these outcomes, then continues with another source."""
    left = iter(outcomes)

    def next_one(n: int) -> int:
        outcome = next(left, None)
        return then(n) if outcome is None else outcome

    return next_one


class Outcomes:
    """Random source that notes its outcomes as people name them.

    A shuffle is the names of its cards from the top, a roll of a die its number from 1, and any
    other draw a number from 0.
    """

    def __init__(self, rng: Rng) -> None:
        """Begin without outcomes."""
        self._rng = rng
        self.noted: list[int | list[str]] = []

    def __call__(self, n: int) -> int:
        """Draw from the source, and note the number."""
        outcome = self._rng(n)
        self.noted.append(outcome)
        return outcome

    def names_outcome(self, draws: int, outcome: int | list[str]) -> None:
        """Note this in place of the last draws, which it consisted of."""
        self.noted[len(self.noted) - draws :] = [outcome]


T = TypeVar("T")


def branches(work: Callable[[Rng], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every random outcome: its probability, and the result of the work.

    The work runs once per outcome, so it must begin with a copy of what it changes:
    `branches(lambda rng: after(table.copy(), move, rng))`. This corresponds to a chance node in a
    game tree.

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
    """Random source for one branch: replays the listed outcomes, then always draws the first."""

    def __init__(self, outcomes: tuple[int, ...]) -> None:
        self.told, self.share = outcomes, Fraction(1)
        self.taken: tuple[int, ...] = ()
        self.others: list[tuple[int, ...]] = []
        """Alternative branches that diverge from this one."""

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
    """A shuffle, given by name, whose cards lack some that a worked example wants on top."""

    def __init__(self, name: str) -> None:
        """Store the name."""
        super().__init__(f"these cards are not in the shuffled pile: {name}")
        self.name = name


def told_of_shuffles(draw: Rng) -> Callable[[list[Any]], None]:
    """Return what a random source wants called with each list that is shuffled."""
    return getattr(draw, "shuffles", _nobody)


def _nobody(cards: list[Any]) -> None:
    """Ignore a shuffle."""


def shuffle(cards: list[T], draw: Rng) -> None:
    """Shuffle in place: for each position from the top, draw one of the remaining cards.

    The top of a pile is the end of its list.
    """
    told_of_shuffles(draw)(cards)
    for last in range(len(cards) - 1, 0, -1):
        chosen = draw(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    if naming := getattr(draw, "names_outcome", None):
        naming(max(len(cards) - 1, 0), [str(card) for card in reversed(cards)])


def stacked(cards: Sequence[T], top: Sequence[T]) -> list[int]:
    """Return the outcomes with which `shuffle` puts these cards on top, the first one uppermost.

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
