"""Paragraphs of a page of text, set by Platypus."""

from html import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from raw.loading import Data
from raw.shapes import colour

ALIGNED = {"left": TA_LEFT, "centre": TA_CENTER, "right": TA_RIGHT}


class Setter:
    """Makes the paragraphs of one document."""

    def __init__(self, data: Data) -> None:
        """Take the styles of this language."""
        self.styles = [_style(number, style) for number, style in enumerate(data["styles"])]

    def paragraph(self, style: int, words: Data, marker: str) -> Paragraph:
        """A paragraph, perhaps of a list."""
        return Paragraph(_markup(words), self.styles[style], bulletText=marker or None)


def _style(number: int, style: Data) -> ParagraphStyle:
    face = style["faces"][""]
    return ParagraphStyle(
        f"style{number}",
        fontName=face,
        fontSize=style["size"],
        leading=style["leading"],
        textColor=colour(style["colour"]),
        alignment=ALIGNED[style["align"]],
        leftIndent=style["indent"],
        bulletFontName=face,
        bulletFontSize=style["size"],
    )


def _markup(words: Data) -> str:
    made = ""
    for text, kind in words:
        opening = "".join(f"<{one}>" for one in kind)
        closing = "".join(f"</{one}>" for one in reversed(kind))
        made += opening + escape(text) + closing
    return made
