"""Sheets of labels or perforated cards, as sold: their slots, and the cards that fit on them."""

from math import hypot

from msgspec import Struct, field

from printnplay.kernel.geometry import Point, Rect, Size, Um, mm
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind

TOLERANCE: Um = mm(0.1)
"""How much larger than its slot a card may be: makers round inches to tenths of a millimetre."""

SNUG: Um = mm(1)
"""A card is as large as its slot if it is smaller by at most this: feeders of home printers shift
a sheet by about as much, so that a cut along such a thin edge gains nothing. A guess."""


class LabelSheet(Struct, frozen=True):
    """A sheet of equal slots: labels to peel off, or cards to break out.

    `number` is the maker's product number, `paper` the name or size of its paper. `margin` is the
    top left corner of the first slot, `pitch` the distance from one slot to the next, across and
    down. `places` are the top left corners of slots at places of their own, instead of a grid;
    those in `turned` lie sideways. `has_backs` tells whether backs can be printed: on cards, not on
    labels. `also` are other product numbers with the same layout, `source` is the address of the
    measures.
    """

    id: str
    maker: str
    number: str
    about: str
    paper: str
    columns: int
    rows: int
    label: Size
    margin: Point
    pitch: Size
    shape: Shape = field(default_factory=Shape)
    has_backs: bool = False
    also: tuple[str, ...] = ()
    source: str = ""
    places: tuple[Point, ...] = ()
    turned: tuple[Point, ...] = ()

    @property
    def slots(self) -> tuple[Rect, ...]:
        """The slots, row by row from the top left, or as listed: upright ones first."""
        width, height = self.label.width, self.label.height
        if self.places or self.turned:
            upright = (Rect(at.x, at.y, width, height) for at in self.places)
            return (*upright, *(Rect(at.x, at.y, height, width) for at in self.turned))
        return tuple(
            Rect(
                self.margin.x + column * self.pitch.width,
                self.margin.y + row * self.pitch.height,
                width,
                height,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def turns(self) -> tuple[int, ...]:
        """The turn of each slot: 90 for those that lie sideways."""
        return (*(0,) * (len(self.slots) - len(self.turned)), *(90,) * len(self.turned))

    @property
    def title(self) -> str:
        """The maker and its number, for messages."""
        return f"{self.maker} {self.number.upper()}"

    def turn_of(self, card: CardFormat) -> int | None:
        """Return the turn with which a card fits a slot, 0 or 90; None if it is too large."""
        return next((turn for turn in (0, 90) if self._holds(card, turn)), None)

    def is_filled_by(self, card: CardFormat) -> bool:
        """Return whether a card is as large as a slot, so that nothing is left to cut off."""
        turn = self.turn_of(card)
        size = card.size.turned if turn else card.size
        return (
            turn is not None
            and (card.shape.kind is ShapeKind.CIRCLE) == (self.shape.kind is ShapeKind.CIRCLE)
            and card.shape.kind not in (ShapeKind.HEX, ShapeKind.PATH)
            and self.label.width - size.width <= SNUG
            and self.label.height - size.height <= SNUG
        )

    def _holds(self, card: CardFormat, turn: int) -> bool:
        size = card.size.turned if turn else card.size
        spare = self.label.width - size.width, self.label.height - size.height
        if min(spare) < -TOLERANCE:
            return False
        if self.shape.kind is not ShapeKind.CIRCLE or card.shape.kind is ShapeKind.CIRCLE:
            return True
        # The corner farthest from the centre has to be inside the ellipse.
        outline = card.shape.outline(card.size).flattened()
        centre = Point(card.size.width // 2, card.size.height // 2)
        across, down = self.label.width / 2, self.label.height / 2
        if turn:
            across, down = down, across
        farthest = max(
            hypot((at.x - centre.x) / across, (at.y - centre.y) / down) for at in outline
        )
        return farthest <= 1 + TOLERANCE / min(across, down)
