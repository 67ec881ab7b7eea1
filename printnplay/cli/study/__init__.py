"""Statistics of simulated games: as text, as JSON, and as an HTML page with plots."""
