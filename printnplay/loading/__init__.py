"""Loaders: from YAML, Markdown and tables to values that keep their place in the file."""
