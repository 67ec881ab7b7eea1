"""Pages that were read, with what they may hold, and what their pixels show of their cells."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.faces import HIGH, WIDE, Thumb
from printnplay.recognition.opening import TOLD
from printnplay.recognition.outlines import shaped
from printnplay.recognition.values import Area, Cell, Grid, PageContent

if TYPE_CHECKING:
    from PIL.ImageStat import Stat

AS_BEFORE = "the pages before"
"""How the cells of a page were found that has those of another."""
PICTURE = "the picture"
"""How the cell of a picture was found that is a card of an unusual size."""


class Taken(Struct):
    """A page: its file, its number, its size, what is on it, and the grids that it may have.

    `is_whole` is whether it is a card as a whole.
    """

    file: int
    page: int
    size: Size
    content: PageContent
    grids: list[Grid] = field(default_factory=list)
    turn: float = 0.0
    image: Any = None
    is_picture: bool = False
    is_whole: bool = False
    sizing: str = TOLD


class Chosen(Struct):
    """A page with the grid that it has, the cells that show something, and how sure they are.

    `standing` is a `Standing`.
    """

    page: Taken
    grid: Grid
    cells: tuple[Cell, ...]
    standing: int


def is_close(one: Rect, other: Rect) -> bool:
    """Return whether the edges of rectangles are within a fifth of a millimetre."""
    pairs = ((one.x, other.x), (one.y, other.y), (one.right, other.right))
    return all(abs(a - b) <= 200 for a, b in (*pairs, (one.bottom, other.bottom)))


def is_shown(page: Taken, grid: Grid) -> bool:
    """Return whether pictures or frames show each of the cells of a grid."""
    shapes = [area.rect for area in page.content.areas if area.kind != "clip"]
    return grid.found_by == "folds" or all(
        any(is_close(cell.rect, shape) for shape in shapes) for cell in grid.cells
    )


def has_outline(page: Taken, cells: Sequence[Cell]) -> bool:
    """Return whether the outer edges of cells are edges of what the page shows."""
    image, scale = page.image.convert("L"), page.image.width / page.size.width
    left = min(cell.rect.x for cell in cells)
    right = max(cell.rect.right for cell in cells)
    seen = total = 0
    for cell in cells:
        rect = cell.rect
        for edge, sign in ((rect.x, -1), (rect.right, 1)):
            if edge not in (left, right):
                continue
            for step in range(8):
                y = rect.y + rect.height * (2 * step + 1) // 16
                inner, outer = edge - sign * 700, edge + sign * 700
                points = [
                    (min(max(round(x * scale), 0), image.width - 1), round(y * scale))
                    for x in (inner, outer)
                ]
                total += 1
                seen += abs(image.getpixel(points[0]) - image.getpixel(points[1])) > 12
    return total > 0 and seen >= 0.7 * total


def box_of(page: Taken, rect: Rect) -> tuple[float, float, float, float]:
    """Return where a rectangle is in the pixels of its page, at least partly inside."""
    scale = page.image.width / page.size.width, page.image.height / page.size.height
    box = (rect.x * scale[0], rect.y * scale[1], rect.right * scale[0], rect.bottom * scale[1])
    return (
        min(max(box[0], 0.0), page.image.width - 2.0),
        min(max(box[1], 0.0), page.image.height - 2.0),
        max(min(box[2], float(page.image.width)), 2.0),
        max(min(box[3], float(page.image.height)), 2.0),
    )


def contrasts(page: Taken, cells: Sequence[Cell]) -> list[tuple[Cell, float]]:
    """Return how much the greys inside of each cell vary: their standard deviation, of 255."""
    return [(cell, _greys(page, cell).stddev[0]) for cell in cells]


def filled(page: Taken, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Leave out cells that show nothing but the colour of the paper, with the noise of a scan."""
    values = contrasts(page, cells)
    least, paper = _FLAT, _PAPER
    if not page.content.vectors and len(values) > 1:
        least = max(_FLAT, _NOISE * max(value for _, value in values))
        counts = page.image.convert("L").histogram()
        paper = min(paper, max(range(_GREYEST, 256), key=lambda grey: counts[grey]) - 10)
    return tuple(
        cell for cell, value in values if value > least or _greys(page, cell).mean[0] < paper
    )


_FLAT, _NOISE, _PAPER, _GREYEST = 2.5, 0.1, 235, 180
"""Greys of empty cells, guesses: how much they vary, of those of the fullest cell in a scan,
how light they are, and how dark the paper of a scan may be."""
_INSIDE: Um = 1_500
"""How far from its edges a cell is looked at: lines are there."""


def _greys(page: Taken, cell: Cell) -> "Stat":
    from PIL import ImageStat

    inside = _INSIDE if page.content.vectors else 2 * _INSIDE
    part = page.image.crop(tuple(map(round, box_of(page, cell.rect.grown(-inside)))))
    return ImageStat.Stat(part.convert("L"))


_BLOCK: Um = 2_500
"""The side of the parts of a page that are looked at for what cells leave out: words are pale."""
_SEEN = 40
"""The difference of such a part from the ground, of 255, from which it is more than lines or words.
A guess."""
_TITLE = 30_000 * 30_000
"""The least area that printed parts are compared with, in square micrometres: a title beside tokens
is none."""
_AROUND: Um = 3_000
"""How far around cells and their bleed a page may show what belongs to them: cut marks."""


def uncovered(page: Taken, cells: Sequence[Cell]) -> float:
    """Return how much of a page is printed beside its cells, of the smallest of them."""
    from PIL import Image, ImageDraw

    size = page.size
    sides = max(1, round(size.width / _BLOCK)), max(1, round(size.height / _BLOCK))
    grey = page.image.convert("L").resize(sides, Image.Resampling.BOX)
    outside = Image.new("L", sides, 255)
    pen = ImageDraw.Draw(outside)
    for cell in cells:
        rect = cell.rect.grown(cell.bleed + _AROUND)
        edges = (rect.x, rect.y, rect.right, rect.bottom)
        pen.rectangle(tuple(edge / _BLOCK - 0.5 for edge in edges), fill=0)
    for word in page.content.words:  # titles
        x, y = word.x / _BLOCK - 0.5, word.y / _BLOCK - 0.5
        pen.rectangle((x - 2, y - 1, x + 2, y + 1), fill=0)
    pixels = zip(grey.tobytes(), outside.tobytes(), strict=True)
    beside = [value for value, is_outside in pixels if is_outside]
    ground = max(beside, key=beside.count, default=255)
    printed = sum(abs(value - ground) > _SEEN for value in beside)
    smallest = max(_TITLE, min(cell.rect.width * cell.rect.height for cell in cells))
    return float(printed * _BLOCK * _BLOCK / smallest)


def with_bleed(cells: tuple[Cell, ...], areas: Sequence[Area]) -> tuple[Cell, ...]:
    """Return cells with the bleed that an area around each of them shows."""
    if any(cell.bleed for cell in cells):
        return cells
    found = []
    for cell in cells:
        rect = cell.rect
        around = [
            min(bleeds)
            for area in areas
            if area.kind != "clip"
            for one in (area.rect,)
            for bleeds in (
                (rect.x - one.x, rect.y - one.y, one.right - rect.right, one.bottom - rect.bottom),
            )
            if min(bleeds) >= 400 and max(bleeds) <= 8_000 and max(bleeds) - min(bleeds) <= 300
        ]
        found.append(max(around, default=0))
    return tuple(replace(cell, bleed=bleed) for cell, bleed in zip(cells, found, strict=True))


_RIM: Um = 700
"""The rim of a card that its picture leaves out: frames and cut lines are there."""
_WITHIN = 0.2
"""The rim of a hex or a circle as a share of its side: a rectangle inside has no corners."""


def thumbs(page: Taken, cells: Sequence[Cell]) -> Iterator[Thumb]:
    """Yield small pictures of cells, to compare faces by."""
    from PIL import Image

    image = page.image.convert("RGB")
    for cell in shaped(cells, page.content.areas):
        side = min(cell.rect.width, cell.rect.height)
        inside = round(_WITHIN * side) if cell.shape else _RIM
        box = box_of(page, cell.rect.grown(-inside))
        small = image.resize((WIDE, HIGH), Image.Resampling.BOX, box=box)
        yield Image.frombytes("L", (3 * WIDE, HIGH), small.tobytes())
