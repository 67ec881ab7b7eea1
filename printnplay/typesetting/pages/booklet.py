"""The rules booklet: cover, pages of text and figures, back cover."""

from collections.abc import Callable
from dataclasses import dataclass

from printnplay.model.game import Outline
from printnplay.model.geometry import Point, Rect, Size, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item, Page, Stamp, TextLine, shifted
from printnplay.typesetting.pages.blocks import BlockSetter
from printnplay.typesetting.pages.pagination import Signature, enlarged, paginate
from printnplay.typesetting.pages.strips import Column

SIDE: Um = mm(12)
TOP: Um = mm(12)
BOTTOM: Um = mm(17)
SIGNATURE = Signature(pages=4, covers=2)
FOLIO: Um = mm(9.5)
"""The baseline of the page number, from the bottom edge."""


@dataclass(frozen=True, slots=True)
class BookletArt:
    """The pictures behind pages; `page` draws what is behind the text of a page."""

    cover: Picture | None
    back_cover: Picture | None
    page: Callable[[bool], Picture | None]


def column_width(page: Size) -> Um:
    """The width of the text."""
    return page.width - 2 * SIDE


def lay_booklet(outline: Outline, setter: BlockSetter, art: BookletArt) -> tuple[Page, ...]:
    """The pages in reading order: cover, the sections, back cover.

    Raises:
        TooTallError: a block that must not be broken is taller than a page.
    """
    strips = [
        strip
        for section in outline.sections
        for strip in setter.section(
            f"rules.{section.id}.title", section.blocks, new_page=section.new_page
        )
    ]
    room = outline.page.height - TOP - BOTTOM
    strips = enlarged(strips, room, setter.width, SIGNATURE)
    columns = paginate(strips, room, SIGNATURE)
    inner = [
        lay_page(outline.page, column, number, setter, art)
        for number, column in enumerate(columns, start=2)
    ]
    cover = _covering(art.cover, outline.page, recto=_is_recto(1, setter))
    back = _covering(art.back_cover, outline.page, recto=not _is_recto(1, setter))
    return (cover, *inner, back)


def lay_page(
    size: Size, column: Column | None, number: int, setter: BlockSetter, art: BookletArt
) -> Page:
    """An inner page; without a column it stays blank but for its number."""
    recto = _is_recto(number, setter)
    items: list[Item] = []
    ground = art.page(recto)
    if ground:
        items.append(_whole(ground, size, recto=recto))
    if column:
        items += shifted(column.items, SIDE, TOP)
    items.append(_folio(size, number, setter))
    return Page(size, tuple(items), str(number), column.bookmarks if column else ())


def _is_recto(number: int, setter: BlockSetter) -> bool:
    """Whether a page is a right-hand one, its spine on the left: the first is, or the second.

    A booklet in a language that is written from right to left is bound on its right side.
    """
    return (number % 2 == 1) != setter.typesetter.context.right_to_left


def _folio(size: Size, number: int, setter: BlockSetter) -> TextLine:
    typesetter = setter.typesetter
    label = typesetter.label_of(typesetter.context.parse(str(number)), "folio")
    return TextLine(Point((size.width - label.width) // 2, size.height - FOLIO), label.runs)


def _covering(picture: Picture | None, size: Size, *, recto: bool) -> Page:
    return Page(size, (_whole(picture, size, recto=recto),) if picture else ())


def _whole(picture: Picture, size: Size, *, recto: bool) -> Stamp:
    """A picture as large as the page, with its bleed on all edges but the spine."""
    page, bleed = Rect(0, 0, size.width, size.height), picture.bleed
    left = 0 if recto else bleed
    clip = Rect(-left, -bleed, size.width + bleed, size.height + 2 * bleed)
    return Stamp(picture, page, clip=clip)
