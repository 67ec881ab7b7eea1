"""Small games played out wholly: the value of a game with best play, and who can force a win.

Every position is reached by every move and every outcome of chance, the deal included. Each player
takes the move with the highest payoff for themselves (max-n; Luckhardt and Irani, "An algorithmic
solution of n-person games", 1986), the first one of several equal ones; chance takes the mean.
With two players whose payoffs add up to nothing this is expectimax (Michie, "Game-playing and
game-learning automata", 1966). Hidden cards are not hidden here: the players see the whole table.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.play.many_games import Opened, PlayRequest, open_game, studies_of
from printnplay.play.single_games import settled
from printnplay.play.study import Study
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import branches
from printnplay.rules.game import Rng
from printnplay.rules.table import Table

MOST = 100_000
"""Maximum number of positions: about a minute for a game with ten legal moves. An outcome rarer
than one in this many, such as a shuffle of nine cards, is not begun. A guess."""

MAX_N = "max-n: each seat takes the move that pays it most, the first one of equal ones"
ZERO_SUM = "expectimax: best play of both, one's gain being the other's loss"
"""What is computed, for payoffs in general and for two players against each other."""

ZERO = Fraction()

T = TypeVar("T")

Worth: TypeAlias = tuple[tuple[Fraction, ...], tuple[bool, ...]]
"""The payoff of each seat with best play, and whether it can force a win whatever others do."""


class Seat(Struct, frozen=True):
    """The mean payoff of a seat over all deals, and the share of deals in which it forces a win."""

    name: str
    payoff: Fraction
    forced: Fraction


class Solved(Struct, frozen=True):
    """A game that is played out; `method` says in words what is computed."""

    players: int
    positions: int
    over: int
    deals: int
    seats: tuple[Seat, ...]
    first: Seat
    method: str
    title: str = ""


class UnsolvedError(Exception):
    """A game that has too many positions or outcomes, or repeats a position.

    Its text says which, and how many positions were seen.
    """


def solve_game(request: PlayRequest) -> Solved:
    """Play out a game wholly, with the requested number of players, or the smallest one.

    Raises:
        FaultsError: the game does not exist or has errors, cannot be played as requested, is too
            large, or its rules fail.
    """
    opened = open_game(request)
    return settled(opened, partial(_solved, opened, studies_of(request, opened)[0]))


def _solved(opened: Opened, study: Study) -> Solved | Diagnostic:
    game: CardGame[Any] = opened.rules.new_game((), **study.variants)
    try:
        return replace(solve(game, study.players), title=opened.game.title)
    except UnsolvedError as error:
        return Diagnostic(
            codes.CANNOT_SOLVE,
            f"`{opened.game.id}` cannot be played out wholly: {error}",
            opened.game.spans.get("rules", Span(opened.game.folder)),
            f"expected at most {MOST:,} positions, none of which comes again",
            "use --perft N to count positions from one deal, or --player mcts to play well",
        )


Outcome: TypeAlias = tuple[Fraction, object]
"""The probability of an outcome of chance, and the key of the position that it leads to."""


class _Node:
    """A position that is being solved: the outcomes of its moves, and the tables still to solve."""

    def __init__(self, solver: "Solver", table: Table, moves: Sequence[Move]) -> None:
        self.mover = solver.game.to_move(table)
        self.outcomes: list[list[Outcome]] = []
        self.ahead = self._ahead(solver, table, moves)

    def _ahead(
        self,
        solver: "Solver",
        table: Table,
        moves: Sequence[Move],
    ) -> Iterator[tuple[object, Table]]:
        """Yield the key and the table after each move and each outcome of chance."""

        def after(move: Move, rng: Rng) -> Table:
            twin = table.copy()
            solver.game.play(twin, move, rng)
            return twin

        for move in moves:
            self.outcomes.append([])
            for share, reached in solver.outcomes(partial(after, move)):
                key = reached.key()
                self.outcomes[-1].append((share, key))
                yield key, reached


class Solver:
    """Solves a game; `worth` has every position by its key."""

    def __init__(self, game: CardGame[Any]) -> None:
        """Begin without positions."""
        self.game, self.worth = game, dict[object, Worth]()
        self.over = 0
        self.zero_sum = True
        self._path: dict[object, _Node] = {}

    def outcomes(self, work: Callable[[Rng], T]) -> Iterator[tuple[Fraction, T]]:
        """Yield every outcome of chance with its probability.

        Raises:
            UnsolvedError: there are too many.
        """
        for share, reached in branches(work):
            if share * MOST < 1:
                raise UnsolvedError(
                    f"an outcome of chance is rarer than one in {MOST:,};"
                    f" {self._seen:,} positions were seen before it"
                )
            yield share, reached

    @property
    def _seen(self) -> int:
        return len(self.worth) + len(self._path)

    def settle(self, key: object, table: Table) -> None:
        """Solve a position, and before it all that can follow it.

        Raises:
            UnsolvedError: there are too many, or one comes again.
        """
        self._enter(key, table)
        while self._path:
            key, node = next(reversed(self._path.items()))
            following, reached = next(node.ahead, (None, None))
            if reached is None:
                del self._path[key]
                self.worth[key] = self._best(node)
            else:
                self._enter(following, reached)

    def _enter(self, key: object, table: Table) -> None:
        """Put a position that is new on the path, or its worth into the table if it is an end."""
        if key in self._path:
            raise UnsolvedError(
                f"a position can come again, so that a game need not end;"
                f" {self._seen:,} positions were seen"
            )
        if key in self.worth:
            return
        if self._seen >= MOST:
            raise UnsolvedError(f"{self._seen:,} positions were seen, and there are more")
        moves = self.game.moves(table)
        if moves:
            self._path[key] = _Node(self, table, moves)
            return
        payoffs = tuple(Fraction(str(value)) for value in self.game.returns(table))
        won = self.game.result(table) or ()
        self.worth[key] = payoffs, tuple(seat in won for seat in range(table.players))
        self.over += 1
        self.zero_sum &= not sum(payoffs)

    def _best(self, node: _Node) -> Worth:
        """Return the worth of the best move of the seat to move; chance takes the mean."""
        moves = [mean_worth(self._weighed(outcomes)) for outcomes in node.outcomes]
        best, _ = max(moves, key=lambda worth: worth[0][node.mover])
        forced = tuple(
            (any if seat == node.mover else all)(sure[seat] for _, sure in moves)
            for seat in range(len(best))
        )
        return best, forced

    def _weighed(self, outcomes: Sequence[Outcome]) -> list[tuple[Fraction, Worth]]:
        return [(share, self.worth[key]) for share, key in outcomes]


def mean_worth(outcomes: Sequence[tuple[Fraction, Worth]]) -> Worth:
    """Return the mean payoff of each seat, and whether it wins in every outcome."""
    if len(outcomes) == 1:
        return outcomes[0][1]
    seats = range(len(outcomes[0][1][0]))
    payoffs = tuple(sum((share * worth[0][s] for share, worth in outcomes), ZERO) for s in seats)
    return payoffs, tuple(all(worth[1][s] for _, worth in outcomes) for s in seats)


def solve(game: CardGame[Any], players: int) -> Solved:
    """Return the value of a game over all deals.

    Raises:
        UnsolvedError: the game is too large, or repeats a position.
    """
    solver = Solver(game)
    deals = defaultdict[object, Fraction](Fraction)
    first: dict[object, int] = {}
    for share, table in solver.outcomes(lambda rng: game.setup(players, rng)):
        key = table.key()
        solver.settle(key, table)
        deals[key] += share
        first[key] = game.to_move(table)

    def seat(name: str, at_table: Mapping[object, int]) -> Seat:
        """Return the figures of a seat, which may be another one in each deal."""
        worth = [(share, solver.worth[key], at_table[key]) for key, share in deals.items()]
        payoff = sum((share * payoffs[at] for share, (payoffs, _), at in worth), ZERO)
        forced = sum((share * sure[at] for share, (_, sure), at in worth), ZERO)
        return Seat(name, payoff, forced)

    seats = tuple(seat(SEAT_NAMES[at], dict.fromkeys(deals, at)) for at in range(players))
    return Solved(
        players=players,
        positions=len(solver.worth),
        over=solver.over,
        deals=len(deals),
        seats=seats,
        first=seat("first to move", first),
        method=ZERO_SUM if players == 2 and solver.zero_sum else MAX_N,
    )
