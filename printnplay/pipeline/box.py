"""Sheets of large drawings: the boards of a game, and the tuck box for its deck."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printnplay.imposition.marks import Segment, draw
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.tiling import JoinLabels, LargeDrawing, noted, tile_sides
from printnplay.imposition.tuckbox import PICTURED, Deck, Net, draw_net, unfold
from printnplay.model.game import Board, Box, Game
from printnplay.model.geometry import Paper, Rect, Size
from printnplay.model.picture import Picture
from printnplay.model.printing import Backs, PrintSettings
from printnplay.model.sheet import Label, Sheet, Stamp
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.sheets import SMALL, PlannedSide, furnished


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
    """The texts where parts are glued together."""
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


def box_plans(edition: Edition, settings: PrintSettings) -> tuple[PlannedSide, ...]:
    """The net of the box, on one side or several; none for a game without a box."""
    box = edition.game.box
    if box is None:
        return ()
    try:
        return tuple(_plans(edition, settings, box))
    except DoesNotFitError as error:
        _report(edition, error)
        return ()


def box_sheets(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """The sheets of the box."""
    try:
        return furnished(edition, paper, plans)
    except DoesNotFitError as error:
        _report(edition, error)
        return ()


def deck_of(game: Game, backs: Backs) -> Deck:
    """The deck as it goes into the box: as wide and as high as its largest cards."""
    sizes = [game.size_of(card) for card in game.cards]
    largest = Size(max(size.width for size in sizes), max(size.height for size in sizes))
    layers = 0
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(card.copies for card in game.cards), layers)


def _plans(edition: Edition, settings: PrintSettings, box: Box) -> Iterator[PlannedSide]:
    paper = settings.paper
    face, depth = deck_of(edition.game, settings.backs).inside(box.paper, sleeved=box.sleeved)
    net = unfold(face, depth)
    glue = edition.typesetter.label("kit.glue", SMALL)
    drawing = draw_net(net, _pictures(edition, net), glue)
    first, *others = large_plans(edition, paper, drawing, "kit.box")
    if others:
        note = edition.typesetter.label("kit.box_note", SMALL)
        yield replace(first, side=noted(first.side, paper, note))
    else:
        yield replace(first, note="kit.box_note")
    yield from others


def _report(edition: Edition, error: DoesNotFitError) -> None:
    box = edition.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        edition.problems.add(unfit(error.element, error.reason, box.span, cure))


def _pictures(edition: Edition, net: Net) -> dict[str, Picture]:
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: edition.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
