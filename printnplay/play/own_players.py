"""Players of the user's own: a Python file with a function that chooses moves.

    def choose(game, table, moves, rng):
        return moves[rng(len(moves))]

The file is code, so it runs only with the user's consent. The function gets a table on which the
cards that its seat does not see are dealt anew: it can neither cheat nor change the game.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from printnplay.files.door import ReadError, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.play.log import in_one_line
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import GAME, LOADING, within
from printnplay.rules.game import Rng
from printnplay.rules.importer import SUFFIX, run_files
from printnplay.rules.loader import MAX_BYTES, RulesFileError, RulesSource, contained

FUNCTION = "choose"
"""Name of the function."""

_VERBS = {"the rules fail:": "fails:", "the rules do not end:": "does not end:"}
"""What is said of rules that fail, and of a player."""

_LABEL = f"expected a function `{FUNCTION}(game, table, moves, rng)` that returns one of the moves"
_HELP = "docs/play.md shows a player"


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
        self.name, self._source = name, RulesSource.at(Path(name))
        entry = self._source.entry
        try:
            contents = {entry: read(entry, MAX_BYTES, anywhere=True)}
        except ReadError as error:
            message = f"the player `{name}` cannot be read: {error.reason}"
            raise RulesFileError(self._fault(message)) from error
        with self._contained(LOADING):
            module = run_files(entry, self._source.module, contents, {})
        choose = vars(module).get(FUNCTION)
        if not callable(choose):
            raise RulesFileError(self._fault(f"the player `{name}` has no function `{FUNCTION}`"))
        self._choose: Callable[..., object] = choose

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
        with self._contained(GAME):
            chosen = self._choose(game, seen, list(moves), rng)
        for move in moves:
            if move == chosen:
                return move
        what = in_one_line(game.names(chosen)) if isinstance(chosen, Move) else repr(chosen)[:80]
        raise RulesFileError(self._fault(f"the player `{self.name}` chose no legal move: {what}"))

    @contextmanager
    def _contained(self, seconds: float) -> Iterator[None]:
        """Convert what goes wrong in the file to errors of the player."""
        try:
            with contained(self._source), within(seconds, f"`{self.name}`"):
                yield
        except RulesFileError as error:
            message = error.fault.message
            for said, of_player in _VERBS.items():
                message = message.replace(said, f"the player `{self.name}` {of_player}", 1)
            raise RulesFileError(self._fault(message, error.fault.span)) from error

    def _fault(self, message: str, span: Span | None = None) -> Diagnostic:
        return Diagnostic(
            codes.PLAYER_FAILS, message, span or Span(self._source.shown), _LABEL, _HELP
        )
