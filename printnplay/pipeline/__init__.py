"""The tasks of the commands; the only package that knows every stage."""
