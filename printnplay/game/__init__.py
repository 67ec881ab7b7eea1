"""Values of a game: cards, texts, rulebook outline, verdicts, print services."""
