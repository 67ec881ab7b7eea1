"""The text engine: marked-up texts become lines of measured type, for cards and booklet alike.

`markup` reads a text, `galley` measures and breaks it, `paragraph` and `fit` place it, `textbox`
draws it as SVG.
"""
