"""Tic-Tac Match: its cards and numbers, its rules, and what can be counted of it."""

from .play import TicTacMatch

new_game = TicTacMatch
