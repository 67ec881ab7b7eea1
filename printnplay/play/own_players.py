"""Players of the user's own: a Python file with a function that chooses moves.

    def choose(game, table, moves, rng):
        return moves[rng(len(moves))]

The file is code, so it runs only with the user's consent. The function gets a table on which the
cards that its seat does not see are dealt anew: it can neither cheat nor change the game.
"""

from collections.abc import Sequence
from typing import Any

from printnplay.kernel import codes
from printnplay.play.log import in_one_line
from printnplay.play.own_files import OwnFile, Trade
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import GAME
from printnplay.rules.game import Rng
from printnplay.rules.importer import SUFFIX

FUNCTION = "choose"
"""Name of the function."""

PLAYER = Trade(
    "the player",
    (FUNCTION,),
    codes.PLAYER_FAILS,
    f"expected a function `{FUNCTION}(game, table, moves, rng)` that returns one of the moves",
    "docs/play.md shows a player",
)


def is_own(name: str) -> bool:
    """Return whether the name of a player is that of a file."""
    return name.endswith(SUFFIX)


class OwnPlayer:
    """Player that asks the function of a file.

    Raises:
        RulesFileError: the file cannot be read, or fails, or has no such function.
    """

    def __init__(self, name: str) -> None:
        """Run the file."""
        self._file = OwnFile(name, PLAYER)
        self._choose = self._file.functions[FUNCTION]

    def __call__(
        self,
        game: CardGame[Any],
        table: Any,  # noqa: ANN401
        moves: Sequence[Move],
        rng: Rng,
    ) -> Move:
        """Return the move that the function chooses.

        Raises:
            RulesFileError: it fails, or returns something else.
        """
        seen = game.resample(table, game.to_move(table), rng)
        with self._file.contained(GAME):
            chosen = self._choose(game, seen, list(moves), rng)
        for move in moves:
            if move == chosen:
                return move
        what = in_one_line(game.names(chosen)) if isinstance(chosen, Move) else repr(chosen)[:80]
        raise self._file.error(f"chose no legal move: {what}")
