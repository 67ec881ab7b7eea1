"""The tuck box of a game: for its deck by what the cards are made of, and for all that is in it."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import left_out, unfit
from printnplay.game.game import BOARDS, BOOKLET, Board, Box, Game
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import noted
from printnplay.imposition.tuckbox import (
    CALIPER,
    LEAF,
    PICTURED,
    SPRING,
    Contents,
    Deck,
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
from printnplay.kit.sheets import SMALL, PlannedSide, furnished, large_plans
from printnplay.kit.text_sheets import text_area
from printnplay.rulebook.pages.strips import stack
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Label, Sheet, shifted

TITLES = ("kit.box", "kit.box_large")
"""The keys of the titles of the box for the deck, and of that for all."""

STEPS = 3
"""The steps to close a box: glue the tab, close the floor, close the lid (`STEPS_ON` in
`imposition/tuckbox.py`)."""


class TuckBox(Struct, dict=True):
    """The boxes of a kit, which are drawn when they are asked for."""

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
    """Return the nets of the boxes, each on one side or several; none for a game without a box.

    A box without room is reported and left out; a smaller one before it is made anyway.
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


def deck_of(game: Game, backs: Backs) -> Deck:
    """Return the deck as it goes into the box, all cards upright: as large as its largest cards."""
    sizes = [game.size_of(card) for card in game.cards]
    largest = Size(
        max(min(size.width, size.height) for size in sizes),
        max(max(size.width, size.height) for size in sizes),
    )
    layers = 0
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(card.copies for card in game.cards), layers)


def stock_of(box: Box, settings: PrintSettings) -> Stock:
    """Return the stock of the cards: of the options, of the game, or by the print mode."""
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
            fits = _fits(edition, deck, stock, measured, inside if large else contents)
            yield from _net_plans(edition, settings.paper, contents, title, fits)


def _boxes(edition: Edition, box: Box, inside: Contents) -> Iterator[Contents]:
    """What each box holds: the cards, then also what is flat, if there is such a thing."""
    yield inside
    # Only now, since the booklet may be made elsewhere until it is asked how thick it is.
    flat = list(_flat_things(edition, box))
    if flat:
        yield with_flat(inside, flat)


def _flat_things(edition: Edition, box: Box) -> Iterator[tuple[Size, Um]]:
    """What else the larger box holds: each by its size and thickness."""
    if BOOKLET in box.holds and (pages := edition.page_count.whole):
        yield edition.game.outline.page, pages // 2 * LEAF + SPRING
    if BOARDS in box.holds:
        for board in edition.game.boards:
            size, parts = _folded(board)
            yield size, board.copies * parts * CALIPER[Stock.MIDDLE]


def _folded(board: Board) -> tuple[Size, int]:
    """The size of a board that is folded together, and how many layers it has then."""
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
    # Two languages may be too broad beside a part; the instructions say it in both.
    notes = [typesetter.label("kit.box_note", SMALL) for typesetter in (setter, *edition.setters)]
    fitting = [note for note in notes if note.width <= paper.printable.width]
    if fitting:
        parts[0] = replace(parts[0], side=noted(parts[0].side, paper, fitting[0]))
    else:
        yield _note_page(edition, paper, title)
    for number, part in enumerate(parts, start=1):
        yield replace(part, note="kit.part", numbers={"part": number, "parts": len(parts)})


def _note_page(edition: Edition, paper: Paper, title: str) -> PlannedSide:
    """How the box is closed, on a page of its own: for papers narrower than a line of it."""
    area = text_area(paper)
    strips = [
        strip
        for setter in edition.setters
        for strip in setter.strips(setter.inlines("kit.box_note"), SMALL, area.width)
    ]
    return PlannedSide(Side("text", shifted(stack(strips).items, area.x, area.y), area, ()), title)


def net_labels(edition: Edition, fits: Sequence[Label] = ()) -> NetLabels:
    """Return the texts on a net, with lines that say what the box is for."""
    setter = edition.typesetter
    steps = [
        setter.label_of(setter.context.parse(f"**{step}**"), SMALL) for step in range(1, STEPS + 1)
    ]
    return NetLabels(setter.label("kit.glue", SMALL), steps, fits)


def _fits(
    edition: Edition, deck: Deck, stock: Stock, measured: Um | None, contents: Contents
) -> list[Label]:
    """What a box is for, as printed on it: the cards, and the highest stack that goes in."""
    setter = edition.typesetter
    numbers = {"cards": deck.cards, "stack": contents.room // 1000}
    key = stock.value if stock in (Stock.SLEEVED, Stock.GLUED) else "weight"
    if measured is not None:
        key = "measured"
    kind = setter.label(f"box.{key}", SMALL, weight=stock.value, **numbers)
    return [kind, setter.label("box.stack", SMALL, **numbers)]


def _report(edition: Edition, paper: Paper, error: DoesNotFitError) -> None:
    box = edition.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        fault = unfit(error.element, error.reason, box.span, cure)
        edition.problems.add(left_out(fault, paper))


def panel_pictures(edition: Edition, net: Net) -> dict[str, Picture]:
    """Return the pictures of a net by the names of `PICTURED`, without those with errors."""
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: edition.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
