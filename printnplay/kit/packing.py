"""What each box of a game holds: its cards, split over several boxes, and flat items."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.game.game import BOARDS, BOOKLET, Board, Box, BoxKind
from printnplay.game.kinds import Kind
from printnplay.imposition.box_contents import (
    CALIPER,
    DEEPEST,
    LEAF,
    SPRING,
    Contents,
    boxes_needed,
    contents_of,
    shared_out,
    spread,
    with_flat,
)
from printnplay.imposition.dividers import TAB_HEIGHT
from printnplay.imposition.trays import STOCK
from printnplay.kernel import codes
from printnplay.kernel.geometry import Size, Um, in_mm
from printnplay.kernel.printing import Backs, PrintSettings, Stock
from printnplay.kit.deck import counts_in, deck_of, stacked_in


class Packed(Struct, frozen=True):
    """One of the boxes that share a deck: its number among them, and what it holds.

    A `large` box also holds flat items, beside a smaller one for the cards alone. The stack was
    `measured`, or follows from the `stock`.
    """

    box: Box
    stock: Stock
    cards: int
    pieces: Mapping[Kind, int]
    contents: Contents
    number: int = 1
    of: int = 1
    large: bool = False
    measured: bool = False

    @property
    def part(self) -> str:
        """The number of the box, such as `1/3`; empty if there is only one."""
        return f"{self.number}/{self.of}" if self.of > 1 else ""


def stock_of(box: Box, settings: PrintSettings) -> Stock:
    """Return the card stock: from the options, from the game, or the default of the print mode."""
    usual = Stock.GLUED if settings.backs is Backs.FOLD else Stock.MIDDLE
    return settings.options.stock or box.stock or usual


def packed_boxes(edition: Edition, settings: PrintSettings, box: Box) -> Iterator[Packed]:
    """Yield the boxes for the cards of a box, and the larger one for flat items, if any.

    A deck that is split over several boxes is reported, unless the game asks for it.
    """
    stock, deck = stock_of(box, settings), deck_of(edition.game, settings.backs, box)
    inside = contents_of(deck, stock)
    is_measured = box.deck_depth is not None and settings.options.stock is None
    if box.deck_depth is not None and is_measured:
        inside = replace(inside, height=box.deck_depth)
    if box.dividers:
        thick = len(stacked_in(edition.game, box)) * STOCK
        size = Size(inside.size.width, inside.size.height + TAB_HEIGHT)
        inside = Contents(size, inside.height + thick)
    pieces = counts_in(edition.game, stacked_in(edition.game, box))
    whole = Packed(box, stock, deck.cards, pieces, inside, measured=is_measured)
    if box.kind is BoxKind.LID_AND_BASE:
        yield from _split(replace(whole, contents=_laid(edition, box, inside)), box.split or 1)
        return
    if deck.cards:
        if box.split is None and boxes_needed(inside) > 1:
            _report_split(edition, whole)
        yield from _split(whole, box.split or boxes_needed(inside))
    # Only now: the booklet may be set in another process, and its thickness waits for it.
    if flat := list(_flat_things(edition, box)):
        yield replace(whole, contents=with_flat(inside, flat), large=bool(deck.cards))


def _split(whole: Packed, number: int) -> Iterator[Packed]:
    each, more = divmod(whole.cards, number)
    contents = shared_out(whole.contents, number)
    for index in range(number):
        cards = each + (index < more)
        # Which of several kinds are in which box, people decide.
        kind = next(iter(whole.pieces)) if len(whole.pieces) == 1 else Kind.CARDS
        pieces = {kind: cards} if number > 1 else whole.pieces
        yield replace(
            whole, contents=contents, cards=cards, pieces=pieces, number=index + 1, of=number
        )


def _laid(edition: Edition, box: Box, inside: Contents) -> Contents:
    """Return the contents of a large box: cards in piles, and flat items below them."""
    flat = list(_flat_things(edition, box))
    laid = with_flat(inside, flat)
    if box.split is None and laid.depth > DEEPEST:
        laid = with_flat(spread(inside), flat)
    return laid


def _report_split(edition: Edition, whole: Packed) -> None:
    height, number = whole.contents.height, boxes_needed(whole.contents)
    text = (
        f"the {whole.cards} cards are {in_mm(height // 1000 * 1000)} mm thick: they are split over"
        f" {number} boxes"
    )
    label = f"expected a box at most {in_mm(DEEPEST)} mm deep"
    cure = (
        f"write `split: {number}` if that is right, `split: 1` for one box, or"
        " `type: lid-and-base` for piles side by side"
    )
    edition.problems.warning(codes.DECK_SPLIT, text, whole.box.span, label, cure)


def _flat_things(edition: Edition, box: Box) -> Iterator[tuple[Size, Um]]:
    """Yield the contents besides cards, each with its size and thickness."""
    if BOOKLET in box.holds and (pages := edition.page_count.whole):
        yield edition.game.outline.page, pages // 2 * LEAF + SPRING
    if BOARDS in box.holds:
        for board in edition.game.boards:
            size, parts = _folded(board)
            yield size, board.copies * parts * CALIPER[Stock.MIDDLE]


def _folded(board: Board) -> tuple[Size, int]:
    """Return the size of a folded board, and its number of layers."""
    ends = zip((board.size.width, board.size.height), board.folds, strict=True)
    parts: Sequence[Sequence[Um]] = [
        [end - start for start, end in zip((0, *folds), (*folds, length), strict=True)]
        for length, folds in ends
    ]
    wide, high = parts
    return Size(max(wide), max(high)), len(wide) * len(high)
