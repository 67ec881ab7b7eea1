"""The ID cards: two faces in one piece, to be cut out, folded and glued."""

from collections.abc import Callable

import pytest

from .builds import File, files
from .cards import UP, assert_cut_around, assert_places, cuts, folds, pages_of, places, size_of
from .plan import CARD, FOLD_CARDS, grid
from .readback import NEAR, Box, Line, Shows
from .shelf import Shelf
from .words import Wording

Wordings = Callable[[str], Wording]


def sheet(file: File, shelf: Shelf, wording: Wordings) -> Shows:
    """The only sheet of ID cards."""
    pages = pages_of(file, shelf, wording(file.language).game)
    (found,) = [shows for page, shows in pages if page.kind == "fold-cards"]
    return found


def pieces(file: File, shelf: Shelf) -> list[Box]:
    """Where the pieces lie, two faces each."""
    return grid(size_of(file, shelf), rows=FOLD_CARDS, wide=2)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_two_upright_faces_side_by_side_x_on_the_left(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    shows = sheet(file, shelf, wording)
    wanted = [
        Box(left, piece.top, left + CARD, piece.bottom)
        for piece in pieces(file, shelf)
        for left in (piece.left, piece.left + CARD)
    ]
    assert_places(places(shows), wanted)
    assert {picture.up for picture in shows.pictures} == {UP}
    names = [picture.name for picture in shows.pictures]
    assert names == names[:2] * FOLD_CARDS
    assert names[0] != names[1]


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_the_fold_is_dashed_along_the_edge_that_both_faces_share(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    lines = folds(sheet(file, shelf, wording))
    for piece in pieces(file, shelf):
        middle = (piece.left + piece.right) / 2
        shared = Line("fold", True, middle, piece.top, piece.bottom)  # noqa: FBT003
        assert any(line.covers(shared) for line in lines)
    middle = size_of(file, shelf)[0] / 2
    assert {line.upright for line in lines} == {True}
    assert [line.at for line in lines] == pytest.approx([middle] * len(lines), abs=NEAR)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_solid_lines_run_around_each_piece_and_never_over_the_fold(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    lines = cuts(sheet(file, shelf, wording))
    assert_cut_around(pieces(file, shelf), lines)
    middle = size_of(file, shelf)[0] / 2
    assert [line for line in lines if line.upright and abs(line.at - middle) < 1] == []
