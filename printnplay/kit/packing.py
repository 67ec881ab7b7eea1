"""What each box of a game holds: its deck, split over several boxes, and flat items.

Also components that lie beside the boxes, because they are neither cards nor like cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.game.game import BOARDS, BOOKLET, Board, Box, BoxKind, Game, Group
from printnplay.game.kinds import Kind, counts_of
from printnplay.imposition.box_contents import (
    CALIPER,
    DEEPEST,
    LEAF,
    LEAVES,
    SPRING,
    Contents,
    Deck,
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
from printnplay.kernel.shapes import ShapeKind
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.text.markup import plain

SINGLY_CUT = frozenset({ShapeKind.CIRCLE, ShapeKind.HEX, ShapeKind.PATH})
"""The shapes that cannot be cut with long cuts across a sheet."""


def deck_of(game: Game, backs: Backs, box: Box | None = None) -> Deck:
    """Return the deck as packed in a box, all cards upright and sized like the largest ones.

    Without a box it is the deck of the whole game.
    """
    stacked = stacked_in(game, box)
    sides = [_sides(game, group) for group in stacked]
    largest = Size(
        max((short for short, _ in sides), default=0), max((long for _, long in sides), default=0)
    )
    layers = 0
    for group in stacked:
        cards = game.copies_of(group)
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(map(game.copies_of, stacked)), layers)


def packed(game: Game) -> tuple[Mapping[Kind, int], Mapping[Kind, int]]:
    """Return the counts of what is in the boxes or the deck, and of what lies beside it."""
    stacked = [group for box in game.boxes or (None,) for group in stacked_in(game, box)]
    others = [group for group in game.groups if group not in stacked]
    return counts_in(game, stacked), counts_in(game, others)


def counts_in(game: Game, groups: Iterable[Group]) -> Mapping[Kind, int]:
    """Return how many components of each kind some groups have."""
    return counts_of((group.component, game.copies_of(group)) for group in groups)


def pieces_in_words(setter: Typesetter, counts: Mapping[Kind, int]) -> str:
    """Return counts of components in the words of a language: `18 cards, 12 tiles`."""
    texts = (setter.inlines(f"counted.{kind}", number=count) for kind, count in counts.items())
    return ", ".join(map(plain, texts))


def stacked_in(game: Game, box: Box | None) -> Sequence[Group]:
    """Return the groups in a deck: cards, and components with the size and shape of some cards.

    Without cards, all groups are in the deck. A box with named groups has exactly these.
    """
    groups = game.groups if box is None else game.groups_in(box)
    if box is not None and box.groups:
        return groups
    cards = [group for group in groups if group.component is Kind.CARDS]
    sides = {_sides(game, group) for group in cards}
    stacked = [
        group
        for group in groups
        if group.component is Kind.CARDS
        or ((group.cut or game.cut).shape not in SINGLY_CUT and _sides(game, group) in sides)
    ]
    return stacked or groups


def _sides(game: Game, group: Group) -> tuple[Um, Um]:
    """Return the shorter and the longer side of a group's cards."""
    size = group.card or game.card
    return min(size.width, size.height), max(size.width, size.height)


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
        leaves = -(-pages // 2 // LEAVES) * LEAVES
        yield edition.game.outline.page, leaves * LEAF + SPRING
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
