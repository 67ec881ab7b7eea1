"""Checks of what a page paints: colours, inks, pictures, lines, type, distance to the cut."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from printnplay.game.requirements import GENERAL, Requirements
from printnplay.game.services import ColourSpace
from printnplay.kernel.geometry import Um, in_mm, mm
from printnplay.pdf.preflight.boxes import PageBoxes
from printnplay.pdf.preflight.edges import ends_early
from printnplay.pdf.preflight.findings import Finding, Findings, Rule
from printnplay.pdf.preflight.limits import FRINGE, MORE_INK, POINT, PURE
from printnplay.pdf.preflight.marks import Box, Kind, Mark, shared
from printnplay.pdf.preflight.paints import ALL_INKS, CMYK, LAB, RGB
from printnplay.pdf.preflight.pictures import UnmeasuredError, most_ink

NEARLY: Um = mm(0.2)
"""Tolerance for distances that fall short: cutters are less accurate than this."""

RICH_TYPE = 24.0
"""The size of type in points from which black may be printed in several inks: strokes are then
wider than the plates may be out of register. A guess."""

SAME_SIZE = 0.02
"""Tolerance for sizes of type and lines, in points: PDFs have few digits."""

NOISE = 0.0005
"""The share of the pixels of a picture that may take more ink than the limit: lossy compression
makes single ones. A guess."""


class PageCheck:
    """Checks the marks of a page."""

    def __init__(
        self, boxes: PageBoxes, page: int, wanted: Requirements, standard: str, found: Findings
    ) -> None:
        """Check against these requirements; `standard` is the PDF/X standard that holds."""
        self._boxes, self._page, self._wanted, self._found = boxes, page, wanted, found
        self._standard = standard
        self._is_flat = wanted.flat or standard.startswith(("PDF/X-1", "PDF/X-3"))
        self._inks: dict[Any, float | None] = {}

    def check(self, marks: Sequence[Mark]) -> None:
        """Check all marks of the page."""
        is_blank = True
        for mark in marks:
            self._check_colour(mark)
            self._check_font(mark)
            seen = shared(mark.box, self._boxes.bleed)
            if seen is None:
                continue
            is_blank = is_blank and mark.paint.is_white
            self._check_seen(mark)
        if is_blank:
            self._found.add(Finding(Rule.BLANK, "the page is blank", self._page))
        if self._boxes.has_trim:
            bleed = self._wanted.bleed if self._wanted.bleed is not None else GENERAL.bleed
            for side, mark in ends_early(marks, self._boxes, bleed or 0):
                message = f"a picture or ground ends at the cut on the {side}, or in the bleed"
                self._add(Rule.ENDS_EARLY, message, mark)

    def _check_seen(self, mark: Mark) -> None:
        """Check a mark within the bleed."""
        if mark.kind is Kind.TEXT:
            self._check_text(mark)
        elif mark.kind is Kind.PICTURE:
            self._check_picture(mark)
        self._check_line(mark)
        self._check_ink(mark)
        if mark.overprints and mark.paint.is_white:
            what = "text" if mark.kind is Kind.TEXT else "object"
            self._add(Rule.WHITE_OVERPRINT, f"a white {what} overprints: it disappears", mark)
        if mark.transparent and self._is_flat:
            self._add(
                Rule.TRANSPARENT,
                "something is transparent",
                mark,
                is_required=self._flat_stated,
            )

    @property
    def _flat_stated(self) -> bool:
        return self._wanted.flat or bool(self._wanted.standard)

    def _add(
        self,
        rule: Rule,
        message: str,
        mark: Mark,
        *,
        is_required: bool = False,
        rank: float = 0.0,
    ) -> None:
        box: Box = shared(mark.box, self._boxes.media) or mark.box
        place = self._boxes.place(box)
        self._found.add(Finding(rule, message, self._page, place, 1, is_required, rank))

    def _check_colour(self, mark: Mark) -> None:
        space, wanted = mark.paint.space, self._wanted
        if space.kind in (RGB, LAB) and wanted.colour is not ColourSpace.RGB:
            what = "a picture is" if mark.kind is Kind.PICTURE else "something is drawn"
            required = wanted.colour is ColourSpace.CMYK or wanted.standard.startswith("PDF/X-1")
            message = f"{what} in {space.kind}, not in the inks of a press"
            self._add(Rule.SCREEN_COLOUR, message, mark, is_required=required)
        if space.has_profile and self._standard.startswith("PDF/X-1"):
            required = bool(wanted.standard)
            message = "a colour has an ICC profile of its own"
            self._add(Rule.PROFILE, message, mark, is_required=required)
        for name in set(mark.paint.spots) - wanted.spots():
            self._add(Rule.SPOT, f"the spot ink `{name}` is used", mark)
        if ALL_INKS in space.inks and shared(mark.box, self._boxes.trim) and self._boxes.has_trim:
            message = "something is in the colour of register marks, which prints on every plate"
            self._add(Rule.REGISTRATION, message, mark)

    def _check_font(self, mark: Mark) -> None:
        font = mark.font
        if font is None:
            return
        if self._wanted.outlines:
            message = f"the font {font.name} is used; texts must be outlines"
            self._add(Rule.OUTLINES, message, mark, is_required=True)
        if not font.embedded:
            self._add(
                Rule.FONT,
                f"the font {font.name} is not embedded",
                mark,
                is_required=True,
            )

    def _check_text(self, mark: Mark) -> None:
        wanted, scale = self._wanted, self._boxes.point / POINT
        size = mark.size * scale
        smallest = wanted.type if wanted.type is not None else GENERAL.type
        reversed_ = (
            wanted.type_reversed if wanted.type_reversed is not None else GENERAL.type_reversed
        )
        assert smallest is not None
        assert reversed_ is not None
        if size < smallest / POINT - SAME_SIZE:
            message = f"text is {size:.1f} pt small; at least {_points(smallest)} pt are readable"
            self._add(Rule.TYPE, message, mark, is_required=wanted.type is not None, rank=-size)
        elif mark.paint.is_white and size < reversed_ / POINT - SAME_SIZE:
            message = (
                f"white text is {size:.1f} pt small; the ground fills its letters below"
                f" {_points(reversed_)} pt"
            )
            required = wanted.type_reversed is not None
            self._add(Rule.TYPE_REVERSED, message, mark, is_required=required, rank=-size)
        inks = mark.paint.inks
        if inks and inks[3] >= PURE and sum(inks[:3]) > FRINGE and size < RICH_TYPE:
            message = f"black text of {size:.1f} pt is printed in several inks"
            required = wanted.colour is ColourSpace.CMYK
            self._add(Rule.RICH_BLACK, message, mark, is_required=required, rank=-size)
        self._check_distance(mark)

    def _check_distance(self, mark: Mark) -> None:
        boxes, wanted = self._boxes, self._wanted
        if not boxes.has_trim or shared(mark.box, boxes.trim) is None:
            return
        safe = wanted.safe if wanted.safe is not None else GENERAL.safe
        assert safe is not None
        left, bottom, right, top = mark.box
        edges = (left - boxes.trim[0], bottom - boxes.trim[1])
        nearest = min(*edges, boxes.trim[2] - right, boxes.trim[3] - top) * boxes.point
        if nearest < safe - NEARLY:
            where = f"{in_mm(round(nearest), 1)} mm from" if nearest >= 0 else "across"
            message = f"text lies {where} the cut; {in_mm(safe, 2)} mm are safe"
            self._add(Rule.SAFE, message, mark, rank=-nearest)

    def _check_picture(self, mark: Mark) -> None:
        wanted, general = self._wanted, GENERAL
        density = mark.size * POINT / self._boxes.point
        if not isfinite(density):
            return
        if mark.one_bit:
            least, stated = wanted.line_art, wanted.line_art is not None
            rule, what = Rule.LINE_ART, "line art"
        else:
            least, stated = wanted.dpi, wanted.dpi is not None
            rule, what = Rule.RESOLUTION, "a picture"
        least = least or (general.line_art if mark.one_bit else general.dpi) or 0
        if density < least - 1:
            message = f"{what} has {density:.0f} pixels per inch, not {least}"
            self._add(rule, message, mark, is_required=stated, rank=-density)

    def _check_line(self, mark: Mark) -> None:
        wanted = self._wanted
        thinnest = wanted.line if wanted.line is not None else GENERAL.line
        assert thinnest is not None
        is_line = mark.kind is Kind.LINE or (mark.kind is Kind.AREA and isfinite(mark.size))
        if not is_line or mark.paint.spots:  # die lines are not printed
            return
        width = mark.size * self._boxes.point / POINT
        if width < thinnest / POINT - SAME_SIZE:
            message = f"a line is {width:.2f} pt thin; at least {_points(thinnest)} pt print well"
            self._add(Rule.LINE, message, mark, is_required=wanted.line is not None, rank=-width)

    def _check_ink(self, mark: Mark) -> None:
        limit = self._wanted.ink or GENERAL.ink
        assert limit is not None
        if ALL_INKS in mark.paint.space.inks:
            return  # reported as the colour of register marks
        ink = 100 * sum(mark.paint.inks or ())
        if mark.kind is Kind.PICTURE and mark.image is not None and mark.paint.space.kind == CMYK:
            measured = self._ink_of(mark.image)
            if measured is None:
                message = "the ink of a picture cannot be measured: it is too large or not readable"
                self._add(Rule.UNMEASURED, message, mark)
            ink = measured or 0
        if ink > limit + MORE_INK:
            message = f"{ink:.0f} % of ink in one place; the limit is {limit} %"
            required = self._wanted.ink is not None
            self._add(Rule.INK, message, mark, is_required=required, rank=ink)

    def _ink_of(self, image: Any) -> float | None:
        if image.objgen not in self._inks:
            try:
                self._inks[image.objgen] = most_ink(image, ignored=NOISE)
            except UnmeasuredError:
                self._inks[image.objgen] = None
        return self._inks[image.objgen]


def _points(length: Um) -> str:
    return f"{length / POINT:.2f}".rstrip("0").rstrip(".")
