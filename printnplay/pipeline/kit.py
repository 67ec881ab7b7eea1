"""The kit: instructions, card sheets with their backs, fold cards, the rules at a glance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printnplay.composition.backs import PrintRun, card_sides, separate_sides
from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.folding import fold_sides
from printnplay.composition.furniture import Furniture, dress
from printnplay.composition.labels import place_label
from printnplay.composition.overview import overview
from printnplay.composition.rulers import SCALES, ruler
from printnplay.composition.sides import Side
from printnplay.model.cards import Group
from printnplay.model.geometry import Paper, Point, Rect, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Bookmark, Item, Sheet, Stroke
from printnplay.pipeline.studio import Studio, whole
from printnplay.pipeline.workshop import unfit
from printnplay.rendering.pages.leaflets import Leaflet, lay_instructions, lay_reference

TITLE = "label"
SMALL = "label-small"
DUPLEX = ("long", "short")
KEYED = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""

MARGIN: Um = mm(12.7)
HEAD: Um = mm(20)
FOOT: Um = mm(14)
RULER_ROW: Um = mm(12)
OVERVIEW_SPACE: Um = mm(7)
OVERVIEW_LEAST: Um = mm(42)
BELOW_HEADING: Um = mm(3)


@dataclass(frozen=True, slots=True)
class Plan:
    """A side to be dressed: its title, and for a back the key of its note."""

    side: Side
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class KitMaker:
    """Makes the sheets of a kit on one paper.

    In a duplex kit a page without a back is followed by a blank one, so that every back comes out
    behind its own fronts when the whole file is printed.
    """

    studio: Studio
    paper: Paper
    backs: str
    flip: str

    def sheets(self) -> tuple[Sheet, ...]:
        """All sheets in printing order; what does not fit is noted."""
        game = self.studio.game
        try:
            plans = [*self._after_instructions(), *self._card_plans()]
            last = Plan(self._reference(), "kit.reference")
            first = Plan(self._instructions([*plans, last]), "kit.title")
            total = len(plans) + 2
            return tuple(
                self._dressed(plan, number, total)
                for number, plan in enumerate([first, *plans, last], start=1)
            )
        except DoesNotFitError as error:
            cure = "choose another paper, a smaller card, or shorter texts"
            self.studio.problems.add(unfit(error.element, error.reason, game.spans["card"], cure))
            return ()

    def _after_instructions(self) -> Iterator[Plan]:
        if self.backs in DUPLEX:
            yield self._blank()

    def _blank(self) -> Plan:
        return Plan(Side("blank", (), self._area(), ()), "booklet.blank")

    def _card_plans(self) -> Iterator[Plan]:
        separate: list[tuple[Picture, Picture | None]] = []
        game = self.studio.game
        for group in game.groups:
            title = f"sheets.{group.id}"
            if group.fold:
                sides = fold_sides(self._fold_pairs(group), self.paper, game.card, game.bleed)
            else:
                pairs = self._pairs(group)
                separate += pairs
                mode = "none" if self.backs == "separate" else self.backs
                sides = card_sides(pairs, self.paper, game.card, game.bleed, mode)
            for side in sides:
                back = side.kind == "back"
                yield Plan(side, "kit.back" if back else title, "kit.back_note" if back else "")
                if self.backs in DUPLEX and not back and not self._has_backs(group):
                    yield self._blank()
        if self.backs == "separate":
            run = PrintRun(tuple(separate), self.paper, game.card, game.bleed)
            for side in separate_sides(run):
                yield Plan(side, "kit.back", "kit.backs_separate")

    def _has_backs(self, group: Group) -> bool:
        return group.backs and not group.fold and self.studio.back is not None

    def _pairs(self, group: Group) -> list[tuple[Picture, Picture | None]]:
        wanted = group.backs and self.backs != "none"
        back = self.studio.back if wanted else None
        return [
            (face, back)
            for card in self.studio.game.cards_of(group)
            if (face := self.studio.face(card))
            for _ in range(card.copies)
        ]

    def _fold_pairs(self, group: Group) -> list[tuple[Picture, Picture]]:
        studio = self.studio
        return [
            (front, back)
            for card in studio.game.cards_of(group)
            if (front := studio.face(card)) and (back := studio.face(card, back=True))
            for _ in range(card.copies)
        ]

    def _dressed(self, plan: Plan, number: int, total: int) -> Sheet:
        setter = self.studio.typesetter
        title = setter.label(plan.title, TITLE)
        page = setter.label("kit.page", SMALL, page=number, pages=total)
        kinds = _kinds(plan.side.items) if plan.side.cells else []
        key = tuple((kind, setter.label(f"kit.key.{kind}", SMALL)) for kind in kinds)
        note = setter.label(plan.note, SMALL, front=number - 1) if plan.note else None
        sheet = dress(plan.side, self.paper, Furniture(title, page, key, note))
        mark = Bookmark("".join(run.text for run in title.runs))
        return replace(sheet, label=str(number), bookmarks=(mark,))

    def _instructions(self, plans: Sequence[Plan]) -> Side:
        """The page on how to make the game: text, all sheets at a glance, two rulers."""
        setter, area = self.studio.typesetter, self._area()
        rulers = Rect(area.x, area.bottom - 2 * RULER_ROW, area.width, 2 * RULER_ROW)
        room = Rect(
            area.x, area.y, area.width, rulers.y - area.y - OVERVIEW_LEAST - 2 * OVERVIEW_SPACE
        )
        folds = any(group.fold for group in self.studio.game.groups)
        text = lay_instructions(setter, room, self.backs, self.flip, folds=folds)
        text = text or self._no_room("instructions", area)
        heading = setter.label("kit.overview", TITLE)
        top = text.bottom + OVERVIEW_SPACE + heading.height
        glance = Rect(
            area.x, top + BELOW_HEADING, area.width, rulers.y - OVERVIEW_SPACE - BELOW_HEADING - top
        )
        labels = [
            setter.label_of(setter.context.parse(str(number)), SMALL)
            for number in range(2, len(plans) + 2)
        ]
        items = (
            *text.items,
            place_label(heading, Point(area.x, top)),
            *overview([plan.side for plan in plans], self.paper, glance, labels),
            *self._rulers(rulers.origin),
        )
        return Side("text", items, area, ())

    def _rulers(self, at: Point) -> Iterator[Item]:
        setter = self.studio.typesetter
        for row, (scale, key) in enumerate((("mm", "ruler.metric"), ("in", "ruler.inch"))):
            numbers = [
                setter.label_of(setter.context.parse(str(index * step)), SMALL)
                for index, step in _numbered(scale)
            ]
            place = at.moved(0, row * RULER_ROW)
            yield from ruler(scale, place, numbers)
            name = setter.label(key, TITLE)
            end = place.moved(SCALES[scale].length + mm(5), mm(4))
            yield place_label(name, end)

    def _reference(self) -> Side:
        setter, area = self.studio.typesetter, self._area()
        text = lay_reference(setter, area, self.studio.game.outline.summary)
        text = text or self._no_room("rules reference", area)
        return Side("text", text.items, area, ())

    def _no_room(self, what: str, area: Rect) -> Leaflet:
        game, language = self.studio.game, self.studio.language
        reason = f"the {language} text does not fit on one page of {self.paper.name}"
        cure = "shorten the text, or make the style's text smaller"
        self.studio.problems.add(unfit(what, reason, game.outline.span, cure))
        return Leaflet((), area.y)

    def _area(self) -> Rect:
        page = whole(self.paper.size)
        return Rect(MARGIN, HEAD, page.width - 2 * MARGIN, page.height - HEAD - FOOT)


def _numbered(scale: str) -> list[tuple[int, int]]:
    """For each longest tick its index, and what one counts in the scale's unit."""
    unit = {"mm": 10, "in": 1}[scale]
    return [(index, unit) for index in range(len(SCALES[scale].numbered))]


def _kinds(items: Sequence[Item]) -> list[str]:
    drawn = {item.kind for item in items if isinstance(item, Stroke)}
    return [kind for kind in KEYED if kind in drawn]
