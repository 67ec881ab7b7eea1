"""Tic-Tac Match: its cards, numbers, rules by id, and the game that plays by them."""

from printnplay.rules.games.tic_tac_match.cards import COMPONENTS, FACTS, VARIANTS
from printnplay.rules.games.tic_tac_match.notation import TicTacMatch
from printnplay.rules.games.tic_tac_match.play import CLAUSES, SENTENCES

new_game = TicTacMatch

__all__ = ["CLAUSES", "COMPONENTS", "FACTS", "SENTENCES", "VARIANTS", "TicTacMatch", "new_game"]
