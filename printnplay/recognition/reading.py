"""Read files and find their cards, in a process of its own: `look` gets files, returns `Found`.

The files are other people's: what reads them may be led astray, never ends, or fills the memory.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.axes import SHORTEST
from printnplay.recognition.choosing import chosen_of
from printnplay.recognition.cutlines import folded_at
from printnplay.recognition.doubts import doubts, questions, size_question
from printnplay.recognition.faces import Pairing, Side
from printnplay.recognition.grids import grids_of
from printnplay.recognition.lettering import words_in
from printnplay.recognition.names import deck_of, doubts_of_names, is_back_word, paired_by_names
from printnplay.recognition.opening import UNKNOWN, NotReadError, PdfFile, PictureFile, opened
from printnplay.recognition.outlines import shaped
from printnplay.recognition.page_content import TooMuchError
from printnplay.recognition.pixels import PER_INCH, grids_in, levelled
from printnplay.recognition.sides import paired
from printnplay.recognition.standing import SURE
from printnplay.recognition.taken import PICTURE, Chosen, Taken, thumbs
from printnplay.recognition.trade_sizes import known_bleed, known_size
from printnplay.recognition.values import Cell, Found, FoundPage, Grid, PageContent

MOST_PAGES = 400
"""The most pages of all files together: a game of 3,600 cards."""
WIDEST_PAGE: Um = 1_200_000
"""The longest side of a page: A0."""

_LARGEST: Um = 150_000
"""The longest side of a picture that may be a card of an unusual size. A guess."""


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
            page.grids, page.is_whole = [whole], True
    choice = chosen_of(pages)
    chosen = choice.chosen
    sides = [_side(one, names) for one in chosen]
    pairing = paired(sides) if sides else Pairing("", ())
    used = [id(one.page) for one in chosen]
    pictures = [page for page in pages if page.is_picture and id(page) not in used]
    return Found(
        tuple(_as_found(one) for one in chosen),
        pairing.cards,
        pairing.flip,
        tuple(doubts(choice, pictures, sides, pairing, names)),
        tuple(questions(chosen, names)),
        size_question(chosen),
    )


def _side(one: Chosen, names: Sequence[str]) -> Side:
    """Return the faces of a page, with what its words and the name of its file say of them."""
    rects = tuple(cell.rect for cell in one.cells)
    inside = words_in(one.page.content.words, rects)
    titles = set(one.page.content.words).difference(*inside)
    turns = [[word.turn for word in words if word.turn is not None] for words in inside]
    deck, is_named = deck_of(names[one.page.file])
    return Side(
        one.page.size,
        rects,
        tuple(thumbs(one.page, one.cells)),
        tuple(frozenset(word.text for word in words) for words in inside),
        tuple(max(several, key=several.count, default=None) for several in turns),
        tuple(folded_at(rects, one.page.content.marks)),
        deck,
        is_named,
        any(is_back_word(word.text) for word in titles),
    )


def _as_found(one: Chosen) -> FoundPage:
    page = one.page
    cells = tuple(replace(cell, turn=page.turn) for cell in one.cells)
    if not page.turn:
        cells = shaped(cells, page.content.areas)
    return FoundPage(page.file, page.page, page.size, cells, one.grid.found_by)
