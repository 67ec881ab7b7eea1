"""A game in progress, one numbered step after the other: choices of seats and outcomes of chance.

What programs that play games want: whose step it is, which steps there are, what follows from one,
and the way back. Chance is a step like others, unless it is given a stream of its own.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER, Rng
from printnplay.rules.table import Table

CHANCE = -2
"""The seat of a step that chance decides: seats count from 0, and -1 is `OVER`."""

T = TypeVar("T", bound=Table)


class Playthrough(Generic[T]):
    """A game from its first shuffle on.

    A step is the number of a move, or an outcome of chance from 0: all outcomes are equally likely.

    Args:
        game: the rules.
        players: how many play.
        rng: chance; left out, chance is asked for its outcomes step by step.

    Raises:
        ValueError: this many cannot play.
    """

    def __init__(self, game: CardGame[T], players: int, rng: Rng | None = None) -> None:
        """Deal, as far as that goes without an outcome of chance."""
        if players not in game.seats:
            raise ValueError(players)
        self.game, self.players, self._rng = game, players, rng
        self.steps: tuple[int, ...] = ()
        """All steps so far."""
        self.table: T | None = None
        """The table after the last move that is carried out; None while the first cards are dealt.

        While chance decides, it is the table before the move.
        """
        self._move: Any = None
        self._outcomes: tuple[int, ...] = ()
        self._open = 0
        self._before: list[tuple[Any, ...]] = []
        self._carry_out()

    @property
    def outcomes(self) -> int:
        """How many outcomes chance decides between; 0 where it has nothing to decide."""
        return self._open

    @property
    def seat(self) -> int:
        """Whose step it is: a seat, CHANCE, or OVER."""
        return CHANCE if self._open or self.table is None else self.game.to_move(self.table)

    def choices(self) -> Sequence[int]:
        """Return the numbers of all legal steps, rising; none when the game is over."""
        if self._open or self.table is None:
            return range(self._open)
        return [move.number for move in self.game.moves(self.table)]

    def step(self, number: int) -> None:
        """Make a move of the seat that is to move, or decide an outcome of chance.

        Raises:
            ValueError: it is not one of the choices.
        """
        if number not in self.choices():
            raise ValueError(number)
        self._before.append((self.steps, self.table, self._move, self._outcomes, self._open))
        self.steps += (number,)
        if self._open:
            self._outcomes += (number,)
        else:
            self._move = self.game.move_numbered(self.seat, number)
        self._carry_out()

    def undo(self) -> None:
        """Take the last step back.

        Raises:
            IndexError: there is none.
        """
        self.steps, self.table, self._move, self._outcomes, self._open = self._before.pop()

    def copy(self) -> "Playthrough[T]":
        """Return a copy, which can be played without changing this one."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin._before = self._before[:]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Playthrough[T]":
        """A copy; the rules are shared."""
        return self.copy()

    def returns(self) -> tuple[float, ...]:
        """Return the value of the game for each seat: see `CardGame.returns`."""
        if self.seat in (CHANCE, OVER) and self.table is not None and not self._open:
            return tuple(map(float, self.game.returns(self.table)))
        return (0.0,) * self.players

    def _carry_out(self) -> None:
        """Deal or make the move; wait where an outcome of chance is open."""
        self._open = 0
        chance = _Told(self._outcomes, self._rng)
        try:
            if self.table is None:
                self.table = self.game.setup(self.players, chance)
            elif self._move is not None:
                table = self.table.copy()
                self.game.play(table, self._move, chance)
                self.table = table
        except _OpenError as found:
            self._open = found.outcomes
            return
        self._move, self._outcomes = None, ()


class _OpenError(Exception):
    """Chance has to decide between this many outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class _Told:
    """Chance with the outcomes that are known; then a stream, or it is open how it goes on."""

    def __init__(self, outcomes: Sequence[int], then: Rng | None) -> None:
        self._left, self._then = list(reversed(outcomes)), then

    def __call__(self, n: int) -> int:
        if n == 1:
            return 0
        if self._left:
            return self._left.pop()
        if self._then is not None:
            return self._then(n)
        raise _OpenError(n)
