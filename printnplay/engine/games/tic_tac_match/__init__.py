"""Tic-Tac Match: its cards, numbers, rules by id, and the game that plays by them."""

from printnplay.engine.games.tic_tac_match.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.engine.games.tic_tac_match.sentences import CLAUSES, SENTENCES
from printnplay.engine.games.tic_tac_match.wording import TicTacMatch

new_game = TicTacMatch

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacMatch", "new_game"]
