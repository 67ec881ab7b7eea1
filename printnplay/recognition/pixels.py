"""Grids of cards on pages of pixels: edges summed along rows and columns, after the page is level.

A page is measured at `PER_INCH`; the middle of an edge is found to a fraction of a pixel.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.axes import LONGEST, SHORTEST, Row, clustered, nearest, rows
from printnplay.recognition.grids import in_order
from printnplay.recognition.page_geometry import centred
from printnplay.recognition.trade_sizes import KNOWN, known_size
from printnplay.recognition.values import Cell, Grid

if TYPE_CHECKING:
    from PIL.Image import Image

PER_INCH = 200
"""The resolution at which pages are measured: a pixel is 0.127 mm, and edges are found to a
third of it."""
UM_PER_PIXEL = 25_400 / PER_INCH

STEEPEST = 3.0
"""The greatest angle of a scan, in degrees. A guess: more is seen while scanning."""
CLOSE: Um = 330
"""How far an edge may be from where equal cards would have it."""
_EDGE = 26
"""The difference of neighbouring pixels, of 255, from which they are an edge. A guess: noise of
scanners and JPEG has less."""
_CENTRED: Um = 1_000
"""How much the margins of a page may differ whose cards are in its middle, as in most files."""
_PEAKS = 60
"""The most edges that are looked at along an axis."""


class Levelled(Struct, frozen=True):
    """A page turned until its edges are level, and the angle in degrees clockwise."""

    image: "Image"
    turn: float


def levelled(image: "Image") -> Levelled:
    """Return a page turned by the angle at which its edges are level and upright."""
    small = _edges(image.convert("L").reduce(2))
    best = _steepest(small, 0.0, STEEPEST, 0.3)
    best = _steepest(small, best, 0.3, 0.06)
    best = _steepest(_edges(image.convert("L")), best, 0.06, 0.02)
    if abs(best) < 0.03:
        return Levelled(image, 0.0)
    return Levelled(turned(image, best), best)


def turned(image: "Image", degrees: float) -> "Image":
    """Return a picture turned clockwise about its middle, on white."""
    from PIL import Image

    return image.rotate(-degrees, Image.Resampling.BICUBIC, fillcolor="white")


def _steepest(edges: "Image", middle: float, reach: float, step: float) -> float:
    """Return the angle around another at which sums along rows and columns vary most."""
    from PIL import Image

    angles = [
        middle + step * number for number in range(-round(reach / step), round(reach / step) + 1)
    ]

    def contrast(angle: float) -> float:
        one = edges.rotate(-angle, Image.Resampling.BILINEAR)
        return sum(
            sum((a - b) ** 2 for a, b in pairwise(sums))
            for sums in (_sums(one, upright=True), _sums(one, upright=False))
        )

    return max(angles, key=lambda angle: (contrast(angle), -abs(angle)))


def _edges(grey: "Image") -> "Image":
    """Return the differences of neighbouring pixels, to the right and downwards, but at the rim."""
    from PIL import ImageChops, ImageOps

    right = ImageChops.difference(grey, ImageChops.offset(grey, 1, 0))
    down = ImageChops.difference(grey, ImageChops.offset(grey, 0, 1))
    # The shadow of the lid is level when the page is not.
    return ImageOps.expand(ImageOps.crop(ImageChops.lighter(right, down), _RIM), _RIM)


def _sums(image: "Image", *, upright: bool) -> list[float]:
    """Return the mean of each column (upright), or of each row."""
    from PIL import Image

    size = (image.width, 1) if upright else (1, image.height)
    summed = image.convert("F").resize(size, Image.Resampling.BOX)
    return [float(value) for value in summed.get_flattened_data()]  # type: ignore[arg-type]  # one band


def grids_in(image: "Image", size: Size) -> list[Grid]:
    """Return the grids that a level page of pixels may have, the best first.

    Args:
        image: the page, at `PER_INCH`.
        size: its size.
    """
    scale = size.width / image.width, size.height / image.height
    found = []
    grounds = [one for one in (image, _on_white(image)) if one is not None]
    marks = [(_marks(one, upright=True), _marks(one, upright=False)) for one in grounds]
    edges = (_peaks(image, upright=True), _peaks(image, upright=False))
    for across_at, down_at in (edges, *marks):
        across, down = _rows(across_at, scale[0]), _rows(down_at, scale[1])
        for one in across:
            for other in down:
                if min(one.side, other.side) >= SHORTEST and max(one.side, other.side) <= LONGEST:
                    is_cut = any(
                        _are_marked(one, ticks[0], scale[0])
                        and _are_marked(other, ticks[1], scale[1])
                        for ticks in marks
                    )
                    found.append(_grid(one, other, size, is_cut=is_cut))
    return sorted(found, key=lambda grid: -grid.score)


def _are_marked(row: Row, marks: Sequence[tuple[float, float]], scale: float) -> bool:
    """Return whether marks in the margins are where all intervals start and end."""
    known = sorted(round(at * scale) for at, _ in marks)
    places = (*row.starts, *row.ends)
    return bool(known) and all(abs(nearest(known, at) - at) <= CLOSE for at in places)


def _rows(peaks: Sequence[tuple[float, float]], scale: float) -> list[Row]:
    lines = clustered(((round(at * scale), weight) for at, weight in peaks), 450)
    return rows(lines, CLOSE)[:8]


_DARK = 150
"""The grey from which down a pixel is ink of a mark, of 255. A guess."""
_BLACK = 40
"""The mean grey of a dark ground, with the marks in it, of 255. A guess."""
_FEW = 0.06
"""The share of ink up to which a row of pixels is a margin, with nothing but marks. A guess."""


def _on_white(image: "Image") -> "Image | None":
    """Return the negative of what a page shows on a dark ground, on white; None without a ground.

    Around cards with black borders are black, and the marks in it are white.
    """
    from PIL import Image, ImageOps, ImageStat

    grey = image.convert("L")
    box = grey.point([255 * (value < _DARK) for value in range(256)]).getbbox()
    if box is None or min(box[2] - box[0], box[3] - box[1]) <= 2 * _RIM:
        return None
    ground = grey.crop(box)
    rim = ImageOps.expand(Image.new("L", ImageOps.crop(ground, _RIM).size), _RIM, 255)
    if ImageStat.Stat(ground, rim).mean[0] > _BLACK:
        return None
    white = Image.new("L", grey.size, 255)
    white.paste(ImageOps.invert(ground), box)
    return white


def _marks(image: "Image", *, upright: bool) -> list[tuple[float, float]]:
    """Return the places of cut marks in the margins along an axis, all of one weight."""
    from PIL import Image, ImageChops

    ink = image.convert("L").point([255 * (value < _DARK) for value in range(256)])
    along = _sums(ink, upright=not upright)
    shape = (1, image.height) if upright else (image.width, 1)
    margin = Image.new("L", shape)
    margin.putdata(_outside(along))
    kept = ImageChops.multiply(ink, margin.resize(image.size, Image.Resampling.NEAREST))
    sums = _sums(kept, upright=upright)
    least = max(0.25 * max(sums), 3 * sorted(sums)[len(sums) // 2], 0.4)
    found, start = [], None
    for at, value in enumerate([*sums, 0.0]):
        if value > least and start is None:
            start = at
        elif value <= least and start is not None:
            total = sum(sums[start:at])
            middle = sum(n * sums[n] for n in range(start, at)) / total + 0.5
            if at - start <= _THICK:
                found.append((middle, 1.0))
            start = None
    return found[:_PEAKS]


def _outside(ink: Sequence[float]) -> list[int]:
    """Return 255 for the rows of pixels before the first and after the last one full of ink."""
    full = [at for at, value in enumerate(ink) if value >= 255 * _FEW]
    full = [at for at in full if _RIM < at < len(ink) - _RIM]
    first, last = (full[0], full[-1]) if full else (len(ink), -1)
    return [
        255 * ((at < first or at > last) and _RIM < at < len(ink) - _RIM) for at in range(len(ink))
    ]


_RIM = 12
"""The rim of a page in pixels that is not looked at: scans have the shadow of the lid there."""
_THICK = 8
"""The widest line of a mark, in pixels: a millimetre."""


def _peaks(image: "Image", *, upright: bool) -> list[tuple[float, float]]:
    """Return the places of edges along an axis in pixels, with the share of the page they cross."""
    from PIL import ImageChops

    grey = image.convert("RGB")
    shift = (1, 0) if upright else (0, 1)
    bands = ImageChops.difference(grey, ImageChops.offset(grey, *shift)).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    sums = _sums(most.point([255 * (value >= _EDGE) for value in range(256)]), upright=upright)
    sums[0] = 0.0  # the page's edge, wrapped around
    usual = sorted(sums)[len(sums) // 2]
    found = []
    for at in range(1, len(sums) - 1):
        value = sums[at]
        if value > max(2.2 * usual, 8.0) and value >= sums[at - 1] and value > sums[at + 1]:
            near = sums[at - 1 : at + 2]
            middle = sum(n * v for n, v in zip((-1, 0, 1), near, strict=True)) / sum(near)
            found.append((at + middle, value / 255))
    return sorted(found, key=lambda peak: -peak[1])[:_PEAKS]


def _grid(across: Row, down: Row, size: Size, *, is_cut: bool) -> Grid:
    """Return the grid of two rows of intervals; a card close to a size of the trade has it."""
    found = Size(across.side, down.side)
    exact = known_size(found)
    card = exact or found
    cells = tuple(
        Cell(centred(Rect(x, y, found.width, found.height), card))
        for y in down.starts
        for x in across.starts
    )
    covered = len(cells) * card.width * card.height / (size.width * size.height)
    score = 0.2 + 0.35 * (across.explained + down.explained) / 2 + 0.25 * min(1.0, covered)
    if exact is not None:
        off = max(abs(exact.width - found.width), abs(exact.height - found.height))
        score += 0.25 - 0.15 * off / KNOWN
    for row, side in ((across, size.width), (down, size.height)):
        if abs(row.starts[0] - (side - row.ends[-1])) <= _CENTRED:
            score += 0.06
    return Grid(in_order(cells), "pixels", score, is_cut=is_cut)
