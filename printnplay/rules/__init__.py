"""What the rules of a game are written with."""

from printnplay.rules.acts import NOWHERE, SEAT_NAMES, SEATS, Act, Card, Move
from printnplay.rules.board import columns, diagonals, rows, space_names, without
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import branches, seeded, shuffle
from printnplay.rules.clauses import allows, clause, forbids, step
from printnplay.rules.game import OVER, Rng
from printnplay.rules.notation import Reader
from printnplay.rules.protocol import Given
from printnplay.rules.table import (
    EVERYBODY,
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
    word,
)

__all__ = [
    "EVERYBODY",
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
    "Reader",
    "Rng",
    "Table",
    "allows",
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
    "rows",
    "seat",
    "seat_list",
    "seeded",
    "shuffle",
    "space_names",
    "step",
    "without",
    "word",
]
