"""The text engine: marked-up texts become lines of measured type, for cards and booklet alike.

`markup` reads a text, `context` gives it fonts and the marks of its language, `items` and
`breaking` make lines of it, `paragraph` sets them, and `fit` finds the size that a box has room
for.
"""
