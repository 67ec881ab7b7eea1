"""The boxes of pages: media, bleed and trim, and places on the trimmed page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from printnplay.game.requirements import GENERAL, Requirements
from printnplay.kernel.geometry import Size, Um, in_mm
from printnplay.pdf.preflight.findings import Finding, Rule
from printnplay.pdf.preflight.limits import CLOSE, POINT
from printnplay.pdf.preflight.marks import Box


class PageBoxes(Struct, frozen=True):
    """The boxes of a page in points, with the length of a point on paper in micrometres.

    `has_trim` is false if the page does not say where it is cut; `trim` is then the whole page.
    """

    media: Box
    bleed: Box
    trim: Box
    has_trim: bool
    turned: int = 0
    point: float = POINT

    @property
    def size(self) -> Size:
        """The trimmed size, as the page is seen."""
        left, bottom, right, top = self.trim
        size = Size(round((right - left) * self.point), round((top - bottom) * self.point))
        return size.turned if self.turned in (90, 270) else size

    @property
    def around(self) -> Um:
        """The least width of bleed."""
        return round(min(_margins(self.trim, self.bleed)) * self.point)

    def place(self, box: Box) -> tuple[Um, Um]:
        """Return the top left corner of a box, relative to the trimmed page after rotation."""
        left, bottom, right, top = (
            max(-1e6, min(1e6, edge)) for edge in (box[0], box[1], box[2], box[3])
        )
        from_edges = {
            0: (left - self.trim[0], self.trim[3] - top),
            90: (bottom - self.trim[1], left - self.trim[0]),
            180: (self.trim[2] - right, bottom - self.trim[1]),
            270: (self.trim[3] - top, self.trim[2] - right),
        }
        x, y = from_edges[self.turned]
        return round(x * self.point), round(y * self.point)


def boxes_of(page: Any) -> PageBoxes:
    """Return the boxes of a page.

    Raises:
        ValueError: a box is no list of four numbers, or is empty.
    """
    media = _box(page.mediabox)
    trim = page.obj.get("/TrimBox")
    bleed = page.obj.get("/BleedBox")
    turned = page.get("/Rotate", 0)
    unit = float(page.obj.get("/UserUnit", 1))
    return PageBoxes(
        media,
        _box(bleed) if bleed is not None else media,
        _box(trim) if trim is not None else media,
        trim is not None,
        int(turned) % 360 // 90 * 90,
        POINT * unit,
    )


def _box(declared: Any) -> Box:
    try:
        x, y, other_x, other_y = (float(edge) for edge in declared)
    except TypeError as error:
        raise ValueError(str(error)) from None
    box = min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)
    if box[2] - box[0] < 1 or box[3] - box[1] < 1:
        raise ValueError("a page is empty")
    return box


def _margins(inner: Box, outer: Box) -> tuple[float, ...]:
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]


def faults_of_boxes(boxes: PageBoxes, page: int, wanted: Requirements) -> Iterator[Finding]:
    """Yield what is wrong with the boxes of a page."""
    slack = CLOSE / boxes.point
    if boxes.point != POINT:
        scale = boxes.point / POINT
        yield Finding(Rule.BOXES, f"its points are {scale:g} times as long as usual", page)
    for inner, outer, inside, outside in (
        (boxes.bleed, boxes.media, "BleedBox", "MediaBox"),
        (boxes.trim, boxes.bleed, "TrimBox", "BleedBox"),
    ):
        if min(_margins(inner, outer)) < -slack:
            message = f"the {inside} is not within the {outside}"
            yield Finding(Rule.BOXES, message, page, is_required=True)
    if not boxes.has_trim:
        message = "the page has no TrimBox: nothing says where it is cut"
        yield Finding(Rule.TRIM, message, page, is_required=bool(wanted.standard))
        return
    bleed = wanted.bleed if wanted.bleed is not None else GENERAL.bleed
    if bleed and boxes.around < bleed - CLOSE:
        message = f"it has {in_mm(max(0, boxes.around), 2)} mm of bleed, not {in_mm(bleed, 2)}"
        yield Finding(Rule.BLEED, message, page, is_required=wanted.bleed is not None)
    if wanted.sizes and not any(_like(boxes.size, size) for _, size in wanted.sizes):
        name, near = min(wanted.sizes, key=lambda one: _apart(boxes.size, one[1]))
        yield Finding(
            Rule.SIZE,
            f"{wanted.name} makes nothing of {boxes.size.in_mm(1)}; the nearest is {name},"
            f" {near.in_mm(1)}",
            page,
            is_required=True,
        )


def usual_size(pages: Sequence[PageBoxes]) -> Size:
    """Return the trimmed size of most pages."""
    sizes = Counter((round(one.size.width, -2), round(one.size.height, -2)) for one in pages)
    return Size(*sizes.most_common(1)[0][0])


def faults_of_sizes(pages: Sequence[PageBoxes]) -> Iterator[Finding]:
    """Yield the pages that are not as large as most pages."""
    usual = usual_size(pages)
    for number, one in enumerate(pages, start=1):
        if _apart(one.size, usual) > 8 * CLOSE and one.has_trim:
            message = f"it is {one.size.in_mm(1)}; most pages are {usual.in_mm(1)}"
            yield Finding(Rule.ALIKE, message, number)


def _apart(one: Size, other: Size) -> int:
    """Return how far two sizes differ, whichever side is up."""
    return min(
        max(abs(one.width - width), abs(one.height - height))
        for width, height in ((other.width, other.height), (other.height, other.width))
    )


def _like(one: Size, other: Size) -> bool:
    return _apart(one, other) <= 4 * CLOSE
