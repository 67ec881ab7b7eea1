"""Cards on the slots of label sheets, and their backs behind them."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from printnplay.imposition.backs import Pair
from printnplay.imposition.marks import contour, cut_marks
from printnplay.imposition.sides import Mirror, Place, Side, flip, stamps
from printnplay.kernel.geometry import Paper, Rect, Um
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat, Outline
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item


class LabelLayout(Struct, frozen=True, dict=True):
    """The layout of cards of one format on a sheet of labels that hold them.

    Cards that are smaller than a label lie in its middle, with cut marks. No bleed runs onto a
    label without a card, which may be printed later.
    """

    paper: Paper
    card: CardFormat
    backs: Backs
    marking: Marking
    sheet: LabelSheet

    @property
    def capacity(self) -> int:
        """The number of cards on a sheet that is not yet used."""
        return len(self.sheet.slots)

    def sides(self, pairs: Sequence[Pair | None]) -> tuple[Side, ...]:
        """Return the front of a sheet, and its back if cards have backs; None skips a label."""
        front = self._side([pair and pair[0] for pair in pairs], None)
        if self.backs.flip is None:
            return (front,)
        mirror = flip(self.backs.flip, self.paper)
        return (front, self._side([pair and pair[1] for pair in pairs], mirror))

    @cached_property
    def _turns(self) -> tuple[int, ...]:
        """The turn of the card in each slot."""
        own = self.sheet.turn_of(self.card) or 0
        return tuple((turn + own) % 180 for turn in self.sheet.turns)

    @cached_property
    def _cells(self) -> tuple[Rect, ...]:
        """The places of cards: in the middle of each slot."""
        sizes = (self.card.size.turned if turn else self.card.size for turn in self._turns)
        return tuple(
            Rect(
                slot.x + (slot.width - size.width) // 2,
                slot.y + (slot.height - size.height) // 2,
                size.width,
                size.height,
            )
            for slot, size in zip(self.sheet.slots, sizes, strict=True)
        )

    def _side(self, pictures: Sequence[Picture | None], mirror: Mirror | None) -> Side:
        """Return a side with these pictures on its first labels; a back has a mirror."""
        slots = [mirror.rect(slot) if mirror else slot for slot in self.sheet.slots]
        cells = [mirror.rect(cell) if mirror else cell for cell in self._cells]
        turns = [mirror.turn(turn) if mirror else turn for turn in self._turns]
        shown = [*pictures, *[None] * (self.capacity - len(pictures))]
        # No bleed may run onto any part of an empty label.
        places = [
            Place(picture, cell if picture else slot, turn)
            for picture, cell, slot, turn in zip(shown, cells, slots, turns, strict=True)
        ]
        used = tuple(place.cell for place in places if place.picture)
        labels = [slot for place, slot in zip(places, slots, strict=True) if place.picture]
        size, shape = self.card.size, self.card.shape
        outline = shape.outline(size)
        outlines = tuple(
            outline.landed(size, place.cell, place.turn, mirrored=mirror is not None)
            for place in places
            if place.picture
        )
        marks = self.marking.backs if mirror else self.marking.fronts
        bleed = self.card.behind if mirror else self.card.bleed
        pictured = stamps(places, bleed, self.paper.whole, shape)
        items = (*pictured, *self._marks(used, labels, outlines, marks, bleed))
        block = Rect(
            min(slot.x for slot in slots),
            min(slot.y for slot in slots),
            max(slot.right for slot in slots) - min(slot.x for slot in slots),
            max(slot.bottom for slot in slots) - min(slot.y for slot in slots),
        )
        if mirror:
            return Side("back", items, block, used, bleed)
        return Side("front", items, block, used, bleed, outlines)

    def _marks(
        self,
        cells: Sequence[Rect],
        labels: Sequence[Rect],
        outlines: Sequence[Outline],
        marks: Marks,
        bleed: Um,
    ) -> tuple[Item, ...]:
        """Return the cut marks of cards, each on its own label."""
        if marks is Marks.NONE:
            return ()
        if self.marking.follow(self.card.shape, marks):
            return tuple(contour("cut", outline) for outline in outlines)
        return tuple(
            mark
            for cell, label in zip(cells, labels, strict=True)
            for mark in cut_marks([cell], marks, bleed, label)
        )
