"""Contents of boxes: the thickness of a stack of cards, and its piles on flat items."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.printing import Stock

CALIPER: Mapping[Stock, Um] = {
    Stock.LIGHT: mm(0.22),
    Stock.MIDDLE: mm(0.27),
    Stock.HEAVY: mm(0.33),
    Stock.SLEEVED: mm(0.1),
    Stock.GLUED: mm(0.15),
}
"""The thickness of a layer of paper, for uncoated stock of 1.1 cm³/g; for glued cards, paper of 120
g/m² with its share of the glue; for sleeved ones, 80 g/m²."""

SLEEVES: Um = mm(0.24)
"""The thickness that a sleeve adds to a card: two layers, and the air between them."""

SLEEVED = Size(mm(2.5), mm(3))
"""The width and height that a sleeve adds to a card: sleeves for poker cards are sold as 66 x 91
mm, with a seam."""

PLAY: Um = mm(2)
"""The play of cards in width and height: 1 mm on each side, so that fingers can pull them out. A
guess."""

PLAY_DEEP: Um = mm(1)
"""The play of cards in depth: half of `PLAY`, since `LOOSE` accounts for their air. A guess."""

LOOSE = 20
"""The divisor of a stack's height that gives its air: a twentieth, for cards that were cut by hand.
A guess."""

WALLS: Um = mm(0.6)
"""The depth between folds that walls and the lid's tuck flap need: two layers of stock of 0.3
mm."""

DEEPEST: Um = mm(50)
"""The greatest depth of a box before its cards are split: a hand reaches around 50 mm, and the
largest tuck boxes that printers sell are for 108 poker cards, 37 mm high in sleeves. Paper allows
more: the halves of a poker box fit on B5 up to 75 mm, on A4 up to 109 mm. A guess."""

SHALLOWEST: Um = mm(8)
"""The least depth of a box: fingers cannot open a shallower one. A guess."""

LEAF: Um = mm(0.1)
"""The thickness of a leaf of the booklet: office paper of 80 g/m² (see `CREEP` in
`kernel/printing.py`)."""

LEAVES = 8
"""A box has room for a multiple of this many leaves, four sheets folded once, so that translations
with some more pages fit the same box. A guess."""

SPRING: Um = mm(1)
"""The height that a folded booklet springs open. A guess."""


class Deck(Struct, frozen=True):
    """Cards of one size: their size and number, and the number of layers of paper in all."""

    card: Size
    cards: int
    layers: int

    def stack(self, stock: Stock) -> Um:
        """Return the height of the stack of all cards, pressed together."""
        if stock is Stock.GLUED:  # Each card is a front and a back, glued or folded.
            return 2 * self.cards * CALIPER[stock]
        sleeves = self.cards * SLEEVES if stock is Stock.SLEEVED else 0
        return self.layers * CALIPER[stock] + sleeves

    def size(self, stock: Stock) -> Size:
        """Return the size of a card, including its sleeve if it has one."""
        more = SLEEVED if stock is Stock.SLEEVED else Size(0, 0)
        return Size(self.card.width + more.width, self.card.height + more.height)


class Contents(Struct, frozen=True):
    """The contents of a box: the size of the largest item, and the total height."""

    size: Size
    height: Um

    @property
    def face(self) -> Size:
        """The front of the box."""
        return Size(self.size.width + PLAY, self.size.height + PLAY)

    @property
    def depth(self) -> Um:
        """The depth of the box, from fold to fold."""
        return max(SHALLOWEST, self.height + PLAY_DEEP + WALLS)

    @property
    def room(self) -> Um:
        """The highest stack that fits."""
        return self.depth - WALLS


def contents_of(deck: Deck, stock: Stock) -> Contents:
    """Return the deck as contents of a box, with the air between its cards."""
    stack = deck.stack(stock)
    return Contents(deck.size(stock), stack + stack // LOOSE)


def with_flat(contents: Contents, flat: Sequence[tuple[Size, Um]]) -> Contents:
    """Add flat items to the contents, such as the booklet, each of a size and thickness.

    The deck is divided into as many piles as fit side by side on the flat items.
    """
    sizes = [contents.size, *(_upright(size) for size, _ in flat)]
    width = max(size.width for size in sizes)
    height = max(size.height for size in sizes)
    card = contents.size
    sides = (card, card.turned) if contents.height else ()
    piles = max(((width // size.width) * (height // size.height) for size in sides), default=1)
    thick = sum(thickness for _, thickness in flat)
    return Contents(Size(width, height), -(-contents.height // piles) + thick)


def boxes_needed(contents: Contents) -> int:
    """Return the fewest boxes that share a deck evenly, each at most `DEEPEST`."""
    number = 1
    while shared_out(contents, number).depth > DEEPEST:
        number += 1
    return number


def shared_out(contents: Contents, number: int) -> Contents:
    """Return the contents of each of several boxes that share a deck evenly."""
    return replace(contents, height=-(-contents.height // number))


def spread(contents: Contents) -> Contents:
    """Return the deck in piles side by side, so that no box is deeper than `DEEPEST`.

    The box is as nearly square as the piles allow.
    """
    needed, card = boxes_needed(contents), contents.size
    grids = [(columns, -(-needed // columns)) for columns in range(1, needed + 1)]
    columns, rows = min(
        grids,
        key=lambda grid: (max(grid[0] * card.width, grid[1] * card.height), grid[0] * grid[1]),
    )
    size = Size(columns * card.width + (columns - 1) * PLAY, rows * card.height + (rows - 1) * PLAY)
    return Contents(size, shared_out(contents, columns * rows).height)


def _upright(size: Size) -> Size:
    return size if size.width <= size.height else size.turned
