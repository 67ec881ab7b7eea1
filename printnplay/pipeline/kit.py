"""The kit: instructions, card sheets with their backs, fold cards, the rules at a glance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.labels import place_label
from printnplay.composition.sides import Side
from printnplay.model.geometry import Paper
from printnplay.model.sheet import Sheet
from printnplay.pipeline.boards import board_plans
from printnplay.pipeline.card_sheets import DUPLEX, CardSheets
from printnplay.pipeline.dressing import dressed
from printnplay.pipeline.leaflets import SMALL, LeafletMaker, Plan, text_area
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import unfit


@dataclass(frozen=True, slots=True)
class KitMaker:
    """Makes the sheets of a kit on one paper.

    In a duplex kit a page without a back is followed by a blank one, so that every back comes out
    behind its own fronts when the whole file is printed. The instructions tell of the box too,
    whose sheets are `box`.
    """

    studio: Studio
    paper: Paper
    backs: str
    flip: str
    box: Sequence[Plan] = ()

    def sheets(self) -> tuple[Sheet, ...]:
        """All sheets in printing order; what does not fit is noted."""
        game = self.studio.game
        try:
            cards = CardSheets(self.studio, self.paper, self.backs).plans()
            plans = self._spaced([*cards, *board_plans(self.studio, self.paper)])
            leaflets = LeafletMaker(self.studio, self.paper, self.backs, self.flip, self.box)
            last = Plan(leaflets.reference(), "kit.reference")
            first = Plan(leaflets.instructions([*plans, last]), "kit.title")
            total = len(plans) + 2
            return tuple(
                dressed(self.studio, self.paper, plan, (number, total))
                for number, plan in enumerate([first, *plans, last], start=1)
            )
        except DoesNotFitError as error:
            cure = "choose another paper, a smaller card, shorter texts, or a smaller `label` style"
            self.studio.problems.add(unfit(error.element, error.reason, game.spans["card"], cure))
            return ()

    def _spaced(self, plans: Sequence[Plan]) -> list[Plan]:
        """In a duplex kit a blank page behind each that has no back, the instructions too."""
        if self.backs not in DUPLEX:
            return list(plans)
        spaced = [self._blank()]
        for plan, following in zip_longest(plans, plans[1:]):
            spaced.append(plan)
            backed = following is not None and following.side.kind == "back"
            if plan.side.kind != "back" and not backed:
                spaced.append(self._blank())
        return spaced

    def _blank(self) -> Plan:
        area = text_area(self.paper)
        label = self.studio.typesetter.label("booklet.blank", SMALL)
        note = place_label(label, area.centre, "centre")
        return Plan(Side("blank", (note,), area, ()), "kit.title")
