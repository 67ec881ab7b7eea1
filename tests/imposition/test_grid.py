import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.grid import Grid, fit_grid
from printnplay.imposition.papers import DoesNotFitError, find_paper
from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind

from .samples import A4, POKER, SQUARE, cards


def shape_of(grid: Grid) -> tuple[int, int]:
    """The numbers of columns and rows."""
    return len({cell.x for cell in grid.cells}), len({cell.y for cell in grid.cells})


@pytest.mark.parametrize(
    ("card", "paper", "columns", "rows", "turn"),
    [
        (SQUARE, "a4", 3, 4, 0),
        (SQUARE, "letter", 3, 4, 0),
        (POKER, "a4", 3, 3, 0),
        (POKER, "letter", 3, 3, 0),
        (Size(mm(70), mm(120)), "a4", 2, 2, 0),
        (Size(mm(88.9), mm(63.5)), "letter", 3, 3, 90),
        (SQUARE, "a3", 4, 6, 0),
    ],
)
def test_as_many_cards_as_fit_and_upright_unless_turning_gains(
    card: Size, paper: str, columns: int, rows: int, turn: int
) -> None:
    grid = fit_grid(CardFormat(card), find_paper(paper).printable)
    assert (shape_of(grid), grid.turn) == ((columns, rows), turn)


def test_the_grid_stands_in_the_middle_and_runs_row_by_row() -> None:
    grid = fit_grid(CardFormat(SQUARE), A4.printable)
    assert grid.block == Rect(mm(9.75), mm(21.5), mm(190.5), mm(254))
    assert [cell.origin for cell in grid.cells[:4]] == [
        grid.block.origin,
        grid.block.origin.moved(mm(63.5), 0),
        grid.block.origin.moved(mm(127), 0),
        grid.block.origin.moved(0, mm(63.5)),
    ]


@given(cards, st.integers(1, 7), st.integers(1, 7), st.integers(0, mm(8)))
def test_an_exact_fit_never_loses_a_column_or_row(
    card: Size, columns: int, rows: int, gutter: Um
) -> None:
    width = columns * card.width + (columns - 1) * gutter
    height = rows * card.height + (rows - 1) * gutter
    area = Rect(mm(6.35), mm(6.35), width, height)
    grid = fit_grid(CardFormat(card, gutter=gutter), area)
    assert grid.count >= columns * rows
    if grid.turn == 0:
        assert grid.block == area
        assert grid.cells[-1].right == area.right
        assert grid.cells[-1].bottom == area.bottom


@given(cards, st.integers(0, mm(8)))
def test_cells_keep_their_gutter_and_stay_in_the_block(card: Size, gutter: Um) -> None:
    grid = fit_grid(CardFormat(card, gutter=gutter), A4.printable)
    assert A4.printable.holds(grid.block)
    assert all(grid.block.holds(cell) for cell in grid.cells)
    assert all(
        first.right + gutter == second.x or second.x == grid.block.x
        for first, second in zip(grid.cells, grid.cells[1:], strict=False)
    )


@pytest.mark.parametrize(
    ("card", "enough", "count", "gap"),
    [
        (CardFormat(POKER, mm(3), None), None, 9, mm(2.9)),
        (CardFormat(POKER, mm(3), None), 5, 6, mm(6)),
        (CardFormat(Size(mm(25), mm(25)), mm(3), None), 12, 54, mm(6)),
        (CardFormat(Size(mm(60), mm(52)), mm(3), None, Shape(ShapeKind.HEX)), 9, 14, mm(6)),
    ],
)
def test_gutters_are_as_wide_as_the_cards_needed_allow(
    card: CardFormat, enough: int | None, count: int, gap: Um
) -> None:
    grid = fit_grid(card, A4.printable, enough)
    assert (grid.count, min(grid.gaps)) == (count, gap)


def test_a_card_larger_than_the_paper_is_named() -> None:
    with pytest.raises(DoesNotFitError, match="300 x 200 mm is too large") as fault:
        fit_grid(CardFormat(Size(mm(300), mm(200))), A4.printable)
    assert fault.value.element == "card"
