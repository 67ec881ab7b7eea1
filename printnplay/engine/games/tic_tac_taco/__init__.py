"""Tic Tac Taco: its cards, numbers, variants, rules by id, and the game that plays by them."""

from printnplay.engine.games.tic_tac_taco.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.engine.games.tic_tac_taco.sentences import CLAUSES, SENTENCES
from printnplay.engine.games.tic_tac_taco.wording import TicTacTaco

new_game = TicTacTaco

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacTaco", "new_game"]
