"""The text engine for cards and pages: fonts, shaping, line breaking, bidi and fitting.

`markup` parses a text, `context` supplies fonts and the marks of its language, `items` and
`breaking` break it into lines, `paragraph` sets them, and `fit` finds the largest size that fits a
box.
"""
