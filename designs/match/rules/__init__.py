"""MATCH!: its cards and numbers, its rules, and what can be counted of it."""

from .play import MatchGame

LIMIT = 20_000
"""Moves by which a game played at random has ended with up to five players. Eight who play without
a plan lose points on average: one game in seven is then unfinished."""

new_game = MatchGame
