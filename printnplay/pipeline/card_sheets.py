"""The sheets of cards, group by group, with their backs."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from printnplay.composition.backs import Pair, PrintRun, card_sides, separate_sides
from printnplay.composition.folding import fold_sides
from printnplay.model.cards import OWN, Card, Group
from printnplay.model.geometry import Paper, Size
from printnplay.model.picture import Picture
from printnplay.pipeline.leaflets import Plan
from printnplay.pipeline.studio import Studio

DUPLEX = ("long", "short")
"""The ways of backs for which the printer turns the sheet."""

LEFT_OUT = {"separate": "none"}
"""How the sheets of a group are made whose backs come at the end of the kit."""

SECOND_FACES = {"separate": "long", "none": "long"}
"""Second faces are part of the game, whatever becomes of backs: they follow their fronts, placed so
that a sheet that is turned like a page of a book and printed again takes them."""


@dataclass
class CardSheets:
    """Makes the sheets of cards of a kit on one paper."""

    studio: Studio
    paper: Paper
    backs: str
    _separate: dict[Size, list[Pair]] = field(default_factory=dict)

    def plans(self) -> Iterator[Plan]:
        """The sheets of all groups; where backs are separate, a sheet of each back at the end.

        Raises:
            DoesNotFitError: a card does not fit on the paper.
        """
        for group in self.studio.game.groups:
            yield from self._group(group)
        for size, pairs in self._separate.items():
            run = PrintRun(tuple(pairs), self.paper, size, self.studio.game.bleed)
            for side in separate_sides(run):
                yield Plan(side, "kit.back", "kit.backs_separate")

    def _group(self, group: Group) -> Iterator[Plan]:
        game = self.studio.game
        size = group.card or game.card
        if group.fold:
            sides = fold_sides(self._fold_pairs(group), self.paper, size, game.bleed)
        else:
            pairs = self._pairs(group, size)
            if self.backs == "separate" and group.backs != OWN:
                self._separate.setdefault(size, []).extend(pairs)
            ways = SECOND_FACES if group.backs == OWN else LEFT_OUT
            way = ways.get(self.backs, self.backs)
            sides = card_sides(pairs, self.paper, size, game.bleed, way)
        for side in sides:
            if side.kind == "back":
                yield Plan(side, "kit.back", "kit.back_note")
            else:
                yield Plan(side, f"sheets.{group.id}")

    def _pairs(self, group: Group, size: Size) -> list[Pair]:
        return [
            (face, self._back(card, group, size))
            for card in self.studio.game.cards_of(group)
            if (face := self.studio.face(card))
            for _ in range(card.copies)
        ]

    def _back(self, card: Card, group: Group, size: Size) -> Picture | None:
        if group.backs == OWN:
            return self.studio.face(card, back=True)
        if not group.backs or self.backs == "none":
            return None
        return self.studio.back(group.backs, size)

    def _fold_pairs(self, group: Group) -> list[tuple[Picture, Picture]]:
        studio = self.studio
        return [
            (front, back)
            for card in studio.game.cards_of(group)
            if (front := studio.face(card)) and (back := studio.face(card, back=True))
            for _ in range(card.copies)
        ]
