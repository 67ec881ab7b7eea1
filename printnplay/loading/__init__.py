"""YAML to model: strict, with a place in the file for every value."""
