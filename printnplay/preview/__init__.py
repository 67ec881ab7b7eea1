"""The live page: a game as it looks while it is written, served to a browser of this machine."""
