"""Tic Tac K.O.: its cards, numbers, rules by id, variants, and the game that plays by them."""

from printnplay.engine.games.tic_tac_ko.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.engine.games.tic_tac_ko.sentences import CLAUSES, SENTENCES
from printnplay.engine.games.tic_tac_ko.wording import TicTacKo

new_game = TicTacKo

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacKo", "new_game"]
