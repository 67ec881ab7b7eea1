"""What the benchmarks share: the clock, the machine, decks of cards, builds."""
