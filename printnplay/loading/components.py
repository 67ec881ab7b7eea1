"""What a game has beside its cards: boards, and a box for the deck."""

from collections.abc import Mapping

from printnplay.loading.fields import (
    expect_choice,
    expect_flag,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
)
from printnplay.loading.nodes import Node
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.cards import Board, Box
from printnplay.model.diagnostics import Problems
from printnplay.model.geometry import Size, Um

PAPERS = ("200", "250", "300")
"""The weights of card stock, in g/m², whose thickness is known."""

DEFAULT_PAPER = "250"


def load_boards(node: Node | None, problems: Problems) -> tuple[Board, ...]:
    """The boards in the order of their sheets; none where nothing is written."""
    if node is None:
        return ()
    boards = [_board(item, problems) for item in expect_list(node, problems)]
    refuse_twin_ids("boards", [(board.id, board.span) for board in boards], problems)
    return tuple(boards)


def load_box(node: Node | None, problems: Problems) -> Box | None:
    """The box, if there is one."""
    if node is None:
        return None
    keys = expect_mapping(node, problems, optional=("paper", "sleeved"))
    paper = DEFAULT_PAPER
    if "paper" in keys:
        paper = expect_choice(keys["paper"], PAPERS, problems)
    sleeved = expect_flag(keys.get("sleeved"), problems)
    return Box(int(paper) if paper in PAPERS else int(DEFAULT_PAPER), sleeved, node.span)


def _board(node: Node, problems: Problems) -> Board:
    keys = expect_mapping(
        node,
        problems,
        required=("id", "template", "width", "height"),
        optional=("bleed", "folds"),
    )
    size = Size(expect_length(keys["width"], problems), expect_length(keys["height"], problems))
    bleed = keys.get("bleed")
    return Board(
        id=expect_name(keys["id"], problems),
        template=expect_name(keys["template"], problems),
        size=size,
        bleed=0 if bleed is None else expect_length(bleed, problems, zero=True),
        span=keys["id"].span,
        folds=_folds(keys.get("folds"), size, problems),
    )


def _folds(
    node: Node | None, size: Size, problems: Problems
) -> tuple[tuple[Um, ...], tuple[Um, ...]]:
    keys = {} if node is None else expect_mapping(node, problems, optional=("x", "y"))
    return (
        _places(keys, "x", size.width, problems),
        _places(keys, "y", size.height, problems),
    )


def _places(keys: Mapping[str, Node], axis: str, length: Um, problems: Problems) -> tuple[Um, ...]:
    """Where the folds across one side are; each has to be on the board."""
    places = []
    for item in expect_list(keys[axis], problems) if axis in keys else ():
        place = expect_length(item, problems)
        if place >= length > 0:
            text = f"a fold {place / 1000:g} mm from the edge of a board of {length / 1000:g} mm"
            problems.error("PNP230", text, item.span, "expected a place on the board")
        places.append(place)
    return tuple(places)
