"""Rulebooks: pages on paper, pages for screens."""
