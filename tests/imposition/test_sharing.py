"""Sheets that groups share: as few as there can be, and no rest parted without need."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from printnplay.imposition.sharing import shared_sheets

SIZES = some.lists(some.integers(1, 40), min_size=1, max_size=6)


def groups(sizes: Sequence[int], capacity: int) -> list[list[tuple[int, int]]]:
    """The groups on each sheet, with how many cards."""
    sheets = shared_sheets(sizes, capacity)
    return [[(part.group, part.size) for part in sheet] for sheet in sheets]


@pytest.mark.parametrize(
    ("sizes", "sheets"),
    [
        ([6, 5, 4], [[(0, 6)], [(1, 5), (2, 4)]]),
        ([3, 6], [[(0, 3), (1, 6)]]),
        ([9, 9], [[(0, 9)], [(1, 9)]]),
        ([1, 8, 8, 1], [[(0, 1), (1, 8)], [(2, 8), (3, 1)]]),
        ([6, 6, 6], [[(0, 6), (1, 3)], [(1, 3), (2, 6)]]),
    ],
)
def test_rests_that_fill_a_sheet_together_stay_whole(
    sizes: Sequence[int], sheets: list[list[tuple[int, int]]]
) -> None:
    assert groups(sizes, 9) == sheets


@given(SIZES, some.integers(1, 12))
def test_no_card_is_lost_and_no_sheet_is_too_many(sizes: list[int], capacity: int) -> None:
    sheets = shared_sheets(sizes, capacity)
    parts = [part for one in sheets for part in one]
    cards = [(part.group, card) for part in parts for card in range(part.start, part.end)]
    wanted = [(group, card) for group, size in enumerate(sizes) for card in range(size)]
    assert sorted(cards) == wanted
    assert all(sum(part.size for part in one) <= capacity for one in sheets)
    assert len(sheets) == -(-sum(size % capacity for size in sizes) // capacity) + sum(
        size // capacity for size in sizes
    )
