"""Sprite sheets: pictures of cards in a grid, each in a stable cell."""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct

from printnplay.pdf.press import srgb_profile

MOST_COLUMNS, MOST_ROWS = 10, 7
"""The most columns and rows of a sheet: those of a custom deck in Tabletop Simulator."""

MOST_CELLS = 69
"""The most cards of a sheet: Tabletop Simulator shows the last of 70 cells for hidden cards."""

MOST_SIDE = 4096
"""The most pixels of a sheet's longer side: the largest picture that every machine can show."""


class SheetPlan(Struct, frozen=True):
    """A sheet: the component in each cell, row by row; an empty ID leaves a cell free."""

    columns: int
    rows: int
    cells: tuple[str, ...]


def with_kept_cells(ids: Sequence[str], former: Sequence[str]) -> list[str]:
    """Return the IDs in the order of their cells: known ones where they were, new ones at the end.

    The cell of a removed component stays free.

    >>> with_kept_cells(["ant", "bee", "cat"], ["bee", "dog", "cat"])
    ['bee', '', 'cat', 'ant']
    """
    kept = [name if name in ids else "" for name in former]
    while kept and not kept[-1]:
        kept.pop()
    return kept + [name for name in ids if name not in kept]


def fitting_dpi(size: tuple[int, int], dpi: int) -> int:
    """Return the resolution at which a picture of this size, in micrometres, fits on one sheet."""
    return max(1, min(dpi, MOST_SIDE * 25_400 // max(size)))


def plan_sheets(cells: Sequence[str], size: tuple[int, int]) -> list[SheetPlan]:
    """Return sheets of cells of this size in pixels, with full rows as long as possible.

    >>> [(plan.columns, plan.rows) for plan in plan_sheets(list("abcdefgh"), (1000, 2000))]
    [(4, 2)]
    >>> [(plan.columns, plan.rows) for plan in plan_sheets(list("abcdefgh"), (1400, 2000))]
    [(2, 2), (2, 2)]
    """
    columns = max(1, min(MOST_COLUMNS, MOST_SIDE // size[0]))
    rows = max(1, min(MOST_ROWS, MOST_SIDE // size[1]))
    most = min(columns * rows, MOST_CELLS)
    plans = []
    for start in range(0, len(cells), most):
        some = tuple(cells[start : start + most])
        plans.append(SheetPlan(min(columns, len(some)), -(-len(some) // columns), some))
    return plans


def on_ground(
    size: tuple[int, int],
    ground: tuple[int, int, int],
    pictures: Sequence[tuple[bytes, tuple[int, int], tuple[int, int]]],
) -> bytes:
    """Return a PNG of this size and colour with PNGs on it, each at a corner and of a size."""
    from PIL import Image

    sheet = Image.new("RGB", size, ground)
    for content, at, shown in pictures:
        with Image.open(BytesIO(content)) as picture:
            placed = picture.convert("RGBA").resize(shown)
        sheet.paste(placed, at, placed)
    stream = BytesIO()
    sheet.save(stream, "PNG", icc_profile=srgb_profile())
    return stream.getvalue()


def compose(plan: SheetPlan, size: tuple[int, int], pictures: Sequence[bytes | None]) -> bytes:
    """Return a sheet as PNG, composed of PNGs of one size; free cells are white."""
    from PIL import Image

    width, height = size
    sheet = Image.new("RGB", (plan.columns * width, plan.rows * height), "white")
    for index, picture in enumerate(pictures):
        if picture is None:
            continue
        row, column = divmod(index, plan.columns)
        with Image.open(BytesIO(picture)) as cell:
            sheet.paste(cell.convert("RGB"), (column * width, row * height))
    stream = BytesIO()
    sheet.save(stream, "PNG", icc_profile=srgb_profile())
    return stream.getvalue()


def centred(picture: bytes, size: tuple[int, int]) -> bytes:
    """Return a PNG centred in a PNG of this size, with transparent margins."""
    from PIL import Image

    ground = Image.new("RGBA", size)
    with Image.open(BytesIO(picture)) as image:
        left, top = (size[0] - image.width) // 2, (size[1] - image.height) // 2
        ground.paste(image.convert("RGBA"), (left, top))
    stream = BytesIO()
    ground.save(stream, "PNG", icc_profile=srgb_profile())
    return stream.getvalue()
