"""A game in progress as a sequence of numbered steps: moves of seats and outcomes of chance.

This is the interface for programs that play games: whose step it is, which steps are legal, the
result of a step, and undo. Chance outcomes are steps too, unless a random source is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER, Rng
from printnplay.rules.table import Table

CHANCE = -2
"""Seat of a step that chance decides; real seats count from 0, and -1 is `OVER`."""

T = TypeVar("T", bound=Table)


class Playthrough(Generic[T]):
    """A game in progress, starting with its first shuffle.

    A step is the number of a move, or a chance outcome from 0; all outcomes are equally likely.

    Args:
        game: the rules.
        players: the number of players.
        rng: a random source; without it, chance outcomes are steps.

    Raises:
        ValueError: the game does not support this player count.
    """

    def __init__(self, game: CardGame[T], players: int, rng: Rng | None = None) -> None:
        """Deal, up to the first chance outcome that is open."""
        if players not in game.seats:
            raise ValueError(players)
        self.game, self.players, self._rng = game, players, rng
        self.steps: tuple[int, ...] = ()
        """All steps so far."""
        self.table: T | None = None
        """The table after the last completed move; None during the initial deal.

        While a chance outcome is open, it is the table before the move.
        """
        self.past: tuple[tuple[T, tuple[Move, ...]], ...] = ()
        """The table before each move, and the move, or those made at once."""
        self._moves: tuple[Move, ...] = ()
        self._outcomes: tuple[int, ...] = ()
        self._open = 0
        self._before: list[tuple[Any, ...]] = []
        self._carry_out()

    @property
    def outcomes(self) -> int:
        """The number of possible chance outcomes of the next step; 0 if it is not a chance step."""
        return self._open

    @property
    def seat(self) -> int:
        """The seat whose step it is, CHANCE, or OVER."""
        return CHANCE if self._open or self.table is None else self.game.to_move(self.table)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats whose step it is; several if they choose at once, none for chance."""
        return () if self._open or self.table is None else self.game.acting(self.table)

    def choices(self, seat: int | None = None) -> Sequence[int]:
        """Return the numbers of all legal steps in ascending order; empty when the game is over.

        Args:
            seat: one of those `acting`; by default the one whose step it is.
        """
        if self._open or self.table is None:
            return range(self._open)
        if seat is None or seat == self.seat:
            return [move.number for move in self.game.moves(self.table)]
        moves = self.game.moves_of(self.table, seat) if seat in self.acting else []
        return [move.number for move in moves]

    def step(self, number: int) -> None:
        """Make a move for the seat to move, or choose a chance outcome.

        Raises:
            ValueError: the step is not legal.
        """
        if number not in self.choices():
            raise ValueError(number)
        if not self._open:
            return self._make({self.seat: number})
        self._keep()
        self.steps += (number,)
        self._outcomes += (number,)
        return self._carry_out()

    def step_together(self, numbers: Mapping[int, int]) -> None:
        """Make the choices of all seats that choose at once; each then counts as a step.

        Raises:
            ValueError: other seats are `acting`, or a choice is not legal.
        """
        if {*numbers} != {*self.acting}:
            raise ValueError(numbers)
        if any(number not in self.choices(seat) for seat, number in numbers.items()):
            raise ValueError(numbers)
        self._make(dict(sorted(numbers.items())))

    def _make(self, numbers: Mapping[int, int]) -> None:
        """Make moves by the numbers of their seats."""
        assert self.table is not None
        self._keep()
        self.steps += tuple(numbers.values())
        self._moves = tuple(self.game.move_numbered(*chosen) for chosen in numbers.items())
        self.past += ((self.table, self._moves),)
        self._carry_out()

    def _keep(self) -> None:
        """Store what `undo` restores."""
        before = self.steps, self.past, self.table, self._moves, self._outcomes, self._open
        self._before.append(before)

    def undo(self) -> None:
        """Undo the last step, or the last ones made together.

        Raises:
            IndexError: there is no step to undo.
        """
        before = self._before.pop()
        self.steps, self.past, self.table, self._moves, self._outcomes, self._open = before

    def copy(self) -> "Playthrough[T]":
        """Return an independent copy that can be played on."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin._before = self._before[:]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Playthrough[T]":
        """Return a copy that shares the rules."""
        return self.copy()

    def returns(self) -> tuple[float, ...]:
        """Return the payoff of each seat: see `CardGame.returns`."""
        if self.seat in (CHANCE, OVER) and self.table is not None and not self._open:
            return tuple(map(float, self.game.returns(self.table)))
        return (0.0,) * self.players

    def _carry_out(self) -> None:
        """Deal or make the move; stop where a chance outcome is open."""
        self._open = 0
        chance = _Told(self._outcomes, self._rng)
        try:
            if self.table is None:
                self.table = self.game.setup(self.players, chance)
            elif self._moves:
                table = self.table.copy()
                for move in self._moves:
                    self.game.play(table, move, chance)
                self.table = table
        except _OpenError as found:
            self._open = found.outcomes
            return
        self._moves, self._outcomes = (), ()


class _OpenError(Exception):
    """A chance outcome is open; carries the number of possible outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class _Told:
    """Random source that replays the known outcomes, then uses a stream or raises `_OpenError`."""

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
