"""The sheets of large things: boards of the kit, and the box."""

from collections.abc import Iterator

from printnplay.composition.marks import Segment, draw
from printnplay.composition.tiling import Drawing, JoinLabels, tile_sides
from printnplay.model.cards import Board
from printnplay.model.geometry import Paper, Rect
from printnplay.model.sheet import Label, Stamp
from printnplay.pipeline.leaflets import SMALL, Plan
from printnplay.pipeline.studio import Studio


def board_plans(studio: Studio, paper: Paper) -> Iterator[Plan]:
    """The sheets of all boards; one that could not be drawn has none.

    Raises:
        DoesNotFitError: a board would take more sheets than anyone will glue.
    """
    for board in studio.game.boards:
        drawing = _drawing(studio, board)
        if drawing is not None:
            yield from large_plans(studio, paper, drawing, f"boards.{board.id}")


def large_plans(studio: Studio, paper: Paper, drawing: Drawing, title: str) -> Iterator[Plan]:
    """The sheets of one drawing, numbered where it takes several.

    Raises:
        DoesNotFitError: it would take more sheets than anyone will glue.
    """
    sides = tile_sides(drawing, paper, join_labels(studio), title.rpartition(".")[2])
    for part, side in enumerate(sides, start=1):
        if len(sides) == 1:
            yield Plan(side, title)
        else:
            yield Plan(side, title, "kit.part", {"part": part, "parts": len(sides)})


def join_labels(studio: Studio) -> JoinLabels:
    """What is written where parts are glued together."""
    setter = studio.typesetter

    def letter(name: str) -> Label:
        return setter.label_of(setter.context.parse(f"**{name}**"), SMALL)

    return JoinLabels(lambda name: setter.label("kit.glue_part", SMALL, letter=name), letter)


def _drawing(studio: Studio, board: Board) -> Drawing | None:
    picture = studio.board(board)
    if picture is None:
        return None
    size = board.size
    upright, level = board.folds
    folds = [
        *(Segment(upright=True, at=x, span=(0, size.height)) for x in upright),
        *(Segment(upright=False, at=y, span=(0, size.width)) for y in level),
    ]
    whole = Stamp(picture, Rect(0, 0, size.width, size.height))
    return Drawing(size, (whole, *draw("fold", folds)), board.bleed)
