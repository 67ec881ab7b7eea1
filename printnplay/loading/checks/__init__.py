"""What is checked in the texts of a game: one subject a module, one check a function."""
