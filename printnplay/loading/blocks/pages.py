"""Blocks that shape pages, or are generated from the rest: breaks, contents, index."""

from collections.abc import Mapping

from printnplay.game.rulebook import (
    Block,
    ContentsBlock,
    IndexBlock,
    PageBreakBlock,
    RuleBlock,
    Start,
)
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.blocks.block import BlockKeys, Stock
from printnplay.loading.forms import TEXT, choice, list_of, map_of, optional, required


def start_of(said: str) -> Start:
    """Return the page on which something begins; `yes` is the next one."""
    starts: Mapping[str, Start] = {"yes": "page", "page": "page", "left": "left", "right": "right"}
    return starts.get(said, "")


class RuleKeys(BlockKeys):
    """A horizontal line across the column."""

    rule = required(choice("yes"), "Always `yes`.", "yes")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the rule."""
        del stock, problems
        return RuleBlock(self.place)


class PageBreakKeys(BlockKeys):
    """A page break: the next block begins on a new page."""

    page_break = required(
        choice("page", "left", "right"),
        "Where to continue: on the next page, left page or right page.",
        "left",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the break."""
        del stock, problems
        return PageBreakBlock(start_of(self.page_break), self.place)


class ContentsKeys(BlockKeys):
    """A generated table of contents: the titles of the sections with their page numbers."""

    contents = required(
        choice("1", "2"), "`1` for the sections alone, `2` to include the headings below them.", "2"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the table of contents."""
        del stock, problems
        return ContentsBlock(int(self.contents), self.place)


class IndexKeys(BlockKeys):
    """A generated index: words in alphabetical order with their page numbers."""

    index = required(
        list_of(choice("terms", "headings"), empty=True),
        "`terms` for the terms of the glossary that texts name as `{term:ID}`, `headings` for the"
        " titles of sections and for headings with an id.",
        "[terms, headings]",
    )
    entries = optional(
        map_of(list_of(TEXT), names=False, keys="text"),
        "Entries of your own: for the key of each text, the parts of the rulebook where it is"
        " explained, named as in `{page:<id>}`.",
        "{rules.index.ties: [end]}",
        "{}",
    )
    without = optional(list_of(TEXT), "The terms to leave out.", "[game]", "[]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the index."""
        del stock, problems
        return IndexBlock(
            self.place,
            "terms" in self.index,
            "headings" in self.index,
            tuple(self.entries.items()),
            self.without,
        )
