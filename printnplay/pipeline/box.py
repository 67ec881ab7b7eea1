"""The sheets of large things: boards of the kit, and the box.

The tuck box for the deck of a game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printnplay.imposition.marks import Segment, draw
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.tiling import JoinLabels, LargeDrawing, noted, tile_sides
from printnplay.imposition.tuckbox import PICTURED, Deck, Net, draw_net, unfold
from printnplay.model.game import Board, Box, Game
from printnplay.model.geometry import Paper, Rect, Size
from printnplay.model.picture import Picture
from printnplay.model.sheet import Label, Sheet, Stamp
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.sheets import dressed
from printnplay.pipeline.text_sheets import SMALL, PlannedSide


def board_plans(edition: Edition, paper: Paper) -> Iterator[PlannedSide]:
    """The sheets of all boards; one that could not be drawn has none.

    Raises:
        DoesNotFitError: a board would take more sheets than anyone will glue.
    """
    for board in edition.game.boards:
        drawing = _drawing(edition, board)
        if drawing is not None:
            yield from large_plans(edition, paper, drawing, f"boards.{board.id}")


def large_plans(
    edition: Edition, paper: Paper, drawing: LargeDrawing, title: str
) -> Iterator[PlannedSide]:
    """The sheets of one drawing, numbered where it takes several.

    Raises:
        DoesNotFitError: it would take more sheets than anyone will glue.
    """
    sides = tile_sides(drawing, paper, join_labels(edition), title.rpartition(".")[2])
    for part, side in enumerate(sides, start=1):
        if len(sides) == 1:
            yield PlannedSide(side, title)
        else:
            yield PlannedSide(side, title, "kit.part", {"part": part, "parts": len(sides)})


def join_labels(edition: Edition) -> JoinLabels:
    """What is written where parts are glued together."""
    setter = edition.typesetter

    def letter(name: str) -> Label:
        return setter.label_of(setter.context.parse(f"**{name}**"), SMALL)

    return JoinLabels(lambda name: setter.label("kit.glue_part", SMALL, letter=name), letter)


def _drawing(edition: Edition, board: Board) -> LargeDrawing | None:
    picture = edition.board(board)
    if picture is None:
        return None
    size = board.size
    upright, level = board.folds
    folds = [
        *(Segment(upright=True, at=x, span=(0, size.height)) for x in upright),
        *(Segment(upright=False, at=y, span=(0, size.width)) for y in level),
    ]
    whole = Stamp(picture, Rect(0, 0, size.width, size.height))
    return LargeDrawing(size, (whole, *draw("fold", folds)), board.bleed)


TITLE = "kit.box"
NOTE = "kit.box_note"


def box_plans(edition: Edition, paper: Paper, backs: str) -> tuple[PlannedSide, ...]:
    """The net of the box, on one side or several; none for a game without a box."""
    box = edition.game.box
    if box is None:
        return ()
    try:
        return tuple(_plans(edition, paper, box, backs))
    except DoesNotFitError as error:
        _tell(edition, error)
        return ()


def box_sheets(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """The sheets of the box."""
    try:
        return tuple(
            dressed(edition, paper, plan, (number, len(plans)))
            for number, plan in enumerate(plans, start=1)
        )
    except DoesNotFitError as error:
        _tell(edition, error)
        return ()


def deck_of(game: Game, backs: str) -> Deck:
    """The deck as it goes into the box: as wide and as high as its largest cards."""
    sizes = [game.size_of(card) for card in game.cards]
    largest = Size(max(one.width for one in sizes), max(one.height for one in sizes))
    layers = 0
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        two = group.fold or (backs == "fold" and group.backs)
        layers += 2 * cards if two else cards
    return Deck(largest, sum(card.copies for card in game.cards), layers)


def _plans(edition: Edition, paper: Paper, box: Box, backs: str) -> Iterator[PlannedSide]:
    face, depth = deck_of(edition.game, backs).inside(box.paper, sleeved=box.sleeved)
    net = unfold(face, depth)
    glue = edition.typesetter.label("kit.glue", SMALL)
    drawing = draw_net(net, _pictures(edition, net), glue)
    first, *others = large_plans(edition, paper, drawing, TITLE)
    if others:
        note = edition.typesetter.label(NOTE, SMALL)
        yield replace(first, side=noted(first.side, paper, note))
    else:
        yield replace(first, note=NOTE)
    yield from others


def _tell(edition: Edition, error: DoesNotFitError) -> None:
    box = edition.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        edition.problems.add(unfit(error.element, error.reason, box.span, cure))


def _pictures(edition: Edition, net: Net) -> dict[str, Picture]:
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: edition.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
