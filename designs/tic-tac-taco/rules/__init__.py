"""Tic Tac Taco: its cards, numbers, variants, rules by id, and the game that plays by them."""

from .cards import COMPONENTS, FACTS, VARIANTS
from .notation import TicTacTaco
from .play import CLAUSES, SENTENCES

new_game = TicTacTaco

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacTaco", "new_game"]
