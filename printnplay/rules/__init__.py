"""The API for rules files, plus the rules loader and the judge of worked examples."""

from printnplay.game.verdicts import Position
from printnplay.rules import parts
from printnplay.rules.acts import NOWHERE, SEAT_NAMES, SEATS, Act, Move, MovesByParts
from printnplay.rules.board import (
    SLANTING,
    STRAIGHT,
    columns,
    diagonals,
    lines,
    neighbours,
    rows,
    space_names,
)
from printnplay.rules.cardgame import CardGame
from printnplay.rules.cards import Card, field
from printnplay.rules.chance import branches, replayed, seeded, shuffle, stacked
from printnplay.rules.clauses import allows, always, clause, forbids, only_when_off, step
from printnplay.rules.decks import deck
from printnplay.rules.game import OVER, Rng
from printnplay.rules.notation import Reader, rest_of
from printnplay.rules.piles import deal_round, other_of, take, without
from printnplay.rules.playthrough import CHANCE, Playthrough
from printnplay.rules.protocol import Given
from printnplay.rules.table import Table

__all__ = [
    "CHANCE",
    "NOWHERE",
    "OVER",
    "SEATS",
    "SEAT_NAMES",
    "SLANTING",
    "STRAIGHT",
    "Act",
    "Card",
    "CardGame",
    "Given",
    "Move",
    "MovesByParts",
    "Playthrough",
    "Position",
    "Reader",
    "Rng",
    "Table",
    "allows",
    "always",
    "branches",
    "clause",
    "columns",
    "deal_round",
    "deck",
    "diagonals",
    "field",
    "forbids",
    "lines",
    "neighbours",
    "only_when_off",
    "other_of",
    "parts",
    "replayed",
    "rest_of",
    "rows",
    "seeded",
    "shuffle",
    "space_names",
    "stacked",
    "step",
    "take",
    "without",
]
