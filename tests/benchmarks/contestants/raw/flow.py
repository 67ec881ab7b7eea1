"""The blocks of a page of text as Platypus flowables."""

from html import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from raw.loading import Data
from raw.pictures import Album
from raw.shapes import colour

ALIGNED = {"left": TA_LEFT, "centre": TA_CENTER, "right": TA_RIGHT}
GUTTER = 14.17
ROW_SPACE = 2.55
TABLE_SPACE = 7.09
HAIRLINE = 0.57
LINE = "#c9c6d8"
BARE = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]


class Figure(Flowable):  # type: ignore[misc]
    """A picture in the text, drawn where it stands."""

    def __init__(self, album: Album, name: str, width: float, height: float) -> None:
        """Draw a picture of the album in this size."""
        super().__init__()
        self.album, self.name = album, name
        self.edge: Data = None
        self.width, self.height = width, height
        self.hAlign = "CENTER"
        self.spaceBefore = TABLE_SPACE

    def draw(self) -> None:
        """Draw it; a scaled one is a card and has no bleed here."""
        picture = self.album.pictures[self.name]
        canvas = self.canv
        canvas.saveState()
        if self.width != picture["width"]:
            self.album.clip(0, 0, self.width, self.height)
            canvas.scale(self.width / picture["width"], self.height / picture["height"])
        self.album.put(self.name)
        canvas.restoreState()
        if self.edge:
            canvas.setStrokeColor(colour(self.edge[0]))
            canvas.setLineWidth(self.edge[1])
            canvas.rect(0, 0, self.width, self.height)


class Setter:
    """Makes flowables for one document."""

    def __init__(self, album: Album, data: Data) -> None:
        """Take the styles of this language, and the pictures of the document."""
        self.album = album
        self.styles = [_style(number, style) for number, style in enumerate(data["styles"])]

    def flowables(self, blocks: Data, width: float) -> list[Flowable]:
        """The blocks of a frame of this width."""
        return [getattr(self, block[0])(width, *block[1:]) for block in blocks]

    def p(self, _width: float, style: int, words: Data, marker: str) -> Flowable:
        """A paragraph, perhaps of a list."""
        return Paragraph(_markup(words), self.styles[style], bulletText=marker or None)

    def figure(self, _width: float, name: str, width: float, height: float) -> Flowable:
        """A picture in the middle."""
        return Figure(self.album, name, width, height)

    def table(self, width: float, rows: Data) -> Flowable:
        """What there is on the left, how many on the right."""
        cells = [
            [self.p(0, style, words, ""), Paragraph(number, self.styles[right])]
            for words, style, number, right in rows
        ]
        made = Table(cells, [width - 60, 60], spaceBefore=TABLE_SPACE, spaceAfter=TABLE_SPACE)
        made.setStyle(
            TableStyle(
                [
                    *BARE,
                    ("TOPPADDING", (0, 0), (-1, -1), ROW_SPACE),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), ROW_SPACE),
                    ("LINEBELOW", (0, 0), (-1, -1), HAIRLINE, colour(LINE)),
                ]
            )
        )
        return made

    def card(self, width: float, name: str, across: float, down: float, *more: Data) -> Flowable:
        """The face of a card with an edge, and its rules beside it."""
        beside, edge = more
        indent = across + GUTTER
        words = self.flowables(beside, width - indent)
        face = Figure(self.album, name, across, down)
        face.hAlign, face.edge = "LEFT", edge
        made = Table([[face, words]], [indent, width - indent], spaceBefore=2 * TABLE_SPACE)
        made.spaceAfter = TABLE_SPACE
        made.setStyle(TableStyle([*BARE, ("VALIGN", (0, 0), (-1, -1), "TOP")]))
        return made


def _style(number: int, style: Data) -> ParagraphStyle:
    face = style["faces"][""]
    return ParagraphStyle(
        f"style{number}",
        fontName=face,
        fontSize=style["size"],
        leading=style["leading"],
        textColor=colour(style["colour"]),
        spaceBefore=style["before"],
        spaceAfter=style["after"],
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
