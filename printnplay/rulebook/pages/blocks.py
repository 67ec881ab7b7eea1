"""The kinds of rulebook blocks, each with the function that sets it."""

from printnplay.game.rulebook import (
    AnatomyBlock,
    CardBlock,
    CardsBlock,
    CodeBlock,
    ColumnsBlock,
    ComponentsBlock,
    ContentsBlock,
    CountsBlock,
    FigureBlock,
    FormulaBlock,
    HeadingBlock,
    IndexBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
    ParagraphBlock,
    PictureBlock,
    QuestionsBlock,
    QuoteBlock,
    RuleBlock,
    SidebarBlock,
    SpreadBlock,
    TableBlock,
    TurnBlock,
)
from printnplay.kernel.geometry import Um
from printnplay.rulebook.pages import figures, illustrations, index_pages, tables, text_blocks
from printnplay.rulebook.pages.block_setter import BlockSetter, Makers, Pictures
from printnplay.rulebook.pages.typesetter import Typesetter

MAKERS: Makers = {
    ParagraphBlock: text_blocks.paragraph,
    HeadingBlock: text_blocks.heading,
    ListBlock: text_blocks.listing,
    QuestionsBlock: text_blocks.questions,
    NoteBlock: text_blocks.note,
    MarginNoteBlock: text_blocks.margin_note,
    SidebarBlock: text_blocks.sidebar,
    ColumnsBlock: text_blocks.columns,
    SpreadBlock: text_blocks.spread,
    QuoteBlock: text_blocks.quote,
    CodeBlock: text_blocks.code,
    FormulaBlock: text_blocks.formula,
    RuleBlock: text_blocks.rule,
    CountsBlock: tables.counts,
    TableBlock: tables.table,
    ContentsBlock: tables.contents,
    IndexBlock: index_pages.index,
    TurnBlock: tables.turn,
    CardBlock: illustrations.card,
    CardsBlock: illustrations.gallery,
    AnatomyBlock: illustrations.anatomy,
    FigureBlock: figures.figure,
    PictureBlock: figures.picture,
    ComponentsBlock: illustrations.components,
}


def block_setter(typesetter: Typesetter, width: Um, pictures: Pictures) -> BlockSetter:
    """Return a setter of all kinds of blocks for a column of this width."""
    return BlockSetter(typesetter, width, pictures, MAKERS)
