"""The text engine: fonts, shaping, line breaking, bidi and fit, for cards and pages alike.

`markup` reads a text, `context` gives it fonts and the marks of its language, `items` and
`breaking` make lines of it, `paragraph` sets them, and `fit` finds the size that a box has room
for.
"""
