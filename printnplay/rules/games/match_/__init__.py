"""MATCH!: its cards, numbers, rules by id, and the game that plays by them."""

from printnplay.rules.games.match_.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.rules.games.match_.notation import MatchGame
from printnplay.rules.games.match_.play import CLAUSES, SENTENCES

LIMIT = 20_000
"""Moves by which a game played at random has ended with up to five players. Eight who play without
a plan lose points on average: one game in seven is then unfinished."""

new_game = MatchGame

__all__ = [
    "CLAUSES",
    "COMPONENTS",
    "FACTS",
    "LIMIT",
    "SENTENCES",
    "VARIANTS",
    "MatchGame",
    "new_game",
]
