"""Sides with their titles, page numbers, keys of lines and notes.

The sheets of cards, group by group, with their backs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from printnplay.imposition.backs import Pair, PrintRun, card_sides, separate_sides
from printnplay.imposition.fold_over import fold_sides
from printnplay.imposition.furniture import Furniture, dress
from printnplay.model.game import OWN, Card, Group
from printnplay.model.geometry import Paper, Size
from printnplay.model.picture import Picture
from printnplay.model.sheet import Bookmark, Item, Sheet, Stroke
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.text_sheets import SMALL, TITLE, PlannedSide

KEYED = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""


def dressed(edition: Edition, paper: Paper, plan: PlannedSide, place: tuple[int, int]) -> Sheet:
    """The sheet of a plan; `place` is its number, and how many there are.

    Raises:
        DoesNotFitError: a text has no room beside what is printed.
    """
    setter = edition.typesetter
    number, total = place
    title = setter.label(plan.title, TITLE)
    page = setter.label("kit.page", SMALL, page=number, pages=total)
    kinds = _kinds(plan.side.items) if plan.side.cells else []
    key = tuple((kind, setter.label(f"kit.key.{kind}", SMALL)) for kind in kinds)
    numbers = {"front": number - 1, **plan.numbers}
    note = setter.label(plan.note, SMALL, **numbers) if plan.note else None
    sheet = dress(plan.side, paper, Furniture(title, page, key, note))
    mark = Bookmark("".join(run.text for run in title.runs))
    marks = () if plan.side.kind == "blank" else (mark,)
    return replace(sheet, label=str(number), bookmarks=marks)


def _kinds(items: Sequence[Item]) -> list[str]:
    drawn = {item.kind for item in items if isinstance(item, Stroke)}
    return [kind for kind in KEYED if kind in drawn]


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

    edition: Edition
    paper: Paper
    backs: str
    _separate: dict[Size, list[Pair]] = field(default_factory=dict)

    def plans(self) -> Iterator[PlannedSide]:
        """The sheets of all groups; where backs are separate, a sheet of each back at the end.

        Raises:
            DoesNotFitError: a card does not fit on the paper.
        """
        for group in self.edition.game.groups:
            yield from self._group(group)
        for size, pairs in self._separate.items():
            run = PrintRun(tuple(pairs), self.paper, size, self.edition.game.bleed)
            for side in separate_sides(run):
                yield PlannedSide(side, "kit.back", "kit.backs_separate")

    def _group(self, group: Group) -> Iterator[PlannedSide]:
        game = self.edition.game
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
                yield PlannedSide(side, "kit.back", "kit.back_note")
            else:
                yield PlannedSide(side, f"sheets.{group.id}")

    def _pairs(self, group: Group, size: Size) -> list[Pair]:
        return [
            (face, self._back(card, group, size))
            for card in self.edition.game.cards_of(group)
            if (face := self.edition.face(card))
            for _ in range(card.copies)
        ]

    def _back(self, card: Card, group: Group, size: Size) -> Picture | None:
        if group.backs == OWN:
            return self.edition.face(card, back=True)
        if not group.backs or self.backs == "none":
            return None
        return self.edition.back(group.backs, size)

    def _fold_pairs(self, group: Group) -> list[tuple[Picture, Picture]]:
        edition = self.edition
        return [
            (front, back)
            for card in edition.game.cards_of(group)
            if (front := edition.face(card)) and (back := edition.face(card, back=True))
            for _ in range(card.copies)
        ]
