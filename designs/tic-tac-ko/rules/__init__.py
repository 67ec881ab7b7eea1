"""Tic Tac K.O.: its cards and what they do, its rules, and what can be counted of it."""

from .play import TicTacKo

new_game = TicTacKo
