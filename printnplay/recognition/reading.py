"""Read files and find their cards, in a process of its own: `look` gets files, returns `Found`.

The files are other people's: what reads them may be led astray, never ends, or fills the memory.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.grids import grids_of, in_order, known_bleed, known_size
from printnplay.recognition.names import paired_by_names
from printnplay.recognition.opening import NotReadError, PdfFile, PictureFile, opened
from printnplay.recognition.page_content import TooMuchError
from printnplay.recognition.pixels import PER_INCH, grids_in, levelled
from printnplay.recognition.sides import HIGH, WIDE, Pairing, Side, paired
from printnplay.recognition.values import (
    Area,
    Cell,
    Found,
    FoundPage,
    Grid,
    PageContent,
)

if TYPE_CHECKING:
    pass

MOST_PAGES = 400
"""The most pages of all files together: a game of 3,600 cards."""
WIDEST_PAGE: Um = 1_200_000
"""The longest side of a page: A0."""

SURE, PLAUSIBLE = 0.6, 0.4
"""The scores from which a grid is accepted, alone and on a page whose card size others have."""
CONFIRMED = 0.75
"""The score of a grid that cut marks confirm, and is of no size of the trade."""
AS_BEFORE = "the pages before"
"""How the cells of a page were found that has those of another."""
_ALIKE: Um = 450
"""How much cards of one size may differ in it."""


class UnreadableError(Exception):
    """A file cannot be read; the message starts with its number, and says why."""


class Given(Struct, frozen=True, array_like=True):
    """A file: its name, and its bytes."""

    name: str
    content: bytes


class Taken(Struct):
    """A page: its file, its number, its size, what is on it, and the grids that it may have."""

    file: int
    page: int
    size: Size
    content: PageContent
    grids: list[Grid] = field(default_factory=list)
    turn: float = 0.0
    image: Any = None


class _Chosen(Struct):
    """A page with the grid that it has, and the cells that show something."""

    page: Taken
    grid: Grid
    cells: tuple[Cell, ...]


def look(packed: bytes) -> bytes:
    """Return `Found` as JSON for some files, a packed list of `Given`.

    Raises:
        UnreadableError: a file cannot be read, or has too many or too large pages.
    """
    files = msgspec.msgpack.decode(packed, type=list[Given])
    pages = [page for number, file in enumerate(files) for page in _pages(number, file)]
    if len(pages) > MOST_PAGES:
        raise UnreadableError(f"0:it has {len(pages):,} pages; the limit is {MOST_PAGES}")
    found = _found(pages)
    if len(files) == len(found.pages) > 1 and all(len(one.cells) == 1 for one in found.pages):
        cards = paired_by_names([file.name for file in files])
        if cards is not None:
            found = replace(found, cards=cards, flip="names")
    return msgspec.json.encode(found)


def _pages(number: int, file: Given) -> Iterator[Taken]:
    try:
        with opened(file.content) as document:
            if document.count > MOST_PAGES:
                raise NotReadError(f"it has {document.count:,} pages; the limit is {MOST_PAGES}")
            for page in range(document.count):
                size = document.size(page)
                if not 0 < max(size.width, size.height) <= WIDEST_PAGE:
                    raise NotReadError(f"page {page + 1} is {size.in_mm(0)}")
                yield _taken(document, number, page, size)
    except NotReadError as error:
        raise UnreadableError(f"{number}:{error}") from None


def _taken(document: PdfFile | PictureFile, number: int, page: int, size: Size) -> Taken:
    try:
        content = document.content(page)
    except TooMuchError:
        content = PageContent(size, vectors=False)
    taken = Taken(number, page, size, content)
    if min(size.width, size.height) < 15_000:
        return taken
    if content.vectors:
        taken.grids = grids_of(content)
    if not any(grid.score >= SURE for grid in taken.grids) and not _is_card(content):
        image = document.rendered(page, PER_INCH)
        if not content.vectors:
            level = levelled(image)
            image, taken.turn = level.image, level.turn
        taken.grids = sorted([*taken.grids, *grids_in(image, size)], key=lambda grid: -grid.score)
        taken.image = image.reduce(2)
    else:
        taken.image = document.rendered(page, PER_INCH // 2)
    return taken


def _is_card(content: PageContent) -> bool:
    """Return whether a page as a whole may be a card."""
    return _whole(content) is not None


def _whole(content: PageContent) -> Grid | None:
    """Return the page as a card: by its TrimBox, or a size of the trade, with bleed or without."""
    size = content.size
    page = Rect(0, 0, size.width, size.height)
    if content.trim is not None and known_size(content.trim.size):
        trim = content.trim
        bleed = max(0, min(trim.x, trim.y, size.width - trim.right, size.height - trim.bottom))
        return Grid((Cell(trim, bleed),), "the page's TrimBox", 1.0)
    if known_size(size) is not None:
        return Grid((Cell(page),), "the size of the page", 0.9)
    around = known_bleed(size)
    if around is not None:
        return Grid((Cell(page.grown(-around), around),), "the size of the page", 0.8)
    return None


def _found(pages: Sequence[Taken]) -> Found:
    """Return the cards of all pages."""
    for page in pages:
        if (whole := _whole(page.content)) is not None:
            page.grids = [whole]
    usual = _usual_size(pages)
    chosen: list[_Chosen] = []
    before: tuple[Cell, ...] = ()
    for page in pages:
        grid = _chosen(page, usual)
        if grid is None and before:
            grid = _as_before(page, before)
        if grid is None:
            continue
        if grid.found_by != AS_BEFORE:
            before = grid.cells
        cells = _filled(page, _with_bleed(_with_others(page, grid), page.content.areas))
        if cells:
            chosen.append(_Chosen(page, grid, cells))
    sides = [
        Side(one.page.size, tuple(c.rect for c in one.cells), tuple(_thumbs(one.page, one.cells)))
        for one in chosen
    ]
    pairing = paired(sides) if sides else Pairing("", ())
    return Found(
        tuple(_as_found(one) for one in chosen),
        pairing.cards,
        pairing.flip,
        tuple(_doubts(chosen)),
        tuple(_questions(chosen)),
    )


def _as_found(one: _Chosen) -> FoundPage:
    page = one.page
    cells = tuple(replace(cell, turn=page.turn) for cell in one.cells)
    return FoundPage(page.file, page.page, page.size, cells, one.grid.found_by)


def _usual_size(pages: Sequence[Taken]) -> Size | None:
    """Return the card size that most cells have, where grids are sure, or else most plausible."""
    highest = max((page.grids[0].score for page in pages if page.grids), default=0.0)
    weights: list[tuple[Size, float]] = []
    for page in pages:
        if not page.grids or page.grids[0].score < min(SURE, max(highest, PLAUSIBLE)):
            continue
        best = page.grids[0]
        size = best.cells[0].rect.size
        for number, (known, weight) in enumerate(weights):
            if _like(known, size):
                weights[number] = known, weight + best.score * len(best.cells)
                break
        else:
            weights.append((size, best.score * len(best.cells)))
    return max(weights, key=lambda one: one[1])[0] if weights else None


def _like(one: Size, other: Size) -> bool:
    return any(
        abs(one.width - size.width) <= _ALIKE and abs(one.height - size.height) <= _ALIKE
        for size in (other, other.turned)
    )


def _chosen(page: Taken, usual: Size | None) -> Grid | None:
    """Return the grid of a page: one with the usual card size, or another that is sure."""
    if usual is not None:
        for grid in page.grids:
            if grid.score >= PLAUSIBLE and _like(grid.cells[0].rect.size, usual):
                return grid
    best = page.grids[0] if page.grids else None
    if best is not None and best.score >= 0.9 and known_size(best.cells[0].rect.size):
        return best
    return None


def _with_others(page: Taken, grid: Grid) -> tuple[Cell, ...]:
    """Return the cells of a grid, and those of others of the page that are beside them."""
    cells = grid.cells
    for other in page.grids:
        is_sure = other.score >= SURE and known_size(other.cells[0].rect.size) is not None
        if is_sure and not any(
            _overlap(one.rect, two.rect) for one in cells for two in other.cells
        ):
            cells = (*cells, *other.cells)
    return cells if cells is grid.cells else in_order(cells)


def _overlap(one: Rect, other: Rect) -> bool:
    seen = one.within(other)
    return seen.width > 300 and seen.height > 300


def _as_before(page: Taken, cells: tuple[Cell, ...]) -> Grid | None:
    """Return the cells of an earlier page or their mirror image, if this page has their outline."""
    width, height = page.size.width, page.size.height
    if any(cell.rect.right > width or cell.rect.bottom > height for cell in cells):
        return None
    across = tuple(
        replace(cell, rect=Rect(width - r.right, r.y, r.width, r.height))
        for cell in cells
        for r in (cell.rect,)
    )
    down = tuple(
        replace(cell, rect=Rect(r.x, height - r.bottom, r.width, r.height))
        for cell in cells
        for r in (cell.rect,)
    )
    for one in (across, cells, down):
        kept = _filled(page, one)
        if kept and _has_outline(page, kept):
            return Grid(in_order(one), AS_BEFORE, SURE)
    return None


def _has_outline(page: Taken, cells: Sequence[Cell]) -> bool:
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


def _box(page: Taken, rect: Rect) -> tuple[float, float, float, float]:
    scale = page.image.width / page.size.width, page.image.height / page.size.height
    box = (rect.x * scale[0], rect.y * scale[1], rect.right * scale[0], rect.bottom * scale[1])
    return (
        min(max(box[0], 0.0), page.image.width - 2.0),
        min(max(box[1], 0.0), page.image.height - 2.0),
        max(min(box[2], float(page.image.width)), 2.0),
        max(min(box[3], float(page.image.height)), 2.0),
    )


def _filled(page: Taken, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Leave out cells that show nothing but the colour of the paper."""
    from PIL import ImageStat

    kept = []
    for cell in cells:
        part = page.image.crop(tuple(map(round, _box(page, cell.rect.grown(-1_500)))))
        stat = ImageStat.Stat(part.convert("L"))
        if stat.stddev[0] > 2.5 or stat.mean[0] < 235:
            kept.append(cell)
    return tuple(kept)


def _with_bleed(cells: tuple[Cell, ...], areas: Sequence[Area]) -> tuple[Cell, ...]:
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


def _thumbs(page: Taken, cells: Sequence[Cell]) -> Iterator[bytes]:
    from PIL import Image

    image = page.image.convert("RGB")
    for cell in cells:
        box = _box(page, cell.rect.grown(-700))
        yield image.resize((WIDE, HIGH), Image.Resampling.BOX, box=box).tobytes()


def _questions(chosen: Sequence[_Chosen]) -> list[str]:
    """Return what only a person can answer: whether cards of an unusual size are cards."""
    if not chosen:
        return []
    surest = max(chosen, key=lambda one: one.grid.score)
    size = surest.cells[0].rect.size
    if known_size(size) is not None or surest.grid.score >= CONFIRMED or _is_painted(surest):
        return []
    return [f"are the cards {size.in_mm(2)}? No trade size is near, and no cut marks confirm it"]


def _is_painted(one: _Chosen) -> bool:
    """Return whether most cells are pictures or painted shapes, not frames or words alone."""
    painted = [
        area.rect
        for area in one.page.content.areas
        if area.kind in ("fill", "path", "image", "form")
    ]
    at = [any(_is_close(cell.rect, rect) for rect in painted) for cell in one.cells]
    return len(at) >= _MANY and sum(at) > len(at) / 2


_MANY = 4
"""The shapes of one size that are cards and not parts of a drawing. A guess."""


def _is_close(one: Rect, other: Rect) -> bool:
    pairs = ((one.x, other.x), (one.y, other.y), (one.right, other.right))
    return all(abs(a - b) <= 200 for a, b in (*pairs, (one.bottom, other.bottom)))


def _doubts(chosen: Sequence[_Chosen]) -> list[str]:
    """Return what was guessed: pages that show no edges of their own."""
    pages = [str(one.page.page + 1) for one in chosen if one.grid.found_by == AS_BEFORE]
    if not pages:
        return []
    places = "page" if len(pages) == 1 else "pages"
    return [f"{places} {', '.join(pages)} show few edges: the cards are where others have them"]
