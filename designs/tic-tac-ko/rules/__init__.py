"""Tic Tac K.O.: its cards, numbers, rules by id, variants, and the game that plays by them."""

from .cards import COMPONENTS, FACTS, VARIANTS
from .legality import CLAUSES, SENTENCES
from .notation import TicTacKo

new_game = TicTacKo

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacKo", "new_game"]
