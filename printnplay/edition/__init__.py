"""A loaded game, its edition in one language, and the requests of commands."""
