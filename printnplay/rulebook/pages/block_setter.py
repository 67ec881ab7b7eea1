"""The setter of rulebook blocks: it knows their texts, the column width, and the pictures."""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.rulebook import (
    AnatomyBlock,
    Block,
    ContentsBlock,
    FigureBlock,
    HeadingBlock,
    IndexBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
    PageBreakBlock,
    PictureBlock,
    Section,
    SpreadBlock,
    Start,
    TableBlock,
    TurnBlock,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.kernel.shapes import Shape, ShapeKind
from printnplay.kernel.shapes import scaled as outline_on
from printnplay.kernel.suggestions import suggestion
from printnplay.rulebook.pages.look import (
    HAIRLINE,
    RULE,
    RULE_COLOUR,
    inset,
    on_panel,
    panel_look,
    scaled,
)
from printnplay.rulebook.pages.strips import (
    Strip,
    beside,
    clear_of_notes,
    height_of,
    kept,
    moved,
    on_grid,
    stack,
    tagged,
    topped,
)
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Anchor, Bookmark, Contour, Item, Panel, Role, Stamp, Tag, Tags
from printnplay.scene.style import PanelLook, TextStyle
from printnplay.svg.small_type import without_small_type
from printnplay.text.markup import Reference, plain
from printnplay.text.paragraph import Galley

GUTTER: Um = mm(5)
"""The gap between items side by side: about a line of body text (13 pt are 4.6 mm)."""

MARGIN_GAP: Um = mm(5)
"""The gap between the margin column and the text: the same as between items side by side."""

HEAD_LEVEL = 2
"""The level of the headings that may be in the margin column: the main ones within a section."""

AROUND: Um = mm(2.5)
"""The white space above and below everything except running text: about half a line of body
text."""

LED_IN = (ListBlock, TurnBlock)
"""Blocks that are never separated from the end of the text that introduces them."""

SHOWN = (FigureBlock, PictureBlock, AnatomyBlock, TableBlock, NoteBlock)
"""Blocks that stay on the same spread as the text that introduces them."""

SCALES = (0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.8)
"""The type scales to try for content that must fit on one page, relative to the style's: 0.8 makes
7.6 pt of 9.5 pt, which is just legible."""

LINES_AFTER_HEADING = 3
"""The least lines of text between a heading and a page break: typographers consider two too few. A
guess."""

LINE: Um = mm(9)
"""The height below which a strip is a single line: just under two lines of body text (13 pt)."""


class Pictures(Struct, frozen=True):
    """The pictures of the rulebook; a function returns None if its picture has errors.

    `face` draws a card by its id, `board` a board, `figure` the picture of a figure block. `file`
    draws a picture file for the block at the given place, in the given width if there is one, up to
    a maximum width. `die` is the shape that a card is cut to.
    """

    face: Callable[[str], Picture | None]
    board: Callable[[str], Picture | None]
    figure: Callable[[FigureBlock], Picture | None]
    file: Callable[[str, Um | None, Um, Span], Picture | None]
    die: Callable[[str], Shape] = lambda _: Shape()


class Entry(Struct, frozen=True):
    """A title of the rulebook: level 1 for a section, 2 and 3 for the headings below it."""

    title: str
    level: int
    reference: Reference


class IndexLine(Struct, frozen=True):
    """A line of the index: its words, and the number and the anchor of each of its pages."""

    words: str
    pages: tuple[tuple[str, str], ...]


class BlockSetter(Struct, frozen=True):
    """The context for setting a block: texts, the column width, and the pictures.

    `makers` has a function for each kind of block. `margin` is the width of the margin column,
    which has notes, and with `margin_heads` headings of level 2. `spine` is the inner margin.
    `room` is the height of a column, `grid` the distance of the lines that text stands on, `scale`
    the scale of text relative to its size. `title` is the heading above the block, `entries` are
    all titles of the rulebook, `index` has the entries of each index. `set_before` caches the
    strips of blocks without page references, to reuse them when page numbers change.
    """

    typesetter: Typesetter
    width: Um
    pictures: Pictures
    makers: "Makers"
    margin: Um = 0
    margin_heads: bool = False
    spine: Um = 0
    room: Um = 0
    grid: Um = 1
    scale: float = 1.0
    title: str = ""
    entries: tuple[Entry, ...] = ()
    index: Mapping[IndexBlock, Sequence["IndexLine"]] = field(default_factory=dict)
    set_before: dict[tuple[int, Um, str, float], list[Strip]] = field(default_factory=dict)

    @property
    def margin_room(self) -> Um:
        """The width of the margin column and the gap beside it; 0 without one."""
        return self.margin + MARGIN_GAP if self.margin else 0

    def anchored(self, strips: list[Strip], name: str) -> list[Strip]:
        """Return the strips, with the anchor of this name on the first."""
        if not name or not strips:
            return strips
        anchor = Anchor(Point(0, 0), self.typesetter.anchor(name))
        return [topped(strips[0], anchor), *strips[1:]]

    def section(self, section: Section) -> list[Strip]:
        """Return the strips of a section; no heading is left alone at the end of a page.

        A section that must fit on one page is set in smaller type if it is too high.
        """
        strips = self._section(section)
        if not section.one_page:
            return strips
        for scale in SCALES:
            if height_of(on_grid(strips, self.grid)) <= self.room:
                break
            strips = replace(self, scale=scale)._section(section)
        return kept(strips)

    def _section(self, section: Section) -> list[Strip]:
        title = self.typesetter.numbered(section.title)
        look = panel_look(self.typesetter.style, "heading")
        width = self.inside("heading")
        heading = stack(self.typesetter.strips(title, "heading", width, role="H1"))
        if look is not None:
            heading = self.on(heading, look)
        mark = Bookmark(plain(title))
        heading = replace(heading, start=section.start, bookmark=mark, keep=True)
        named = self.anchored([heading], section.id)
        inner = self.within(section.blocks, plain(title), margin=True)
        first = section.blocks[0] if section.blocks else None
        if isinstance(first, SpreadBlock) and first.across:
            named, inner = [*inner[:1], replace(named[0], start="")], inner[1:]
        strips = with_company([*named, *inner])
        return tagged(strips, Tag("Sect", language=self.typesetter.context.language))

    def within(
        self, blocks: Sequence[Block], title: str = "", *, margin: bool = False
    ) -> list[Strip]:
        """Return the strips of blocks one after the other, under a title.

        Those of the margin column are there with `margin`, else below one another.
        """
        setter = replace(self, title=title or self.title)
        strips: list[Strip] = []
        noted: list[Strip] = []
        start: Start = ""
        for block, following in zip_longest(blocks, blocks[1:]):
            if isinstance(block, PageBreakBlock):
                start = block.start
                continue
            if margin and self._is_in_margin(block):
                noted += replace(setter, width=self.margin).block(block)
                continue
            made = setter.block(block)
            if noted:
                x = self.typesetter.placed(-self.margin_room, self.margin, self.width)
                made, noted = beside(moved(stack(noted), x), made), []
            if start and made:
                made = [replace(made[0], start=start), *made[1:]]
                start = ""
            strips += _led_in(made, following)
        strips += noted
        return clear_of_notes(strips) if margin and self.margin else strips

    def _is_in_margin(self, block: Block) -> bool:
        if not self.margin:
            return False
        is_head = isinstance(block, HeadingBlock) and block.level == HEAD_LEVEL
        return isinstance(block, MarginNoteBlock) or (self.margin_heads and is_head)

    def block(self, block: Block) -> list[Strip]:
        """Return the strips of one block."""
        place = (id(block), self.width, self.title, self.scale)
        known = self.set_before.get(place)
        if known is None:
            known = self.makers[type(block)](self, block)
            if not self.refers(block):
                self.set_before[place] = known
        return known

    def refers(self, block: Block) -> bool:
        """Return whether a block refers to pages, so that it depends on page breaks."""
        entries = self.typesetter.texts.entries
        texts = (entries.get(key) for key in block.keys)
        return (
            isinstance(block, ContentsBlock | IndexBlock)
            or any(
                any(f"{{{kind}:" in form for kind in ("page", "see", "number"))
                for text in texts
                if text is not None
                for form in text.forms.values()
            )
            or any(map(self.refers, block.blocks))
        )

    def stacked(self, blocks: Sequence[Block], width: Um) -> Strip:
        """Return blocks below one another as one unbreakable strip."""
        strips = replace(self, width=width).within(blocks)
        return stack(strips) if strips else Strip(0, ())

    def texts(
        self,
        keys: Sequence[str],
        style: str | TextStyle,
        width: Um,
        role: Role = "P",
        *,
        numbered: bool = False,
    ) -> list[Strip]:
        """Return the strips of paragraphs; `role` is the structure role of each."""
        setter = self.typesetter
        styled = setter.styled(style) if isinstance(style, str) else style
        if self.scale != 1:
            styled = scaled(styled, self.scale)
        inlines_of = setter.numbered if numbered else setter.inlines
        return [
            strip
            for key in keys
            for strip in setter.strips(inlines_of(key), styled, width, role=role)
        ]

    def undivided(self, key: str, name: str, width: Um) -> TextStyle:
        """Return the style for a short text, hyphenated only if one word is too wide."""
        style = self.typesetter.styled(name)
        whole = replace(style, hyphenate=False)
        inlines = self.typesetter.inlines(key)
        _, breaks = Galley(inlines, whole, self.typesetter.context).broken(
            width / (whole.size * self.scale)
        )
        return style if breaks.over else whole

    def icon(self, name: str, size: Um, place: Span) -> Item | None:
        """Return an icon of the style in a square; report one that is missing."""
        context = self.typesetter.context
        known = context.resolver.icons
        if name in known:
            return Stamp(self.typesetter.icon(name, size), Rect(0, 0, size, size))
        text, label = f"`{name}` is not an icon of this style", "expected an icon of this style"
        context.problems.error(codes.UNKNOWN_ICON, text, place, label, suggestion(name, known))
        return None

    def panelled(self, strip: Strip, kind: str) -> Strip:
        """Return a strip on the panel that the style has for this kind of block."""
        look = panel_look(self.typesetter.style, kind)
        return strip if look is None else self.on(strip, look)

    def on(self, strip: Strip, look: PanelLook) -> Strip:
        """Return a strip on a panel of this look."""
        setter = self.typesetter
        left = setter.context.right_to_left
        return on_panel(strip, look, setter.style, self.width, right_to_left=left)

    def inside(self, kind: str) -> Um:
        """Return the width inside a panel of this kind."""
        look = panel_look(self.typesetter.style, kind)
        return self.width - sum(inset(look))

    def framed(
        self, card: str, face: Picture | None, rect: Rect, *, described: bool = True
    ) -> tuple[Item, ...]:
        """Return the face of a card in the shape of its cut; empty if it could not be rendered.

        A thin line surrounds it. Type that would be too small to read is left out. Without
        `described`, screen readers treat it as an ornament.
        """
        if face is None:
            return ()
        face = without_small_type(face, rect.width)
        colour = self.typesetter.style.colours.get(RULE_COLOUR, "#000000")
        tags, die = figure_tags(face) if described else (), self.pictures.die(card)
        if die.kind is ShapeKind.RECTANGLE:
            edge = Panel(rect, stroke=colour, stroke_width=HAIRLINE)
            return Stamp(face, rect, clip=rect, tags=tags), edge
        outline = outline_on(die.outline(face.size), face.size, rect)
        line = Contour(RULE, outline, HAIRLINE, colour)
        return Stamp(face, rect, clip=rect, outline=outline, tags=tags), line


def figure_tags(picture: Picture) -> Tags:
    """Return the tags of a figure with alternative text; none without a description."""
    return (Tag("Figure", alt=picture.alt),) if picture.alt else ()


Makers: TypeAlias = Mapping[type[Block], Callable[[BlockSetter, Any], list[Strip]]]
"""The functions that return the strips of a block, by its kind."""


def _led_in(strips: list[Strip], following: Block | None) -> list[Strip]:
    """Keep the last strip with the block it introduces, or on the same spread."""
    if not strips:
        return strips
    if isinstance(following, LED_IN):
        return [*strips[:-1], replace(strips[-1], keep=True)]
    if isinstance(following, SHOWN):
        return [*strips[:-1], replace(strips[-1], leads=True)]
    return strips


def with_company(strips: Sequence[Strip]) -> list[Strip]:
    """Keep each heading with at least three lines after it, or their height."""
    made: list[Strip] = []
    needed = 0
    for strip in strips:
        if strip.bookmark is not None and strip.keep:
            needed = LINES_AFTER_HEADING
        elif needed:
            needed = needed - 1 if strip.height < LINE else 0
        made.append(replace(strip, keep=True) if needed else strip)
    return made
