"""Sheets of text: how to make the game, the rules at a glance, and pages that stay blank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printnplay.imposition.labels import place_label
from printnplay.imposition.overview import overview
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.rulers import INCHES, METRIC, Scale, ruler
from printnplay.imposition.sides import Side
from printnplay.model.diagnostics import Severity, Span
from printnplay.model.game import OWN
from printnplay.model.geometry import Paper, Point, Rect, Um, mm
from printnplay.model.printing import Backs, PrintSettings
from printnplay.model.sheet import Item, shifted
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.sheets import SMALL, TITLE, PlannedSide
from printnplay.typesetting.pages.strips import Strip, stack
from printnplay.typesetting.pages.text_sheets import TextSheet, lay_instructions, lay_reference
from printnplay.typesetting.text.fonts import font_credits
from printnplay.typesetting.text.markup import plain

MARGIN: Um = mm(12.7)
HEAD: Um = mm(20)
FOOT: Um = mm(14)
SPACE: Um = mm(6)
BELOW_HEADING: Um = mm(3)
THUMBNAILS: Um = mm(24)
"""The least height for the thumbnails of all sheets."""

NO_BREAK = "\u00a0"
RULER_ROW: Um = mm(12)
BESIDE_RULER: Um = mm(5)
LISTED = ("front", "fold", "separate", "board", "text")
"""The kinds of sides that the list of sheets names; backs follow their fronts."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler: its scale, what a step from number to number counts, the key of its length."""

    scale: Scale
    counts: int
    text: str


RULERS = (Ruler(METRIC, 10, "ruler.metric"), Ruler(INCHES, 1, "ruler.inch"))


def text_area(paper: Paper) -> Rect:
    """The room for text on a sheet, below its title and above its foot."""
    width, height = paper.size.width, paper.size.height
    return Rect(MARGIN, HEAD, width - 2 * MARGIN, height - HEAD - FOOT)


@dataclass(frozen=True, slots=True)
class TextSheetMaker:
    """Makes the pages of text of a kit.

    `box` are the sheets of the box: they are in another file, yet the instructions explain them.
    """

    edition: Edition
    settings: PrintSettings
    box: Sequence[PlannedSide] = ()

    def blank(self) -> PlannedSide:
        """A page that says that it is blank."""
        area = text_area(self.settings.paper)
        label = self.edition.typesetter.label("booklet.blank", SMALL)
        note = place_label(label, area.centre, "centre")
        return PlannedSide(Side("blank", (note,), area, ()), "kit.title")

    def instructions(self, plans: Sequence[PlannedSide]) -> list[PlannedSide]:
        """How to make the game: the text, two rulers, and all sheets if there is room.

        There is no such page where the paper is too small for it.
        """
        area = text_area(self.settings.paper)
        rulers = Rect(area.x, area.bottom - 2 * RULER_ROW, area.width, 2 * RULER_ROW)
        contents = self._contents(plans, area.width)
        need = contents.height + 2 * SPACE
        room = Rect(area.x, area.y, area.width, rulers.y - area.y - need)
        text = self._text(plans, room)
        if text is None:
            self._no_room("instructions", self.edition.typesetter.text("instructions.title").span)
            return []
        top = text.bottom + SPACE
        below = top + contents.height + BELOW_HEADING
        thumbnails = Rect(area.x, below, area.width, rulers.y - SPACE - below)
        items = (
            *text.items,
            *shifted(contents.items, area.x, top),
            *self._overview(plans, thumbnails),
            *self._rulers(rulers.origin),
        )
        return [PlannedSide(Side("text", items, area, ()), "kit.title")]

    def reference(self) -> list[PlannedSide]:
        """The rules at a glance; no such page where the paper is too small for it."""
        area = text_area(self.settings.paper)
        outline = self.edition.game.outline
        fonts = self._fonts(area.width)
        room = Rect(area.x, area.y, area.width, area.height - fonts.height - SPACE)
        text = lay_reference(self.edition.typesetter, room, outline.summary)
        if text is None:
            self._no_room("rules reference", outline.span)
            return []
        credit = shifted(fonts.items, area.x, area.bottom - fonts.height)
        return [PlannedSide(Side("text", (*text.items, *credit), area, ()), "kit.reference")]

    def _text(self, plans: Sequence[PlannedSide], room: Rect) -> TextSheet | None:
        """The text, with room left below it for the thumbnails unless it needs that itself."""
        choice = {"backs": self.settings.backs, "flip": self.settings.booklet_flip}
        needed = self._needed(plans)
        for below in (THUMBNAILS + SPACE, 0):
            rect = Rect(room.x, room.y, room.width, room.height - below)
            text = lay_instructions(self.edition.typesetter, rect, choice, needed)
            if text is not None:
                return text
        return None

    def _needed(self, plans: Sequence[PlannedSide]) -> set[str]:
        """The sections of the instructions that this kit needs and not every kit does."""
        game = self.edition.game
        own = any(group.backs == OWN for group in game.groups)
        sections = {
            "fold": any(group.fold for group in game.groups),
            "faces": own and self.settings.backs in (Backs.SEPARATE, Backs.NONE),
            "join": any(plan.numbers for plan in (*plans, *self.box)),
            "box": game.box is not None,
        }
        return {section for section, needed in sections.items() if needed}

    def _fonts(self, width: Um) -> Strip:
        """The fonts, their makers and licences."""
        setter = self.edition.typesetter
        named = font_credits(self.edition.families, setter.context.shelf)
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

    def _overview(self, plans: Sequence[PlannedSide], rect: Rect) -> tuple[Item, ...]:
        """Thumbnails of all sheets; none where they are too many to be made out."""
        setter = self.edition.typesetter
        labels = [
            setter.label_of(setter.context.parse(str(number)), SMALL)
            for number in range(2, len(plans) + 2)
        ]
        try:
            return overview([plan.side for plan in plans], self.settings.paper, rect, labels)
        except DoesNotFitError:
            return ()

    def _rulers(self, at: Point) -> Iterator[Item]:
        setter = self.edition.typesetter
        for row, chosen in enumerate(RULERS):
            scale = chosen.scale
            numbers = [
                setter.label_of(setter.context.parse(str(index * chosen.counts)), SMALL)
                for index in range(len(scale.numbered))
            ]
            place = at.moved(0, row * RULER_ROW)
            yield from ruler(scale, place, numbers)
            end = place.moved(scale.length + BESIDE_RULER, scale.ticks[0][1])
            yield place_label(setter.label(chosen.text, TITLE), end)

    def _no_room(self, what: str, span: Span) -> None:
        """Warn of a page that is left out; cards are printed all the same."""
        language, paper = self.edition.language, self.settings.paper
        reason = f"the {language} text does not fit on one page of {paper.name}"
        cure = "choose a larger paper, shorten the text, or make the style's text smaller"
        fault = unfit(what, reason, span, cure)
        self.edition.problems.add(replace(fault, severity=Severity.WARNING))
