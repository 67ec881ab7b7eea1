"""Blocks within blocks, and the table of all kinds of blocks."""

from collections.abc import Mapping, Sequence

from printnplay.files.yaml_tree import MappingNode, Node
from printnplay.game.rulebook import Block, ColumnsBlock, SidebarBlock, SpreadBlock
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.blocks.block import SHARES, BlockKeys, Stock, check_shares
from printnplay.loading.blocks.cards import (
    AnatomyKeys,
    CardKeys,
    CardsKeys,
    ComponentsKeys,
    TableKeys,
)
from printnplay.loading.blocks.pages import ContentsKeys, IndexKeys, PageBreakKeys, RuleKeys
from printnplay.loading.blocks.pictures import DrawingKeys, FigureKeys, PictureKeys
from printnplay.loading.blocks.texts import (
    ChapterKeys,
    HeadingKeys,
    ListKeys,
    MarginNoteKeys,
    NoteKeys,
    ParagraphKeys,
    QuestionsKeys,
    QuoteKeys,
    StepsKeys,
    TurnKeys,
)
from printnplay.loading.editions import check_known
from printnplay.loading.forms import NAME, TEXT, Form, list_of, optional, read_entries, required


def _read_inner(node: Node, problems: Problems) -> BlockKeys | None:
    return _read_block(node, problems)


INNER = list_of(Form(_read_inner, "a block", {"$ref": "#block"}))
"""The blocks within a block. Their schema refers to that of all blocks by its anchor."""


def inner_blocks(
    keys: Sequence[BlockKeys | None], stock: Stock, problems: Problems
) -> tuple[Block, ...]:
    """Return the blocks; an edition lacks those that show only what it leaves out."""
    blocks: list[Block] = []
    for key in keys:
        if isinstance(key, OfEditionsKeys):
            blocks += key.inner(stock, problems)
        elif key is not None:
            found = Problems() if stock.edition else problems
            block = key.block(stock, found)
            is_empty = isinstance(key, SidebarKeys | ColumnsKeys | SpreadKeys) and not block.blocks
            if not (stock.edition and (found.errors or is_empty)):
                blocks.append(block)
    return tuple(blocks)


class OfEditionsKeys(BlockKeys):
    """Blocks that only some editions of the game have."""

    editions = required(
        list_of(NAME), "The names of these editions; `base` for the game itself.", "[base, deluxe]"
    )
    blocks = required(INNER, "The blocks, in order.", "[{paragraph: rules.setup.harbour}]")

    def inner(self, stock: Stock, problems: Problems) -> tuple[Block, ...]:
        """Return the blocks, if the edition has them."""
        check_known(self.nodes["editions"], stock.editions, problems)
        return inner_blocks(self.blocks, stock, problems) if stock.has(self.editions) else ()


class SidebarKeys(BlockKeys):
    """Blocks beside the rules, such as the story or a designer's note, on a coloured background."""

    sidebar = required(TEXT, "The key of its title.", "rules.story.title")
    blocks = required(INNER, "The blocks under the title.", "[{paragraph: rules.story.one}]")
    colour = optional(TEXT, "A colour of the style for its background.", "mist")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the sidebar."""
        inner = inner_blocks(self.blocks, stock, problems)
        return SidebarBlock(self.sidebar, inner, self.place, self.colour or "")


class ColumnsKeys(BlockKeys):
    """Blocks side by side."""

    columns = required(
        list_of(INNER),
        "The blocks of each column.",
        "[[{paragraph: rules.a}], [{paragraph: rules.b}]]",
    )
    shares = optional(SHARES, "The relative widths of the columns.", "[2, 1]", "[1]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the columns."""
        check_shares(self, self.shares, len(self.columns), problems)
        columns = tuple(inner_blocks(column, stock, problems) for column in self.columns)
        shares = self.shares if len(self.shares) > 1 else ()
        return ColumnsBlock(columns, self.place, shares)


class SpreadKeys(BlockKeys):
    """Blocks on two facing pages."""

    spread = required(INNER, "The blocks; they begin on a left page.", "[{paragraph: rules.a}]")
    right = optional(
        INNER,
        "The blocks of the right page; those of the left page must fit it.",
        "[{paragraph: rules.b}]",
        "[]",
    )
    across = optional(
        PictureKeys.form(),
        "A picture at the head of both pages, without `texts`; the title of the section is below.",
        "{picture: harbour.jpg, alt: rules.story.harbour}",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the spread."""
        body, right = (
            inner_blocks(blocks, stock, problems) for blocks in (self.spread, self.right)
        )
        across = self.across.block(stock, problems) if self.across else None
        return SpreadBlock(body, self.place, right, across)


KINDS: Mapping[str, type[BlockKeys]] = {
    next(iter(kind.keys)): kind
    for kind in (
        ParagraphKeys,
        HeadingKeys,
        ListKeys,
        StepsKeys,
        TurnKeys,
        QuestionsKeys,
        TableKeys,
        CardKeys,
        CardsKeys,
        AnatomyKeys,
        FigureKeys,
        DrawingKeys,
        PictureKeys,
        ComponentsKeys,
        NoteKeys,
        MarginNoteKeys,
        QuoteKeys,
        SidebarKeys,
        ColumnsKeys,
        SpreadKeys,
        ContentsKeys,
        IndexKeys,
        ChapterKeys,
        RuleKeys,
        PageBreakKeys,
        OfEditionsKeys,
    )
}


def _read_block(node: Node, problems: Problems) -> BlockKeys | None:
    """Return a block, or None if its kind is unknown."""
    named = [key for key in read_entries(node, problems) if key in KINDS]
    if len(named) == 1:
        return KINDS[named[0]](node, problems)
    if isinstance(node, MappingNode):
        text, cure = f"a block is {listed(named)} at once", "make it several blocks"
        label = "expected one of the kinds of blocks"
        if not named:
            first = next(iter(node.entries), "")
            text = f"unknown block `{first}`" if first else "a block has no kind"
            cure = suggestion(first, KINDS)
        problems.error(codes.UNKNOWN_BLOCK, text, node.span, label, cure)
    return None


BLOCK = Form(
    _read_block,
    "a block",
    {"$anchor": "block", "anyOf": [kind.form().schema for kind in KINDS.values()]},
    tuple(KINDS.values()),
)
