"""Tic-Tac Match: its cards, numbers, rules by id, and the game that plays by them."""

from .cards import COMPONENTS, FACTS, VARIANTS
from .notation import TicTacMatch
from .play import CLAUSES, SENTENCES

new_game = TicTacMatch

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacMatch", "new_game"]
