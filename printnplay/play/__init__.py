"""Many games played: studies, logs, recorded games and mutants."""
