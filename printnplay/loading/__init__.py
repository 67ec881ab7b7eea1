"""Loaders: YAML, Markdown and rows of tables to values that keep their place in the file."""
