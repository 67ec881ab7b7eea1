"""One rules module a game."""
