"""booklet.yaml: the outline of the rules booklet, validated against the cards it shows."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.door import is_there
from printnplay.files.yaml_tree import MappingNode, Node, TextNode, read_yaml, walk
from printnplay.game.rulebook import (
    HEADINGS,
    NO_NUMBERS,
    PAGE_BLEED,
    RULES,
    SHEETS_SEWN,
    BackPage,
    Block,
    ChapterBlock,
    ContentsBlock,
    HeadingBlock,
    IndexBlock,
    MarginNoteBlock,
    Outline,
    PageBreakBlock,
    Section,
    SidebarBlock,
    SpreadBlock,
    every_block,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import Size
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.kernel.printing import CREEP, Binding
from printnplay.loading.blocks.block import Stock
from printnplay.loading.blocks.nested import BLOCK, INNER, inner_blocks
from printnplay.loading.blocks.pages import start_of
from printnplay.loading.editions import check_known
from printnplay.loading.forms import (
    EAN,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    TEXT,
    WEB_ADDRESS,
    Record,
    check_unique_ids,
    choice,
    either,
    list_of,
    optional,
    required,
    whole,
)


class SectionKeys(Record):
    """A section of the booklet, whose title is the text `rules.<id>.title`."""

    id = required(NAME, "The name of the section, used in the key of its title.", "goal")
    blocks = required(
        list_of(BLOCK),
        "The blocks of the section, in order.",
        "[{paragraph: rules.goal.points}]",
    )
    new_page = optional(
        choice("no", "yes", "left", "right"),
        "Whether it begins on a new page; `left` or `right` for the next left or right page.",
        "yes",
        "no",
    )
    one_page = optional(
        FLAG,
        "Whether all of it must fit on one page, such as a summary; its type may shrink to"
        " `minimum`.",
        "yes",
        "no",
    )
    editions = optional(
        list_of(NAME),
        "The editions that have it, `base` for the game itself; all if not given.",
        "[base, deluxe]",
    )


class BookletKeys(Record):
    """The format of the booklet: its binding, trimming and creep."""

    binding = optional(
        choice(*Binding),
        "`saddle` for folded sheets stapled through the fold, `signatures` for groups of them sewn"
        " together, `perfect` for sheets folded one by one and glued at the spine, `leaflet` for"
        " one folded sheet, `zine` for eight pages from one side of a sheet, `none` for unfolded"
        " pages. The option `--booklet` overrides it.",
        "leaflet",
        Binding.SADDLE.value,
    )
    trim = optional(
        FLAG,
        "Whether it is cut on three sides after folding. If not, its pages extend to the edges"
        " of the paper; pages that would lie more than 12 mm inside it are cut out anyway.",
        "no",
        "yes",
    )
    creep = optional(
        LENGTH_OR_ZERO,
        "How much further towards the fold the pages of each inner sheet are moved than those of"
        f" the sheet around it. If not given, {CREEP / 1000:g} mm, for paper of 90 g/m².",
        "0.1mm",
    )
    signature = optional(
        whole(1, 12),
        "The most sheets of a sewn signature, four pages each.",
        "3",
        str(SHEETS_SEWN),
    )
    up = optional(
        whole(1, 2),
        "With `2`, paper with room for it has two folded sheets on a side, such as A3 for pages of"
        " A5: cut it in half before folding.",
        "2",
        "1",
    )


NOT_ON_BACK = (
    *(HeadingBlock, ContentsBlock, IndexBlock, ChapterBlock, SidebarBlock, SpreadBlock),
    MarginNoteBlock,
    PageBreakBlock,
)
"""Blocks that the back of the booklet cannot have: they belong to sections, or to several pages."""


class BackKeys(Record):
    """The last page of the booklet, its back, instead of the template `cover-back`."""

    middle = optional(
        INNER, "The blocks in the middle of the page.", "[{paragraph: cover.blurb}]", "[]"
    )
    foot = optional(
        INNER, "The blocks at the foot, such as credits.", "[{paragraph: cover.credits}]", "[]"
    )
    facts = optional(
        FLAG,
        "Whether a line with icons names the players, the time, the age and the cards of"
        " `game.yaml`.",
        "yes",
        "no",
    )
    qr = optional(WEB_ADDRESS, "The address in a QR code at the foot.", "https://example.com/rules")
    ean = optional(
        EAN, "The product number in a barcode at the foot, an EAN-13.", '"4006381333931"'
    )

    def page(self, stock: Stock, problems: Problems) -> BackPage:
        """Return the page; headings and blocks that make further pages are errors."""
        middle = _for_back(inner_blocks(self.middle, stock, problems), problems)
        foot = _for_back(inner_blocks(self.foot, stock, problems), problems)
        return BackPage(middle, foot, self.span, self.facts, self.qr or "", self.ean or "")


def _for_back(blocks: Sequence[Block], problems: Problems) -> tuple[Block, ...]:
    """Return the blocks that the back of the booklet can have; report the others."""
    fitting = []
    for block in blocks:
        wrong = [inner for inner in every_block([block]) if isinstance(inner, NOT_ON_BACK)]
        if not wrong:
            fitting.append(block)
        for inner in wrong:
            text = "the back of the booklet cannot have this block"
            label = "expected a paragraph, a list, a picture, cards or a note"
            cure = "move it to a section"
            problems.error(codes.UNKNOWN_BLOCK, text, inner.span, label, cure)
    return tuple(fitting)


class PageKeys(Record):
    """The trimmed size of a page, and its columns."""

    width = required(LENGTH, "The width.", "127mm")
    height = required(LENGTH, "The height.", "190.5mm")
    columns = optional(whole(1, 3), "The number of text columns.", "2", "1")
    margin_column = optional(
        LENGTH_OR_ZERO,
        "The width of the column for margin notes, on the side where lines begin.",
        "28mm",
        "0mm",
    )
    margin_heads = optional(
        FLAG, "Whether headings of level 2 are in the margin column.", "yes", "no"
    )

    @property
    def size(self) -> Size:
        """The trimmed size."""
        return Size(self.width, self.height)


PAGE_NAME = choice(*PAGE_SIZES)


class OutlineKeys(Record):
    """The outline of the rule booklet, the same in every language."""

    page = optional(
        either(MappingNode, PageKeys.form(), PAGE_NAME),
        "The size of a page: a name such as `a5`, or a mapping.",
        "{width: 127mm, height: 190.5mm}",
        "trade",
    )
    summary = optional(
        list_of(TEXT),
        'The keys of the paragraphs of the sheet "Rules at a glance". Without them there is no'
        " such sheet.",
        "[rules.summary.turn, rules.summary.end]",
        "[]",
    )
    sections = required(
        list_of(SectionKeys.form()),
        "The sections, in order.",
        "[{id: goal, blocks: [{paragraph: rules.goal.points}]}]",
    )
    back = optional(
        BackKeys.form(),
        "The last page, the back of the booklet. If not given, the template `cover-back` draws it.",
        "{middle: [{paragraph: cover.blurb}], facts: yes}",
    )
    addresses = optional(
        FLAG,
        "Whether the web address of a link `[words](https://...)` is printed after its words.",
        "yes",
        "no",
    )
    numbers = optional(
        choice(NO_NUMBERS, HEADINGS, RULES),
        "What is numbered: nothing, sections and headings (`3`, `3.1`, `3.1.1`), or paragraphs of"
        " the running text too.",
        "rules",
        "no",
    )
    bleed = optional(
        LENGTH_OR_ZERO,
        "How far pages are drawn beyond the trim in the files for a print shop, as of `export"
        " offset`.",
        "5mm",
        f"{PAGE_BLEED / 1000:g}mm",
    )
    booklet = optional(
        BookletKeys.form(), "Binding, trimming and creep of the booklet.", "{creep: 0.1mm}", "{}"
    )


def load_outline(
    path: Path, shown: str, stock: Stock, problems: Problems, printed: Stock | None = None
) -> Outline | None:
    """Load the outline of the booklet; None if its file cannot be read.

    `stock` has the things that its blocks may show, `printed` those that are printed, if the game
    has editions or leaves out cards: blocks that show nothing of it are left out.

    A game without the file has an outline without sections.
    """
    if not is_there(path):
        return no_outline(shown)
    root = read_yaml(path, shown, problems)
    if root is None:
        return None
    keys = OutlineKeys(root, problems)
    check_unique_ids(
        "sections", [(section.id, section.at("id")) for section in keys.sections], problems
    )
    for section in keys.sections:
        check_known(section.nodes.get("editions"), stock.editions, problems)
    outline = _outline(keys, stock, problems)
    outline = replace(outline, places=_places(root))
    _check_names(outline, problems)
    _check_margin(keys, outline, problems)
    _check_across(outline, problems)
    if printed is None:
        return outline
    own = replace(_outline(keys, printed, Problems()), places=outline.places)
    return replace(own, left_out=_keys_of(outline) - _keys_of(own))


def no_outline(shown: str) -> Outline:
    """Return the outline of a game without a booklet; `shown` is the file that it lacks."""
    return Outline(PAGE_SIZES["trade"].size, (), (), Span(shown), Span(shown))


def _keys_of(outline: Outline) -> frozenset[str]:
    """Return the keys of all texts, and the first parts of those in chapters."""
    chapters = (block for block in outline.blocks if isinstance(block, ChapterBlock))
    return frozenset(key for key, _ in outline.texts) | {f"rules.{one.id}" for one in chapters}


def _sections(keys: OutlineKeys, stock: Stock, problems: Problems) -> Iterator[Section]:
    """Yield the sections; an edition lacks those that are not its own, or that are empty."""
    for section in keys.sections:
        if section.editions and not stock.has(section.editions):
            continue
        blocks = inner_blocks(section.blocks, stock, problems)
        if blocks or not stock.edition:
            start = start_of(section.new_page)
            yield Section(section.id, blocks, section.at("id"), start, section.one_page)


def _outline(keys: OutlineKeys, stock: Stock, problems: Problems) -> Outline:
    page, booklet = keys.page, keys.booklet
    return Outline(
        page=PAGE_SIZES[page].size if isinstance(page, str) else page.size,
        sections=tuple(_sections(keys, stock, problems)),
        summary=keys.summary,
        span=keys.at("summary"),
        page_span=keys.at("page"),
        creep=booklet.creep,
        signature=booklet.signature,
        up=booklet.up,
        columns=1 if isinstance(page, str) else page.columns,
        binding=Binding(booklet.binding),
        trimmed=booklet.trim,
        back=keys.back.page(stock, problems) if keys.back else None,
        addresses=keys.addresses,
        numbers=keys.numbers,
        margin_column=0 if isinstance(page, str) else page.margin_column,
        margin_heads=not isinstance(page, str) and page.margin_heads,
        bleed=keys.bleed,
    )


def _check_margin(keys: OutlineKeys, outline: Outline, problems: Problems) -> None:
    """Check that the margin column is beside a single column of text, and notes are in it."""
    page = keys.page
    if isinstance(page, PageKeys) and page.columns > 1 and page.margin_column:
        text = f"a margin column stands beside {page.columns} columns of text"
        label, cure = "expected `columns: 1`", "remove `columns` or `margin_column`"
        problems.error(codes.WRONG_KIND, text, page.at("margin_column"), label, cure)
    if isinstance(page, PageKeys) and page.margin_heads and not page.margin_column:
        text = "headings have no margin column"
        cure = "add `margin_column: 28mm` to `page`"
        problems.error(codes.WRONG_KIND, text, page.at("margin_heads"), "expected a column", cure)
    beside = [block for section in outline.sections for block in section.blocks]
    beside += [one for block in beside if isinstance(block, SpreadBlock) for one in block.body]
    for block in outline.blocks:
        if not isinstance(block, MarginNoteBlock) or (outline.margin_column and block in beside):
            continue
        if outline.margin_column:
            text, cure = "a margin note is inside of another block", "write it before that block"
        else:
            text = "the pages have no column for margin notes"
            cure = "write `page: {width: 148mm, height: 210mm, margin_column: 28mm}`"
        label = "expected a margin note beside a block of a section"
        problems.error(codes.WRONG_KIND, text, block.span, label, cure)


def _check_across(outline: Outline, problems: Problems) -> None:
    """Check that pictures across two pages are at the head of both."""
    for section in outline.sections:
        for above, block in zip((None, *section.blocks), section.blocks, strict=False):
            if not isinstance(block, SpreadBlock) or block.across is None:
                continue
            span, label = block.across.span, "expected a picture at the head of both pages"
            if outline.columns > 1:
                text = f"a picture across two pages has {outline.columns} columns below"
                problems.error(codes.WRONG_KIND, text, span, label, "write `columns: 1` in `page`")
            if isinstance(above, HeadingBlock | MarginNoteBlock):
                text = "what precedes a picture across two pages is above one half of it"
                cure = "move it into the list of `spread`"
                problems.error(codes.WRONG_KIND, text, above.span, label, cure)


def _places(root: Node) -> dict[str, Span]:
    """Return where each string of the file first occurs, such as the key of a text of the game."""
    found: dict[str, Span] = {}
    for _, node in walk(root, ""):
        if isinstance(node, TextNode):
            found.setdefault(node.value, node.span)
    return found


def _check_names(outline: Outline, problems: Problems) -> None:
    """Check that sections and headings have unique names, as texts refer to them."""
    sections = {section.id: section.span for section in outline.sections}
    headings = [
        (block.id, block.span) for block in outline.blocks if isinstance(block, HeadingBlock)
    ]
    check_unique_ids("headings", [*sections.items(), *headings], problems)
