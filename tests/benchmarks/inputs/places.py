"""A laid-out page as a script would be given it: things at places, and paragraphs to be broken."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from inputs.paragraphs import Paragraph, Place, Record
from inputs.pictures import Gallery
from inputs.styles import Styles, in_points
from printnplay.kernel.geometry import Point, Rect, Size
from printnplay.scene.sheet import Item, Leaf, Panel, Sheet, Stamp, Stroke, TextLine

Data: TypeAlias = Any

FACE = 2
"""A card's face counts twice: every distinct one is drawn as a form, however often it is used."""


@dataclass
class PageReader:
    """Takes one page apart; the pictures of `flowing` pages are drawn anew wherever they stand."""

    record: Record
    gallery: Gallery
    styles: Styles
    size: Size
    flowing: bool
    items: list[Data] = field(default_factory=list)
    paragraphs: list[Data] = field(default_factory=list)
    _last: Paragraph | None = None

    def read(self, items: tuple[Item, ...]) -> None:
        """Sort all items of the page."""
        for item in items:
            if isinstance(item, TextLine):
                self._text(item)
            elif isinstance(item, Stamp) and not self.record.is_icon(item):
                self.items.append(self._stamp(item))
            elif isinstance(item, Stroke):
                self.items.append(_stroke(item))
            elif isinstance(item, Panel):
                self.items.append(_panel(item))

    def _text(self, line: TextLine) -> None:
        place = self.record.place(line)
        if place is None:
            self._label(line)
        elif place.line == 0 and place.paragraph is not self._last:
            self._paragraph(line, place)
            # A marker and the first words are two things on one line.
            self._last = place.paragraph

    def _label(self, line: TextLine) -> None:
        runs = [
            [in_points(run.x), run.text, run.face, in_points(run.size), run.colour]
            for run in line.runs
        ]
        self.items.append(["text", *_point(line.at), line.turn, runs])

    def _paragraph(self, line: TextLine, place: Place) -> None:
        """The whole paragraph, which the contestants break themselves, where it begins."""
        paragraph = place.paragraph
        corner = line.at.moved(-place.at.x, -place.at.y)
        width, style = in_points(paragraph.width), self.styles.of(paragraph)
        self.paragraphs.append([*_point(corner), width, style, paragraph.words, paragraph.marker])

    def _stamp(self, stamp: Stamp) -> Data:
        clip = stamp.clip and _rect(stamp.clip)
        name = self.gallery.name(stamp.picture, placed=1 if self.flowing else FACE)
        return ["stamp", name, *_rect(stamp.rect), stamp.turn, clip]


def leaves(sheet: Sheet, pages: list[object]) -> list[Data]:
    """The pages on a side of a sheet that are not blank: number, and where."""
    return [
        [pages.index(item.page.items), *_point(item.rect.origin)]
        for item in sheet.items
        if isinstance(item, Leaf) and item.page.items
    ]


def _stroke(line: Stroke) -> Data:
    dash = [in_points(one) for one in line.dash]
    ends = [*_point(line.start), *_point(line.end)]
    return ["line", *ends, in_points(line.width), line.colour, dash]


def _panel(panel: Panel) -> Data:
    stroke = [panel.stroke, in_points(panel.stroke_width)]
    return ["panel", *_rect(panel.rect), panel.fill, *stroke, in_points(panel.radius)]


def _rect(rect: Rect) -> list[float]:
    return [*_point(rect.origin), in_points(rect.width), in_points(rect.height)]


def _point(point: Point) -> list[float]:
    return [in_points(point.x), in_points(point.y)]
