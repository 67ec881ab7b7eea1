"""Tic Tac K.O.: its cards, numbers, rules by id, variants, and the game that plays by them."""

from printnplay.rules.games.tic_tac_ko.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.rules.games.tic_tac_ko.legality import CLAUSES, SENTENCES
from printnplay.rules.games.tic_tac_ko.notation import TicTacKo

new_game = TicTacKo

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacKo", "new_game"]
