"""A game that is loaded and checked, in one language; what a command asks for."""
