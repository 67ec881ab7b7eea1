"""Templates, texts and values to pictures."""
