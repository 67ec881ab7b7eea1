"""Load games, create their editions in one or two languages, and model command requests."""
