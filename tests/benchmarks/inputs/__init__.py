"""What the contestants get, made beforehand and not timed: texts and numbers, art as shapes.

Everything is taken from the documents that printnplay itself makes, so that all do the same work.
"""
