"""The two pages of a kit without cards: how to make the game, and the rules at a glance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from printnplay.imposition.furniture import place_label
from printnplay.imposition.overview import SCALES, overview, ruler
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.model.diagnostics import Span
from printnplay.model.game import OWN
from printnplay.model.geometry import Paper, Point, Rect, Um, mm
from printnplay.model.sheet import Item, shifted
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.typesetting.pages.strips import Strip, stack
from printnplay.typesetting.pages.text_sheets import Leaflet, lay_instructions, lay_reference
from printnplay.typesetting.text.fonts import font_credits
from printnplay.typesetting.text.markup import plain

TITLE = "label"
SMALL = "label-small"

MARGIN: Um = mm(12.7)
HEAD: Um = mm(20)
FOOT: Um = mm(14)
SPACE: Um = mm(6)
BELOW_HEADING: Um = mm(3)
GLANCE_LEAST: Um = mm(24)
"""What the thumbnails of all sheets need at least."""

RULERS = (("mm", 10, "ruler.metric"), ("in", 1, "ruler.inch"))
"""Each ruler: its scale, what one number counts in it, the text of its length."""

NO_BREAK = "\u00a0"
RULER_ROW: Um = mm(12)
BESIDE_RULER: Um = mm(5)
LISTED = ("front", "fold", "separate", "board", "text")
"""The kinds of sides that the list of sheets names; backs follow their fronts."""


@dataclass(frozen=True, slots=True)
class PlannedSide:
    """A side to be dressed: the key of its title, that of its note, and the numbers in the note."""

    side: Side
    title: str
    note: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)


def text_area(paper: Paper) -> Rect:
    """The room for text on a sheet, below its title and above its foot."""
    width, height = paper.size.width, paper.size.height
    return Rect(MARGIN, HEAD, width - 2 * MARGIN, height - HEAD - FOOT)


@dataclass(frozen=True, slots=True)
class TextSheetMaker:
    """Makes the pages of text for one paper and one way of printing.

    `box` are the sheets of the box: they lie in another file, yet are told of here.
    """

    edition: Edition
    paper: Paper
    backs: str
    flip: str
    box: Sequence[PlannedSide] = ()

    def instructions(self, plans: Sequence[PlannedSide]) -> Side:
        """How to make the game: the text, two rulers, and all sheets if there is room."""
        area = text_area(self.paper)
        rulers = Rect(area.x, area.bottom - 2 * RULER_ROW, area.width, 2 * RULER_ROW)
        contents = self._contents(plans, area.width)
        need = contents.height + 2 * SPACE
        room = Rect(area.x, area.y, area.width, rulers.y - area.y - need)
        text = self._told(plans, room)
        printed = self.edition.typesetter.text("instructions.title").span
        top = (text or self._no_room("instructions", printed, area)).bottom + SPACE
        below = top + contents.height + BELOW_HEADING
        glance = Rect(area.x, below, area.width, rulers.y - SPACE - below)
        items = (
            *(text.items if text else ()),
            *shifted(contents.items, area.x, top),
            *self._overview(plans, glance),
            *self._rulers(rulers.origin),
        )
        return Side("text", items, area, ())

    def reference(self) -> Side:
        """The rules at a glance."""
        area = text_area(self.paper)
        outline = self.edition.game.outline
        fonts = self._fonts(area.width)
        room = Rect(area.x, area.y, area.width, area.height - fonts.height - SPACE)
        text = lay_reference(self.edition.typesetter, room, outline.summary)
        text = text or self._no_room("rules reference", outline.span, area)
        credit = shifted(fonts.items, area.x, area.bottom - fonts.height)
        return Side("text", (*text.items, *credit), area, ())

    def _told(self, plans: Sequence[PlannedSide], room: Rect) -> Leaflet | None:
        """The text, with room left below it for the thumbnails unless it needs that itself."""
        choice = {"backs": self.backs, "flip": self.flip}
        needed = self._needed(plans)
        for below in (GLANCE_LEAST + SPACE, 0):
            rect = Rect(room.x, room.y, room.width, room.height - below)
            text = lay_instructions(self.edition.typesetter, rect, choice, needed)
            if text is not None:
                return text
        return None

    def _needed(self, plans: Sequence[PlannedSide]) -> set[str]:
        """What this kit has that not every kit does, by the sections that tell of it."""
        game = self.edition.game
        own = any(group.backs == OWN for group in game.groups)
        told = {
            "fold": any(group.fold for group in game.groups),
            "faces": own and self.backs in ("separate", "none"),
            "join": any(plan.numbers for plan in (*plans, *self.box)),
            "box": game.box is not None,
        }
        return {section for section, needed in told.items() if needed}

    def _fonts(self, width: Um) -> Strip:
        """The fonts, their makers and licences."""
        setter = self.edition.typesetter
        named = font_credits(setter.style, setter.context.shelf)
        return stack(setter.strips(setter.inlines("kit.fonts", fonts=named), SMALL, width))

    def _contents(self, plans: Sequence[PlannedSide], width: Um) -> Strip:
        """The heading of the overview, and which sheet begins on which page."""
        setter = self.edition.typesetter
        heading = setter.strips(setter.inlines("kit.overview"), TITLE, width)
        named: dict[str, int] = {}
        for number, plan in enumerate(plans, start=2):
            if plan.side.kind in LISTED:
                title = plain(setter.inlines(plan.title)).replace(" ", NO_BREAK)
                named.setdefault(title, number)
        listed = " · ".join(f"**{number}**{NO_BREAK}{name}" for name, number in named.items())
        return stack([*heading, *setter.strips(setter.context.parse(listed), SMALL, width)])

    def _overview(self, plans: Sequence[PlannedSide], glance: Rect) -> tuple[Item, ...]:
        """Thumbnails of all sheets; none where they are too many to be made out."""
        setter = self.edition.typesetter
        labels = [
            setter.label_of(setter.context.parse(str(number)), SMALL)
            for number in range(2, len(plans) + 2)
        ]
        try:
            return overview([plan.side for plan in plans], self.paper, glance, labels)
        except DoesNotFitError:
            return ()

    def _rulers(self, at: Point) -> Iterator[Item]:
        setter = self.edition.typesetter
        for row, (scale, unit, key) in enumerate(RULERS):
            numbers = [
                setter.label_of(setter.context.parse(str(index * unit)), SMALL)
                for index in range(len(SCALES[scale].numbered))
            ]
            place = at.moved(0, row * RULER_ROW)
            yield from ruler(scale, place, numbers)
            end = place.moved(SCALES[scale].length + BESIDE_RULER, SCALES[scale].ticks[0][1])
            yield place_label(setter.label(key, TITLE), end)

    def _no_room(self, what: str, span: Span, area: Rect) -> Leaflet:
        reason = f"the {self.edition.language} text does not fit on one page of {self.paper.name}"
        cure = "choose a larger paper, shorten the text, or make the style's text smaller"
        self.edition.problems.add(unfit(what, reason, span, cure))
        return Leaflet((), area.y)
