"""Read files and find their cards, in a process of its own: `look` gets files, returns `Found`.

The files are other people's: what reads them may be led astray, never ends, or fills the memory.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.axes import SHORTEST
from printnplay.recognition.doubts import doubts, is_close, questions, size_question
from printnplay.recognition.faces import Pairing, Side
from printnplay.recognition.grids import grids_of, in_order
from printnplay.recognition.names import doubts_of_names, paired_by_names
from printnplay.recognition.opening import UNKNOWN, NotReadError, PdfFile, PictureFile, opened
from printnplay.recognition.outlines import shaped
from printnplay.recognition.page_content import TooMuchError
from printnplay.recognition.pixels import PER_INCH, grids_in, levelled
from printnplay.recognition.sides import paired
from printnplay.recognition.taken import (
    AS_BEFORE,
    PICTURE,
    Chosen,
    Taken,
    filled,
    has_outline,
    thumbs,
    with_bleed,
)
from printnplay.recognition.trade_sizes import known_bleed, known_size
from printnplay.recognition.values import Cell, Found, FoundPage, Grid, PageContent

MOST_PAGES = 400
"""The most pages of all files together: a game of 3,600 cards."""
WIDEST_PAGE: Um = 1_200_000
"""The longest side of a page: A0."""

SURE, PLAUSIBLE = 0.6, 0.4
"""The scores from which a grid is accepted, alone and on a page whose card size others have."""
POSSIBLE = 0.2
"""The score from which pictures or frames of the size of other cards are accepted."""
_LARGEST: Um = 150_000
"""The longest side of a picture that may be a card of an unusual size. A guess."""
_SEVERAL = 3
"""The pictures or frames in rows that are cards of a second size. A guess."""
_ALIKE: Um = 450
"""How much cards of one size may differ in it."""


class UnreadableError(Exception):
    """A file cannot be read; the message starts with its number, and says why."""


class Given(Struct, frozen=True, array_like=True):
    """A file: its name, and its bytes."""

    name: str
    content: bytes


def look(packed: bytes) -> bytes:
    """Return `Found` as JSON for some files, a packed list of `Given`.

    Raises:
        UnreadableError: a file cannot be read, or has too many or too large pages.
    """
    files = msgspec.msgpack.decode(packed, type=list[Given])
    pages = [page for number, file in enumerate(files) for page in _pages(number, file)]
    if len(pages) > MOST_PAGES:
        raise UnreadableError(f"0:it has {len(pages):,} pages; the limit is {MOST_PAGES}")
    names = [file.name for file in files]
    found = _found(pages, names)
    if len(files) == len(found.pages) > 1 and all(len(one.cells) == 1 for one in found.pages):
        cards = paired_by_names(names)
        if cards is not None:
            more = doubts_of_names(names, cards)
            found = replace(found, cards=cards, flip="names", doubts=(*found.doubts, *more))
    return msgspec.json.encode(found)


def _pages(number: int, file: Given) -> Iterator[Taken]:
    try:
        with opened(file.content) as document:
            if document.count > MOST_PAGES:
                raise NotReadError(f"it has {document.count:,} pages; the limit is {MOST_PAGES}")
            for page in range(document.count):
                size = document.size(page)
                if not 0 < max(size.width, size.height) <= WIDEST_PAGE:
                    limit = f"the limit is {WIDEST_PAGE // 1000:,} mm"
                    raise NotReadError(f"page {page + 1} is {size.in_mm(0)}; {limit}")
                yield _taken(document, number, page, size)
    except NotReadError as error:
        raise UnreadableError(f"{number}:{error}") from None


def _taken(document: PdfFile | PictureFile, number: int, page: int, size: Size) -> Taken:
    try:
        content = document.content(page)
    except TooMuchError:
        content = PageContent(size, vectors=False)
    taken = Taken(number, page, size, content)
    if isinstance(document, PictureFile):
        taken.is_picture, taken.sizing = True, document.sizing
    if min(size.width, size.height) < SHORTEST:
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


def _picture(page: Taken) -> Grid | None:
    """Return a picture as a card of an unusual size; None if it is large or has a grid of cards."""
    size = page.size
    shorter, longer = sorted((size.width, size.height))
    is_like_a_card = shorter >= SHORTEST and longer <= _LARGEST
    if page.content.vectors or not page.is_picture or not is_like_a_card:
        return None
    has_cards = any(grid.score >= SURE and len(grid.cells) > 1 for grid in page.grids)
    if has_cards and page.sizing != UNKNOWN:
        return None
    return Grid((Cell(Rect(0, 0, size.width, size.height)),), PICTURE, SURE)


def _found(pages: Sequence[Taken], names: Sequence[str]) -> Found:
    """Return the cards of all pages."""
    for page in pages:
        if (whole := _whole(page.content) or _picture(page)) is not None:
            page.grids = [whole]
    usual = _usual_size(pages)
    chosen: list[Chosen] = []
    before: tuple[Cell, ...] = ()
    sizes: list[Size] = []
    for page in pages:
        grid = _chosen(page, usual)
        if grid is None and before:
            grid = _as_before(page, before)
        if grid is None:
            continue
        if grid.found_by != AS_BEFORE:
            before = grid.cells
        together = _with_others(page, grid, sizes)
        sizes += [cell.rect.size for cell in together if cell not in grid.cells]
        cells = filled(page, with_bleed(together, page.content.areas))
        if cells:
            chosen.append(Chosen(page, grid, cells))
    sides = [
        Side(one.page.size, tuple(c.rect for c in one.cells), tuple(thumbs(one.page, one.cells)))
        for one in chosen
    ]
    pairing = paired(sides) if sides else Pairing("", ())
    taken = [id(one.page) for one in chosen]
    left = [page for page in pages if id(page) not in taken]
    return Found(
        tuple(_as_found(one) for one in chosen),
        pairing.cards,
        pairing.flip,
        tuple(doubts(chosen, left, sides, pairing, names)),
        tuple(questions(chosen)),
        size_question(chosen),
    )


def _as_found(one: Chosen) -> FoundPage:
    page = one.page
    cells = tuple(replace(cell, turn=page.turn) for cell in one.cells)
    if not page.turn:
        cells = shaped(cells, page.content.areas)
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
    if best is not None and best.found_by == PICTURE:
        return best
    if best is not None and best.score >= 0.9 and known_size(best.cells[0].rect.size):
        return best
    return None


def _with_others(page: Taken, grid: Grid, sizes: Sequence[Size]) -> tuple[Cell, ...]:
    """Return the cells of a grid, and those of others of the page that are beside them.

    `sizes` are those of others on earlier pages.
    """
    cells = grid.cells
    # Pixels may show a part of what areas do.
    for other in sorted(page.grids, key=lambda one: one.found_by == "pixels"):
        is_known = known_size(other.cells[0].rect.size) is not None
        is_again = any(_like(other.cells[0].rect.size, size) for size in sizes)
        many = is_known or is_again or len(other.cells) >= _SEVERAL
        least = POSSIBLE if is_again else PLAUSIBLE
        is_sure = is_known and other.score >= SURE
        is_sure |= many and other.score >= least and _is_shown(page, other)
        if is_sure and not any(
            _overlap(one.rect, two.rect) for one in cells for two in other.cells
        ):
            cells = (*cells, *other.cells)
    return cells if cells is grid.cells else in_order(cells)


def _is_shown(page: Taken, grid: Grid) -> bool:
    """Return whether pictures or frames show each of the cells of a grid."""
    shapes = [area.rect for area in page.content.areas if area.kind != "clip"]
    return all(any(is_close(cell.rect, shape) for shape in shapes) for cell in grid.cells)


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
        kept = filled(page, one)
        if kept and has_outline(page, kept):
            return Grid(in_order(one), AS_BEFORE, SURE)
    return None
