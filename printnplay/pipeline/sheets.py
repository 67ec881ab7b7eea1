"""Sheets of a kit: the sides that are planned, their furniture, and the sheets of cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from printnplay.imposition.backs import Pair, PrintRun, card_sides, separate_sides
from printnplay.imposition.fold_over import fold_sides
from printnplay.imposition.furniture import Furniture, dress
from printnplay.imposition.marks import kinds_of
from printnplay.imposition.sides import Side
from printnplay.model.game import OWN, Card, Group
from printnplay.model.geometry import Paper, Size
from printnplay.model.picture import Picture
from printnplay.model.printing import Backs, PrintSettings
from printnplay.model.sheet import Bookmark, Sheet
from printnplay.pipeline.edition import Edition

TITLE = "label"
SMALL = "label-small"
"""The text styles of titles of sheets, and of all other furniture."""


@dataclass(frozen=True, slots=True)
class PlannedSide:
    """A side without furniture yet.

    `title` is the key of its title, `note` that of its note, if it has one; `numbers` are those
    that the note quotes.
    """

    side: Side
    title: str
    note: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)


def furnished(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """The sheets of all planned sides of a document, with titles, page numbers, keys and notes.

    Raises:
        DoesNotFitError: a text has no room beside what is printed.
    """
    setter = edition.typesetter
    sheets = []
    for number, plan in enumerate(plans, start=1):
        title = setter.label(plan.title, TITLE)
        page = setter.label("kit.page", SMALL, page=number, pages=len(plans))
        kinds = kinds_of(plan.side.items) if plan.side.cells else ()
        key = {kind: setter.label(f"kit.key.{kind}", SMALL) for kind in kinds}
        # A note on a back names the page of its fronts, which is the one before.
        numbers = {"front": number - 1, **plan.numbers}
        note = setter.label(plan.note, SMALL, **numbers) if plan.note else None
        sheet = dress(plan.side, paper, Furniture(title, page, key, note))
        mark = Bookmark("".join(run.text for run in title.runs))
        marks = () if plan.side.kind == "blank" else (mark,)
        sheets.append(replace(sheet, label=str(number), bookmarks=marks))
    return tuple(sheets)


LEFT_OUT = {Backs.SEPARATE: Backs.NONE}
"""How the sheets of a group are made whose backs come at the end of the kit."""

SECOND_FACES = {Backs.SEPARATE: Backs.LONG, Backs.NONE: Backs.LONG}
"""Second faces are part of the game, however backs are printed: they follow their fronts, placed so
that a sheet that is turned like a page of a book and printed again takes them."""


@dataclass
class CardSheets:
    """Plans the sheets of the cards of a kit."""

    edition: Edition
    settings: PrintSettings
    _separate: dict[Size, list[Pair]] = field(default_factory=dict)

    def plans(self) -> Iterator[PlannedSide]:
        """The sheets of all groups; where backs are separate, a sheet of each back at the end.

        Raises:
            DoesNotFitError: a card does not fit on the paper.
        """
        for group in self.edition.game.groups:
            yield from self._group(group)
        for size, pairs in self._separate.items():
            run = PrintRun(tuple(pairs), self.settings.paper, size, self.edition.game.bleed)
            for side in separate_sides(run):
                yield PlannedSide(side, "kit.back", "kit.backs_separate")

    def _group(self, group: Group) -> Iterator[PlannedSide]:
        game, paper, backs = self.edition.game, self.settings.paper, self.settings.backs
        size = group.card or game.card
        if group.fold:
            sides = fold_sides(self._fold_pairs(group), paper, size, game.bleed)
        else:
            pairs = self._pairs(group, size)
            if backs is Backs.SEPARATE and group.backs != OWN:
                self._separate.setdefault(size, []).extend(pairs)
            ways = SECOND_FACES if group.backs == OWN else LEFT_OUT
            sides = card_sides(pairs, paper, size, game.bleed, ways.get(backs, backs))
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
        if not group.backs or self.settings.backs is Backs.NONE:
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
