"""Blocks of text: paragraphs, headings, lists, steps, questions, notes and quotations."""

from printnplay.files.yaml_tree import ListNode
from printnplay.game.rulebook import (
    Block,
    ChapterBlock,
    HeadingBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
    ParagraphBlock,
    QuestionsBlock,
    QuoteBlock,
    TurnBlock,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.blocks.block import BlockKeys, Stock
from printnplay.loading.forms import NAME, TEXT, choice, either, list_of, optional, required


class ParagraphKeys(BlockKeys):
    """A paragraph."""

    paragraph = required(TEXT, "The key of its text.", "rules.goal.points")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the paragraph."""
        del stock, problems
        return ParagraphBlock(self.paragraph, self.place)


class HeadingKeys(BlockKeys):
    """A heading within a section."""

    heading = required(TEXT, "The key of its text.", "rules.turn.draw.title")
    level = optional(
        choice("2", "3"),
        "`2` for a heading below the section's title, `3` for a heading below one of level 2.",
        "3",
        "2",
    )
    id = optional(
        NAME, "The name by which `{page:<id>}` and `{see:<id>}` refer to it.", "end-of-turn"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the heading."""
        del stock, problems
        return HeadingBlock(self.heading, self.place, int(self.level), self.id or "")


class ListKeys(BlockKeys):
    """A bulleted list."""

    list = required(list_of(TEXT), "The keys of its items.", "[rules.turn.on, rules.turn.stop]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the list."""
        del stock, problems
        return ListBlock(self.list, self.place)


class StepsKeys(BlockKeys):
    """A numbered list."""

    steps = required(list_of(TEXT), "The keys of its steps.", "[rules.setup.shuffle]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the list."""
        del stock, problems
        return ListBlock(self.steps, self.place, numbered=True)


class TurnKeys(BlockKeys):
    """A turn at a glance: its steps in a panel, one after the other."""

    turn = required(list_of(TEXT), "The keys of its steps.", "[rules.turn.draw, rules.turn.play]")
    title = optional(TEXT, "The key of the title above them.", "rules.turn.overview")
    icons = optional(
        list_of(TEXT), "An icon of the style for each step, instead of its number.", "[deck, hand]"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the turn; it must have as many icons as steps, or none."""
        del stock
        if self.icons and len(self.icons) != len(self.turn):
            text = f"{len(self.turn)} steps have {len(self.icons)} icons"
            cure = "name an icon for each step, or leave `icons` out"
            problems.error(
                codes.BLOCK_NAMES_NOTHING,
                text,
                self.at("icons"),
                "expected one icon for each step",
                cure,
            )
        return TurnBlock(self.turn, self.place, self.title or "", self.icons or ())


class QuestionsKeys(BlockKeys):
    """Questions and their answers."""

    questions = required(
        list_of(TEXT),
        "The first parts of their keys, to which `.question` and `.answer` are added.",
        "[rules.faq.tie, rules.faq.pass]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the questions."""
        del stock, problems
        return QuestionsBlock(self.questions, self.place)


class NoteKeys(BlockKeys):
    """A call-out that readers must not miss, on a coloured background."""

    note = required(
        either(ListNode, list_of(TEXT), TEXT),
        "The key of its text, or a list of the keys of its paragraphs.",
        "rules.turn.remember",
    )
    title = optional(TEXT, "The key of its title.", "rules.turn.remember-title")
    icon = optional(TEXT, "An icon of the style.", "star")
    colour = optional(
        TEXT, "A colour of the style for its border, instead of that of notes.", "red"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the note."""
        del stock, problems
        texts = (self.note,) if isinstance(self.note, str) else self.note
        return NoteBlock(texts, self.place, self.title or "", self.icon or "", self.colour or "")


class MarginNoteKeys(BlockKeys):
    """A short note in the margin column, level with the block that follows."""

    margin_note = required(TEXT, "The key of its text.", "rules.turn.hint")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the note."""
        del stock, problems
        return MarginNoteBlock(self.margin_note, self.place)


class QuoteKeys(BlockKeys):
    """A quotation."""

    quote = required(TEXT, "The key of the quoted text.", "rules.story.oath")
    by = optional(TEXT, "The key of the speaker's name.", "rules.story.captain")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the quotation."""
        del stock, problems
        return QuoteBlock(self.quote, self.place, self.by or "")


class ChapterKeys(BlockKeys):
    """The content under one heading of the Markdown file `locales/<language>/<game>.md`."""

    chapter = required(NAME, "The id of the heading, written `{#story}` after it.", "story")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the chapter, read with the texts."""
        del stock, problems
        return ChapterBlock(self.chapter, self.place)
