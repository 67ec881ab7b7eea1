"""Rasterizing: pages and faces as PNG, legibility, comparison of prints with drawings."""
