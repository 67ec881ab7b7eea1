"""A laid-out page as a script would be given it: things at places, and frames of text to fill."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from inputs.paragraphs import Paragraph, Place, Record
from inputs.pictures import Gallery
from inputs.styles import Styles, in_points
from printnplay.model.geometry import Point, Size, Um
from printnplay.model.sheet import Item, Leaf, Panel, Sheet, Stamp, Stroke, TextLine

Data: TypeAlias = Any

TABLE = "table"
SLACK = 12.0
"""Points that a frame keeps from the bottom edge; what is set a little longer must not get lost."""

FACE = 2
"""A card's face counts twice: every distinct one is drawn as a form, however often it is used."""


@dataclass
class PageReader:
    """Takes one page apart; `flowing` pages have their figures in the text."""

    record: Record
    gallery: Gallery
    styles: Styles
    size: Size
    flowing: bool
    items: list[Data] = field(default_factory=list)
    frames: list[Data] = field(default_factory=list)
    _edges: tuple[Um, Um] = (0, 0)
    _last: Paragraph | None = None
    _card: tuple[Um, list[Data]] | None = None
    _row: list[Data] | None = None

    def read(self, items: tuple[Item, ...]) -> None:
        """Sort all items of the page."""
        for item in items:
            if isinstance(item, TextLine):
                self._text(item)
            elif isinstance(item, Stamp):
                self._stamp(item)
            elif isinstance(item, Stroke):
                self._stroke(item)
            elif isinstance(item, Panel):
                self._panel(item)

    def _text(self, line: TextLine) -> None:
        place = self.record.place(line)
        if place is None:
            self._label(line)
        elif place.paragraph is not self._last:
            self._last = place.paragraph
            if place.line == 0:
                self._paragraph(line, place)

    def _label(self, line: TextLine) -> None:
        if self._row is not None:
            self._row += ["".join(run.text for run in line.runs), self.styles.of_run(line.runs[0])]
            self._row = None
            return
        runs = [
            [in_points(run.x), run.text, run.face, in_points(run.size), run.colour]
            for run in line.runs
        ]
        self.items.append(["text", *_point(line.at), line.turn, runs])

    def _paragraph(self, line: TextLine, place: Place) -> None:
        paragraph = place.paragraph
        corner = line.at.moved(-place.at.x, -place.at.y)
        style = self.styles.of(paragraph)
        if paragraph.name == TABLE:
            self._row = [paragraph.words, style]
            self._table(corner).append(self._row)
            return
        block = ["p", style, paragraph.words, paragraph.marker]
        if self._card and self._card[0] < corner.x:
            self._card[1].append(block)
        else:
            self._card = None
            self._frame(corner, paragraph.width).append(block)

    def _table(self, corner: Point) -> list[Data]:
        blocks = self._frame(corner, self._edges[1] or self.size.width - 2 * corner.x)
        if not blocks or blocks[-1][0] != "table":
            blocks.append(["table", []])
        rows: list[Data] = blocks[-1][1]
        return rows

    def _frame(self, corner: Point, width: Um) -> list[Data]:
        """The blocks of the frame with these edges; another frame if it is not the last one."""
        if self._edges != (corner.x, width) or not self.frames:
            self._edges = (corner.x, width)
            left, top = _point(corner)
            height = in_points(self.size.height) - top - SLACK
            self.frames.append([left, top, in_points(width), height, []])
        blocks: list[Data] = self.frames[-1][4]
        return blocks

    def _stamp(self, stamp: Stamp) -> None:
        whole = stamp.rect.size == self.size
        if not self.flowing or whole:
            self.items.append(self._placed(stamp))
            return
        self._last = None
        width, height = in_points(stamp.rect.width), in_points(stamp.rect.height)
        name = self.gallery.name(stamp.picture)
        left, across = (
            self._edges if self.frames else (stamp.rect.x, self.size.width - 2 * stamp.rect.x)
        )
        blocks = self._frame(Point(left, stamp.rect.y), across)
        if stamp.clip == stamp.rect:
            beside: list[Data] = []
            blocks.append(["card", name, width, height, beside, None])
            self._card = (stamp.rect.x + stamp.rect.width, beside)
        else:
            self._card = None
            blocks.append(["figure", name, width, height])

    def _placed(self, stamp: Stamp) -> Data:
        rect, clip = stamp.rect, stamp.clip
        edges = clip and [*_point(clip.origin), in_points(clip.width), in_points(clip.height)]
        name = self.gallery.name(stamp.picture, placed=1 if self.flowing else FACE)
        return [
            "stamp",
            name,
            *_point(rect.origin),
            in_points(rect.width),
            in_points(rect.height),
            stamp.turn,
            edges,
        ]

    def _panel(self, panel: Panel) -> None:
        """A rectangle; the one about a card belongs to the card."""
        if self.flowing and self._card:
            self.frames[-1][4][-1][5] = [panel.stroke, in_points(panel.stroke_width)]
        else:
            self.items.append(_panel(panel))

    def _stroke(self, line: Stroke) -> None:
        if line.kind == "rule" and self.flowing:
            return  # the hairline of a table, which the contestants draw with their tables
        dash = [in_points(one) for one in line.dash]
        self.items.append(
            [
                "line",
                *_point(line.start),
                *_point(line.end),
                in_points(line.width),
                line.colour,
                dash,
            ]
        )


def leaves(sheet: Sheet, pages: list[object]) -> list[Data]:
    """The pages on a side of a sheet: number, and where."""
    return [
        [pages.index(item.page.items), *_point(item.rect.origin)]
        for item in sheet.items
        if isinstance(item, Leaf)
    ]


def _panel(panel: Panel) -> Data:
    rect = panel.rect
    return [
        "panel",
        *_point(rect.origin),
        in_points(rect.width),
        in_points(rect.height),
        panel.fill,
        panel.stroke,
        in_points(panel.stroke_width),
        in_points(panel.radius),
    ]


def _point(point: Point) -> list[float]:
    return [in_points(point.x), in_points(point.y)]
