"""The live page: a local server that renders a game while it is written."""
