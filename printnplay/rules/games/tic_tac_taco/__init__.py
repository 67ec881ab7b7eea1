"""Tic Tac Taco: its cards, numbers, variants, rules by id, and the game that plays by them."""

from printnplay.rules.games.tic_tac_taco.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.rules.games.tic_tac_taco.notation import TicTacTaco
from printnplay.rules.games.tic_tac_taco.play import CLAUSES, SENTENCES

new_game = TicTacTaco

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacTaco", "new_game"]
