"""The table of Tic-Tac Match: teams, what may cover what, and the lines that show."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from printnplay.engine import grid
from printnplay.engine.games.tic_tac_match.cards import (
    CARDS,
    COLOURS,
    SEATS,
    SIDE,
    SPACES,
    SYMBOL_CARDS,
    VARIANTS,
    TicTacTable,
    colour_of,
    symbol_of,
)
from printnplay.engine.games.tic_tac_match.sentences import CLAUSES, SENTENCES
from printnplay.engine.kernel import Move
from printnplay.engine.openings import Layout, Openings
from printnplay.engine.table_game import TableGame

LAYOUT = Layout(SPACES, SYMBOL_CARDS, 1, cards=len(CARDS), seats=max(SEATS))
"""Symbol cards are laid on spaces; a Flip, the next card, needs none."""


class Ground(TableGame):
    """What the rules say of cards that lie on the table, asked once when a game is made."""

    RULES: ClassVar[Mapping[str, str]] = {**SENTENCES, **CLAUSES}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = VARIANTS

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        super().__init__(off, **chosen)
        self.lines = self._lines()
        lines = self.lines if self.on("TTM-12.line") else []
        self.through = [_through(space, lines) for space in range(SPACES)]
        self.alike = [self._alike(card) for card in range(SYMBOL_CARDS)]
        self.openings = Openings(LAYOUT, self._fits_on, covering=self.on("TTM-6.early"))
        self.bare = self.openings.of([[] for _ in range(SPACES)])
        self.wiping: dict[int, list[Move]] = {}
        self._settle_clauses()

    def _lines(self) -> list[tuple[int, ...]]:
        """The lines of the grid (TTM-1)."""
        shapes = {"row": grid.rows, "column": grid.columns, "diagonal": grid.diagonals}
        return [
            line
            for name, lines in shapes.items()
            if self.on(f"TTM-1.{name}")
            for line in lines(SIDE)
        ]

    def _settle_clauses(self) -> None:
        """Ask once for the clauses that every move depends on; each class adds its own."""

    def _fits_on(self, card: int, top: int | None) -> bool:
        """Whether a Symbol card may lie on another one, or on an empty space (TTM-6)."""
        if top is None:
            return self.on("TTM-6.empty")
        if card == top:
            return not self.on("TTM-6.differ")
        shares = symbol_of(card) == symbol_of(top) or colour_of(card) == colour_of(top)
        return shares or not self.on("TTM-6.share")

    def survey(self, state: TicTacTable) -> int:
        """The openings of the grid as it lies; whoever lays out a grid has to note them."""
        return self.openings.of(state.grid)

    def team(self, state: TicTacTable, player: int) -> int:
        """The player's team, 0 or 1 (TTM-13)."""
        return player % 2 if self.on("TTM-13.opposite") else player * 2 // state.players

    def completes(self, state: TicTacTable, card: int, space: int) -> bool:
        """Whether a card that is laid on a space is part of a line (TTM-1)."""
        stacks, alike = state.grid, self.alike
        face = alike[card]
        for one, other in self.through[space]:
            first, second = stacks[one], stacks[other]
            if first and second and alike[first[-1]] == face == alike[second[-1]]:
                return True
        return False

    def _alike(self, card: int) -> int:
        """A number that the cards of a line have in common (TTM-1)."""
        symbol = symbol_of(card) if self.on("TTM-1.symbol") else 0
        return symbol * len(COLOURS) + (colour_of(card) if self.on("TTM-1.colour") else 0)


def _through(space: int, lines: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The other spaces of each line through a space."""
    return [tuple(other for other in line if other != space) for line in lines if space in line]
