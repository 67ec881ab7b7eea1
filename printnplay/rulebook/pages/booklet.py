"""The rulebook: cover, pages of text and figures, back cover.

Texts and tables of contents may contain page numbers. So the book is set repeatedly, each time with
the numbers of the previous pass, until they are right.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import (
    AnatomyBlock,
    CardBlock,
    FigureBlock,
    HeadingBlock,
    IndexBlock,
    Outline,
    ParagraphBlock,
    every_block,
)
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Binding
from printnplay.rulebook.index import Sources, check_index, index_entries
from printnplay.rulebook.pages.back_page import items_on_back
from printnplay.rulebook.pages.block_setter import (
    MARGIN_GAP,
    BlockSetter,
    Entry,
    IndexLine,
    figure_tags,
)
from printnplay.rulebook.pages.index_pages import page_name, pages_of_texts
from printnplay.rulebook.pages.look import margins_of
from printnplay.rulebook.pages.pagination import FilledColumn, Format, paginate
from printnplay.rulebook.pages.strips import Strip
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Anchor,
    Item,
    Label,
    Page,
    Panel,
    Stamp,
    Tag,
    TextLine,
    shifted,
    within,
)
from printnplay.scene.style import Style
from printnplay.text.markup import Reference, plain

COLUMN_GUTTER: Um = mm(7)
"""The gap between the columns of a page: one and a half lines of body text, clearly wider than a
word space."""

FOLIO = "folio"
FOLIO_SHARE = 0.56
"""The height of the page number's baseline, relative to the lower margin: slightly above its
middle. A guess: chosen by eye."""

ABOVE_FOLIO: Um = mm(1)
"""The least gap between the text and the page number, which is set lower in a small margin. A
guess: less would look like a line of the text."""

RUNNING_SHARE = 0.62
"""The depth of a running head above the text, relative to the upper margin: its baseline is nearer
to the text than to the edge. A guess: chosen by eye."""

THUMB_WIDTH: Um = mm(4)
"""The width of a thumb index on the page: a third of the usual outer margin (12 mm)."""

THUMB_HEIGHT: Um = mm(13)
"""The height of a thumb index: about the width of a thumb. A guess."""

LEFT_OVER: Um = mm(30)
"""The least space below the end of a part for a picture. A guess: lower pictures show nothing."""

ABOVE_TAIL: Um = mm(8)
"""The gap between the end of a part and the picture below it: nearly two lines of body text, so
that it does not look like a figure."""

TIMES = 5
"""The most passes over a book until its printed page numbers are right. A guess: each pass moves
fewer lines, and numbers that alternate between two pages never settle."""

UNKNOWN_PAGE = "88"
"""A placeholder as wide as most page numbers, until they are known."""

WHOLE_SHEETS: Mapping[Binding, int] = {
    **{binding: 4 for binding in Binding if binding.is_folded},
    Binding.ZINE: 8,
    Binding.LEAFLET: 2,
}
"""The number of pages of a sheet, by binding; other bindings allow any number."""


class BookletArt(Struct, frozen=True):
    """The title of the game, and the pictures around and behind the text of pages.

    `page` draws the background of a page. `tailpiece` fills leftover space: its arguments are
    width, height, and a number that differs for each. `endpaper` covers the pages without text that
    complete a sheet.
    """

    title: str
    cover: Picture | None
    back_cover: Picture | None
    page: Callable[[bool], Picture | None]
    tailpiece: Callable[[Um, Um, int], Picture | None]
    endpaper: Callable[[bool], Picture | None]


class Folio(Struct, frozen=True):
    """The position of the page number: `x` is its outer end or its middle, `baseline` its baseline.

    `height` is the height of its digits, `top` the end of the text area above it.
    """

    x: Um
    align: Literal["left", "centre", "right"]
    baseline: Um
    height: Um
    top: Um

    @property
    def middle(self) -> Um:
        """The middle of the digits."""
        return self.baseline - self.height // 2

    def start(self, label: Label) -> Um:
        """Return the start of a page number."""
        return self.x - {"left": 0, "centre": label.width // 2, "right": label.width}[self.align]


def folio_of(outline: Outline, typesetter: Typesetter, *, recto: bool) -> Folio:
    """Return the position of page numbers on left or right pages, always below the text."""
    style, page = typesetter.style, outline.page
    margins = margins_of(style, page)
    height = typesetter.label_of(typesetter.context.parse("0"), FOLIO).height
    low = min(round(margins.bottom * FOLIO_SHARE), margins.bottom - height - ABOVE_FOLIO)
    baseline, top = page.height - max(low, 0), page.height - margins.bottom
    if style.pages.folio == "centre":
        return Folio(page.width // 2, "centre", baseline, height, top)
    x = page.width - margins.outer if recto else margins.outer
    return Folio(x, "right" if recto else "left", baseline, height, top)


def column_width(style: Style, outline: Outline) -> Um:
    """Return the width of a column of text."""
    margins = margins_of(style, outline.page)
    room = outline.page.width - margins.inner - margins.outer - margin_room(outline)
    return (room - (outline.columns - 1) * COLUMN_GUTTER) // outline.columns


def margin_room(outline: Outline) -> Um:
    """Return the width of the margin column and the gap beside it; 0 without one."""
    return outline.margin_column + MARGIN_GAP if outline.margin_column else 0


def lay_booklet(outline: Outline, setter: BlockSetter, art: BookletArt) -> tuple[Page, ...]:
    """Return the pages in reading order: cover, the sections, back cover.

    Raises:
        TooTallError: an unbreakable block is taller than a page.
    """
    if not outline.sections:
        return ()
    book = _Book(outline, setter, art)
    numbers: Mapping[str, str] = {}
    pages: list[Page] = []
    index = book.index(pages, numbers)
    book.check_index()
    for _ in range(TIMES):
        pages = book.pages(numbers, index)
        found = page_numbers(pages)
        lines = book.index(pages, found)
        if (found, lines) == (numbers, index) or not has_references(outline, setter):
            break
        numbers, index = found, lines
    recto, language = _is_recto(1, setter), setter.typesetter.context.language
    cover = _covering(art.cover, outline.page, language, recto=recto)
    back = _covering(art.back_cover, outline.page, language, recto=not recto)
    if outline.back is not None:
        written = replace(setter, typesetter=book.typesetter_for(numbers))
        items = items_on_back(outline.back, outline.page, written)
        back = replace(back, items=(*back.items, *items))
    return (cover, *pages, back)


def has_references(outline: Outline, setter: BlockSetter) -> bool:
    """Return whether any block refers to a page."""
    return any(map(setter.refers, outline.blocks))


def page_numbers(pages: Sequence[Page]) -> Mapping[str, str]:
    """Return the page number of each anchor; the first one of a name counts."""
    numbers: dict[str, str] = {}
    for page in pages:
        for item in page.items:
            if isinstance(item, Anchor):
                numbers.setdefault(item.name, page.label)
    return numbers


def references_of(
    outline: Outline, typesetter: Typesetter, numbers: Mapping[str, str]
) -> Mapping[str, Reference]:
    """Return the parts of the rulebook that texts may refer to, with their page numbers."""
    return dict(_references(outline, typesetter, numbers))


def _references(
    outline: Outline, typesetter: Typesetter, numbers: Mapping[str, str]
) -> Iterator[tuple[str, Reference]]:
    entries = typesetter.texts.entries
    for name, key, _ in _titles(outline):
        target = typesetter.anchor(name)
        page = numbers.get(target, UNKNOWN_PAGE)
        title = plain(typesetter.numbered(key)) if key in entries else name
        words = plain(typesetter.inlines("booklet.see", title=title, page=page))
        yield name, Reference(page, words, target, _number(typesetter, key))
    for block in outline.blocks:
        number = ""
        if isinstance(block, FigureBlock):
            name, key = block.name, "booklet.see-figure"
        elif isinstance(block, CardBlock | AnatomyBlock):
            name, key = f"cards.{block.card}", "booklet.see-card"
        elif isinstance(block, ParagraphBlock) and block.key in typesetter.numbers:
            name, key, number = block.key, "booklet.see", _number(typesetter, block.key)
        else:
            continue
        target = typesetter.anchor(name)
        page = numbers.get(target, UNKNOWN_PAGE)
        words = plain(typesetter.inlines(key, title=number, page=page))
        yield name, Reference(page, words, target, number)


def _number(typesetter: Typesetter, key: str) -> str:
    number = typesetter.numbers.get(key)
    return number.text.strip() if number else ""


def index_sources(outline: Outline, typesetter: Typesetter) -> Sources:
    """Return what the index of a rulebook is made from."""
    context = typesetter.context
    return Sources(
        outline,
        typesetter.texts.entries,
        context.resolver.glossary,
        context.language,
        lambda key: plain(typesetter.inlines(key)),
    )


def _titles(outline: Outline) -> Iterator[tuple[str, str, int]]:
    """Yield the parts with titles: the name, the title key, and the level."""
    for section in outline.sections:
        yield section.id, section.title, 1
        for block in every_block(section.blocks):
            if isinstance(block, HeadingBlock) and block.id:
                yield block.id, block.key, block.level


class _Book(Struct, frozen=True):
    """A setter of the inner pages of a rulebook."""

    outline: Outline
    setter: BlockSetter
    art: BookletArt

    @property
    def _indexes(self) -> list[IndexBlock]:
        return [block for block in self.outline.blocks if isinstance(block, IndexBlock)]

    @property
    def _sources(self) -> Sources:
        return index_sources(self.outline, self.typesetter_for({}))

    def typesetter_for(self, numbers: Mapping[str, str]) -> Typesetter:
        """Return the typesetter with these numbers in references to anchors."""
        typesetter = self.setter.typesetter
        references = references_of(self.outline, typesetter, numbers)
        resolver = replace(typesetter.context.resolver, references=references)
        return replace(typesetter, context=replace(typesetter.context, resolver=resolver))

    def check_index(self) -> None:
        """Report the faults of the indexes."""
        for block in self._indexes:
            parts = self.typesetter_for({}).context.resolver.references or {}
            check_index(block, self._sources, parts, self.setter.typesetter.problems)

    def index(
        self, pages: Sequence[Page], numbers: Mapping[str, str]
    ) -> Mapping[IndexBlock, tuple[IndexLine, ...]]:
        """Return the lines of each index for these pages; without pages, for unknown ones."""
        lines: dict[IndexBlock, tuple[IndexLine, ...]] = {}
        typesetter = self.setter.typesetter
        labels = [page.label for page in pages] or [UNKNOWN_PAGE]
        for block in self._indexes:
            made = []
            shown = pages_of_texts(pages, self._sources)
            for entry in index_entries(block, self._sources):
                on = {page for key in entry.keys for page in shown(key, entry.forms)}
                on |= {numbers.get(typesetter.anchor(name), "") for name in entry.names}
                found = [label for label in labels if label in on] or labels[:1]
                targets = [typesetter.anchor(page_name(label)) for label in found]
                made.append(IndexLine(entry.words, tuple(zip(found, targets, strict=True))))
            lines[block] = tuple(made)
        return lines

    def pages(
        self, numbers: Mapping[str, str], index: Mapping[IndexBlock, tuple[IndexLine, ...]]
    ) -> list[Page]:
        """Return the inner pages, with these numbers in references to anchors and in indexes."""
        margins = margins_of(self.setter.typesetter.style, self.outline.page)
        grid = self.setter.typesetter.styled("body").leading // 3
        room = self.outline.page.height - margins.top - margins.bottom
        room = (room + grid // 2) // grid * grid
        strips = self._strips(numbers, index, room, grid)
        outline = self.outline
        sheet = WHOLE_SHEETS.get(outline.binding, 1)
        form = Format(room, outline.columns, sheet, grid=grid)
        columns = paginate(strips, form)
        pages = []
        section = ""
        for number, at in enumerate(range(0, len(columns), form.columns), start=2):
            chosen = columns[at : at + form.columns]
            titles = [
                mark.title
                for column in chosen
                if column
                for mark in column.bookmarks
                if mark.level == 0
            ]
            section = titles[0] if titles else section
            pages.append(self._page(chosen, number, section, room))
            section = titles[-1] if titles else section
        return _told_fillers(pages)

    def _strips(
        self,
        numbers: Mapping[str, str],
        index: Mapping[IndexBlock, tuple[IndexLine, ...]],
        room: Um,
        grid: Um,
    ) -> list[Strip]:
        typesetter = self.typesetter_for(numbers)
        entries = tuple(self._entries(typesetter.context.resolver.references or {}))
        setter = replace(
            self.setter,
            typesetter=typesetter,
            entries=entries,
            index=index,
            room=room,
            grid=grid,
            margin=self.outline.margin_column,
            margin_heads=self.outline.margin_heads,
            spine=margins_of(typesetter.style, self.outline.page).inner,
        )
        return [strip for section in self.outline.sections for strip in setter.section(section)]

    def _entries(self, references: Mapping[str, Reference]) -> Iterator[Entry]:
        for name, key, level in _titles(self.outline):
            title = plain(self.setter.typesetter.numbered(key))
            yield Entry(title, level, references[name])

    def _page(
        self, columns: Sequence[FilledColumn | None], number: int, section: str, room: Um
    ) -> Page:
        """Return a page of text with its surroundings; a blank one has no number."""
        setter, outline, art = self.setter, self.outline, self.art
        filled = [column for column in columns if column is not None]
        recto = _is_recto(number, setter)
        margins = margins_of(setter.typesetter.style, outline.page)
        left = margins.inner if recto else margins.outer
        if not setter.typesetter.context.right_to_left:
            left += margin_room(outline)
        items: list[Item] = []
        if self._indexes:
            name = setter.typesetter.anchor(page_name(str(number)))
            items.append(Anchor(Point(0, 0), name))
        ground = (art.page if filled else art.endpaper)(recto)
        if ground:
            items.append(_whole(ground, outline.page, recto=recto))
        items += self._thumb(section, recto=recto) if filled else ()
        whole = outline.page.width - margins.inner - margins.outer - margin_room(outline)
        for index, column in enumerate(columns):
            across = setter.typesetter.placed(
                index * (setter.width + COLUMN_GUTTER), setter.width, whole
            )
            if column is not None:
                items += shifted(column.items, left + across, margins.top)
            end = column.height + ABOVE_TAIL if column else 0
            over = column.ends if column else bool(filled) or ground is None
            if over and room - end >= LEFT_OVER:
                tail = art.tailpiece(setter.width, room - end, number)
                if tail is not None:
                    x = left + across + (setter.width - tail.size.width) // 2
                    y = margins.top + room - tail.size.height
                    items.append(Stamp(tail, Rect(x, y, tail.size.width, tail.size.height)))
        items += self._lines_around(number, section, recto=recto) if filled else ()
        return Page(
            outline.page,
            tuple(items),
            str(number),
            tuple(mark for column in filled for mark in column.bookmarks),
            fill=sum(column.height for column in filled) / room / len(columns) if filled else None,
            ends=len(filled) < len(columns) or any(column.ends for column in filled),
            pitch=frozenset().union(*(column.pitch for column in filled)),
            breaks=frozenset().union(*(column.breaks for column in filled)),
        )

    def _thumb(self, section: str, *, recto: bool) -> Iterator[Item]:
        """Yield the thumb index of a section on the outer edge, lower for each further section."""
        typesetter = self.setter.typesetter
        style, page = typesetter.style, self.outline.page
        colours, margins = style.pages.thumbs, margins_of(style, page)
        titles = [plain(typesetter.inlines(part.title)) for part in self.outline.sections]
        if colours and section in titles:
            index = titles.index(section)
            colour = style.colours.get(colours[index % len(colours)], "#000000")
            room = page.height - margins.top - margins.bottom - THUMB_HEIGHT
            y = margins.top + room * index // max(len(titles) - 1, 1)
            bleed = self.outline.drawn_bleed
            x = page.width - THUMB_WIDTH if recto else -bleed
            yield Panel(Rect(x, y, THUMB_WIDTH + bleed, THUMB_HEIGHT), colour)

    def _lines_around(self, number: int, section: str, *, recto: bool) -> Iterator[Item]:
        """Yield the running head and the page number."""
        typesetter = self.setter.typesetter
        style, page = typesetter.style, self.outline.page
        look, margins = style.pages, margins_of(style, page)
        folio = folio_of(self.outline, typesetter, recto=recto)
        running = {"section": section, "title": self.art.title}.get(look.running, "")
        low = look.running_at == "foot"
        if running:
            label = typesetter.label_of(typesetter.context.parse(running), "running-head")
            y = folio.baseline if low else round(margins.top * RUNNING_SHARE)
            # At the foot, it does not share the outer corner with the page number.
            inside = low and look.folio == "outer"
            start = margins.inner if inside else margins.outer
            x = page.width - start - label.width if recto != inside else start
            yield TextLine(Point(x, y), label.runs)
        label = typesetter.label_of(typesetter.context.parse(str(number)), FOLIO)
        yield TextLine(Point(folio.start(label), folio.baseline), label.runs)


def _told_fillers(pages: Sequence[Page]) -> list[Page]:
    """Mark the pages after the last one with text as fillers, which complete the sheets."""
    written = max((at for at, page in enumerate(pages) if page.fill is not None), default=-1)
    return [replace(page, filler=at > written) for at, page in enumerate(pages)]


def _is_recto(number: int, setter: BlockSetter) -> bool:
    """Return whether a page is a right-hand one, its spine on the left: odd pages or even ones.

    A booklet in a right-to-left language is bound on its right side.
    """
    return (number % 2 == 1) != setter.typesetter.context.right_to_left


def _covering(picture: Picture | None, size: Size, language: str, *, recto: bool) -> Page:
    """Return a cover; screen readers read the text on it."""
    if picture is None:
        return Page(size, ())
    stamp = replace(_whole(picture, size, recto=recto), tags=figure_tags(picture))
    return Page(size, within((stamp,), Tag("Sect", language=language)))


def _whole(picture: Picture, size: Size, *, recto: bool) -> Stamp:
    """Return a picture that covers the page, with its bleed on all edges except the spine."""
    page, bleed = Rect(0, 0, size.width, size.height), picture.bleed
    left = 0 if recto else bleed
    clip = Rect(-left, -bleed, size.width + bleed, size.height + 2 * bleed)
    return Stamp(picture, page, clip=clip)
