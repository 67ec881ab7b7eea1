"""The rules of games: plays them, checks decks and worked examples. Knows nothing of printing."""
