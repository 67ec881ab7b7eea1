"""Faces of cards: Jinja templates rendered to clean SVG in a sandbox."""
