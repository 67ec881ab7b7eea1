"""The values of a game: cards, texts, rulebook, print services."""
