"""What the rules of a game are written with."""

from printnplay.model.verdicts import Position
from printnplay.rules.acts import NOWHERE, SEAT_NAMES, SEATS, Act, Card, Move
from printnplay.rules.board import columns, diagonals, rows, space_names, without
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import branches, replayed, seeded, shuffle, stacked
from printnplay.rules.clauses import allows, always, clause, forbids, step
from printnplay.rules.game import OVER, Rng
from printnplay.rules.notation import Reader, rest_of
from printnplay.rules.protocol import Given
from printnplay.rules.table import (
    EVERYBODY,
    HIDDEN,
    NOBODY,
    OWNER,
    Table,
    draw_pile,
    each,
    grid,
    hands,
    number,
    pile,
    records,
    seat,
    seat_list,
    slot,
    stacks,
    word,
)

__all__ = [
    "EVERYBODY",
    "HIDDEN",
    "NOBODY",
    "NOWHERE",
    "OVER",
    "OWNER",
    "SEATS",
    "SEAT_NAMES",
    "Act",
    "Card",
    "CardGame",
    "Given",
    "Move",
    "Position",
    "Reader",
    "Rng",
    "Table",
    "allows",
    "always",
    "branches",
    "clause",
    "columns",
    "diagonals",
    "draw_pile",
    "each",
    "forbids",
    "grid",
    "hands",
    "number",
    "pile",
    "records",
    "replayed",
    "rest_of",
    "rows",
    "seat",
    "seat_list",
    "seeded",
    "shuffle",
    "slot",
    "space_names",
    "stacked",
    "stacks",
    "step",
    "without",
    "word",
]
