"""Tic Tac Taco: its cards and numbers, its rules, and what can be counted of it."""

from .play import TicTacTaco

new_game = TicTacTaco
