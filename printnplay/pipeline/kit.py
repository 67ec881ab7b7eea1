"""The kit: instructions, card sheets with their backs, fold cards, the rules at a glance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printnplay.composition.backs import PrintRun, card_sides, separate_sides
from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.folding import fold_sides
from printnplay.composition.furniture import Furniture, dress
from printnplay.composition.labels import place_label
from printnplay.composition.sides import Side
from printnplay.model.cards import Group
from printnplay.model.geometry import Paper
from printnplay.model.picture import Picture
from printnplay.model.sheet import Bookmark, Item, Sheet, Stroke
from printnplay.pipeline.leaflets import SMALL, TITLE, LeafletMaker, Plan, text_area
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import unfit

DUPLEX = ("long", "short")
KEYED = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""


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
            leaflets = LeafletMaker(self.studio, self.paper, self.backs, self.flip)
            last = Plan(leaflets.reference(), "kit.reference")
            first = Plan(leaflets.instructions([*plans, last]), "kit.title")
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
        area = text_area(self.paper)
        label = self.studio.typesetter.label("booklet.blank", SMALL)
        note = place_label(label, area.centre, "centre")
        return Plan(Side("blank", (note,), area, ()), "kit.title")

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
        marks = () if plan.side.kind == "blank" else (mark,)
        return replace(sheet, label=str(number), bookmarks=marks)


def _kinds(items: Sequence[Item]) -> list[str]:
    drawn = {item.kind for item in items if isinstance(item, Stroke)}
    return [kind for kind in KEYED if kind in drawn]
