"""MATCH!: its cards, numbers, rules by id, and the game that plays by them."""

from .cards import COMPONENTS, FACTS, VARIANTS
from .notation import MatchGame
from .play import CLAUSES, SENTENCES

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
