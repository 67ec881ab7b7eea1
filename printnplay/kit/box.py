"""Tuck boxes of a game: one sized for its deck and card stock, and one for all its contents."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import Edition, joined
from printnplay.edition.loaded import left_out, unfit
from printnplay.game.game import BOARDS, BOOKLET, Board, Box
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import noted
from printnplay.imposition.tuckbox import (
    CALIPER,
    LEAF,
    PICTURED,
    SPRING,
    Contents,
    Net,
    NetLabels,
    contents_of,
    draw_net,
    halves,
    unfold,
    with_flat,
)
from printnplay.kernel.geometry import Paper, Size, Um
from printnplay.kernel.printing import Backs, PrintSettings, Stock
from printnplay.kit.deck import deck_of, packed, pieces_in_words
from printnplay.kit.sheets import SMALL, PlannedSide, furnished, large_plans
from printnplay.kit.text_sheets import text_area
from printnplay.rulebook.pages.strips import stack
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Label, Sheet, shifted

TITLES = ("kit.box", "kit.box_large")
"""The title keys of the box for the deck, and of the box for everything."""

STEPS = 3
"""The number of steps to close a box: glue the tab, close the floor, close the lid (`STEPS_ON` in
`imposition/tuckbox.py`)."""


class TuckBox(Struct, dict=True):
    """The boxes of a kit, drawn on first access."""

    edition: Edition
    settings: PrintSettings

    def plans(self) -> tuple[PlannedSide, ...]:
        """Return the nets of the boxes."""
        return self._plans

    @cached_property
    def _plans(self) -> tuple[PlannedSide, ...]:
        return box_plans(self.edition, self.settings)

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the sheets of the boxes."""
        edition, paper = self.edition, self.settings.paper
        try:
            return furnished(edition, paper, self._plans)
        except DoesNotFitError as error:
            _report(edition, paper, error)
            return ()


def box_plans(edition: Edition, settings: PrintSettings) -> tuple[PlannedSide, ...]:
    """Return the nets of the boxes, each on one or more sides; none for a game without a box.

    A box that does not fit is reported and left out; a smaller one before it is still made.
    """
    box = edition.game.box
    if box is None:
        return ()
    plans: list[PlannedSide] = []
    try:
        for plan in _box_plans(edition, settings, box):
            plans.append(plan)
    except DoesNotFitError as error:
        _report(edition, settings.paper, error)
    return tuple(plans)


def stock_of(box: Box, settings: PrintSettings) -> Stock:
    """Return the card stock: from the options, from the game, or the default of the print mode."""
    usual = Stock.GLUED if settings.backs is Backs.FOLD else Stock.MIDDLE
    return settings.options.stock or box.stock or usual


def _box_plans(edition: Edition, settings: PrintSettings, box: Box) -> Iterator[PlannedSide]:
    stock = stock_of(box, settings)
    deck = deck_of(edition.game, settings.backs)
    inside = contents_of(deck, stock)
    measured = box.deck_depth if settings.options.stock is None else None
    if measured is not None:
        inside = replace(inside, height=measured)
    for _ in range(box.copies):
        for title, contents in zip(TITLES, _boxes(edition, box, inside), strict=False):
            large = contents is not inside
            fits = _fits(edition, stock, measured, inside if large else contents)
            yield from _net_plans(edition, settings.paper, contents, title, fits)


def _boxes(edition: Edition, box: Box, inside: Contents) -> Iterator[Contents]:
    """Yield the contents of each box: the cards, then the cards with flat items, if any."""
    yield inside
    # Only now: the booklet may be set in another process, and its thickness waits for it.
    flat = list(_flat_things(edition, box))
    if flat:
        yield with_flat(inside, flat)


def _flat_things(edition: Edition, box: Box) -> Iterator[tuple[Size, Um]]:
    """Yield the other contents of the larger box, each with its size and thickness."""
    if BOOKLET in box.holds and (pages := edition.page_count.whole):
        yield edition.game.outline.page, pages // 2 * LEAF + SPRING
    if BOARDS in box.holds:
        for board in edition.game.boards:
            size, parts = _folded(board)
            yield size, board.copies * parts * CALIPER[Stock.MIDDLE]


def _folded(board: Board) -> tuple[Size, int]:
    """Return the size of a folded board, and its number of layers."""
    ends = zip((board.size.width, board.size.height), board.folds, strict=True)
    parts = [
        [end - start for start, end in zip((0, *folds), (*folds, length), strict=True)]
        for length, folds in ends
    ]
    wide, high = parts
    return Size(max(wide), max(high)), len(wide) * len(high)


def _net_plans(
    edition: Edition, paper: Paper, contents: Contents, title: str, fits: Sequence[Label]
) -> Iterator[PlannedSide]:
    setter = edition.typesetter
    net = unfold(contents.face, contents.depth)
    widest = net.panels["tuck-top"].rect.width
    labels = net_labels(edition, [label for label in fits if label.width <= widest])
    pictures = panel_pictures(edition, net)
    whole = tuple(large_plans(edition, paper, draw_net(net, pictures, labels), title))
    if len(whole) == 1:
        yield replace(whole[0], note="kit.box_note")
        return
    drawings = [draw_net(half, pictures, labels) for half in halves(contents.face, contents.depth)]
    parts = [part for drawing in drawings for part in large_plans(edition, paper, drawing, title)]
    if len(parts) > len(whole):
        parts = list(whole)
    # Two languages may be too wide beside a part; the instructions contain the note in both.
    notes = [typesetter.label("kit.box_note", SMALL) for typesetter in (setter, *edition.setters)]
    fitting = [note for note in notes if note.width <= paper.printable.width]
    if fitting:
        parts[0] = replace(parts[0], side=noted(parts[0].side, paper, fitting[0]))
    else:
        yield _note_page(edition, paper, title)
    for number, part in enumerate(parts, start=1):
        yield replace(part, note="kit.part", numbers={"part": number, "parts": len(parts)})


def _note_page(edition: Edition, paper: Paper, title: str) -> PlannedSide:
    """Return a page with the closing note: for papers narrower than the note in one line."""
    area = text_area(paper)
    strips = [
        strip
        for setter in edition.setters
        for strip in setter.strips(setter.inlines("kit.box_note"), SMALL, area.width)
    ]
    return PlannedSide(Side("text", shifted(stack(strips).items, area.x, area.y), area, ()), title)


def net_labels(edition: Edition, fits: Sequence[Label] = ()) -> NetLabels:
    """Return the labels of a net, including lines that name the contents of the box."""
    setter = edition.typesetter
    steps = [
        setter.label_of(setter.context.parse(f"**{step}**"), SMALL) for step in range(1, STEPS + 1)
    ]
    return NetLabels(setter.label("kit.glue", SMALL), steps, fits)


def _fits(edition: Edition, stock: Stock, measured: Um | None, contents: Contents) -> list[Label]:
    """Return the printed contents of a box: the deck, and the highest stack that fits."""
    key = stock.value if stock in (Stock.SLEEVED, Stock.GLUED) else "weight"
    if measured is not None:
        key = "measured"
    inside, _ = packed(edition.game)
    texts = [
        setter.inlines(f"box.{key}", pieces=pieces_in_words(setter, inside), weight=stock.value)
        for setter in edition.setters
    ]
    setter = edition.typesetter
    kind = setter.label_of(joined(texts), SMALL)
    return [kind, setter.label("box.stack", SMALL, stack=contents.room // 1000)]


def _report(edition: Edition, paper: Paper, error: DoesNotFitError) -> None:
    box = edition.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        fault = unfit(error.element, error.reason, box.span, cure)
        edition.problems.add(left_out(fault, paper))


def panel_pictures(edition: Edition, net: Net) -> dict[str, Picture]:
    """Return the pictures of a net by the names in `PICTURED`, without those with errors."""
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: edition.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
