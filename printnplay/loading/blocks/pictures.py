"""Blocks with a picture: worked examples, drawings by templates, and files."""

from typing import Literal

from printnplay.game.rulebook import Block, FigureBlock, PictureBlock
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.blocks.block import BlockKeys, Stock, check_named
from printnplay.loading.forms import LENGTH, NAME, TEXT, choice, list_of, optional, required


class FigureKeys(BlockKeys):
    """A worked example, drawn by the template `figure`, with its caption."""

    figure = required(TEXT, "The id of the example.", "first-blow")
    caption = optional(
        TEXT, "The key of its caption; `examples.<id>` if not given.", "rules.blows.first"
    )
    alt = optional(
        TEXT,
        "The key of its text alternative, for readers who cannot see it.",
        "rules.blows.first.alt",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the figure."""
        check_named(self.figure, "example", stock.examples, self.place, problems)
        return FigureBlock(self.figure, self.place, caption=self.caption or "", alt=self.alt or "")


class DrawingKeys(BlockKeys):
    """A drawing by another template, with the position of a worked example if you name one."""

    drawing = required(NAME, "The template that draws it.", "setup")
    example = optional(TEXT, "The id of the example whose position it shows.", "first-blow")
    caption = optional(
        TEXT,
        "The key of its caption; with an example, `examples.<id>` if not given.",
        "rules.setup.caption",
    )
    alt = optional(
        TEXT, "The key of its text alternative, for readers who cannot see it.", "rules.setup.alt"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the figure."""
        if self.example:
            check_named(self.example, "example", stock.examples, self.at("example"), problems)
        return FigureBlock(
            self.example or "", self.place, self.drawing, self.caption or "", self.alt or ""
        )


class PictureKeys(BlockKeys):
    """A drawing or photograph from the folder `art` of the game or its style."""

    picture = required(TEXT, "The file: SVG, PNG, JPEG, WebP or GIF.", "harbour.jpg")
    alt = required(
        TEXT,
        "The key of its text alternative, for readers who cannot see it.",
        "rules.story.harbour",
    )
    caption = optional(TEXT, "The key of its caption.", "rules.story.caption")
    width = optional(LENGTH, "Its largest width; that of the column if not given.", "60mm")
    texts = optional(
        list_of(TEXT), "The keys of paragraphs beside it.", "[rules.story.arrival]", "[]"
    )
    side = optional(
        choice("left", "right"),
        "The side of these paragraphs on which it is placed.",
        "right",
        "left",
    )

    def block(self, stock: Stock, problems: Problems) -> PictureBlock:
        """Return the picture."""
        del stock, problems
        side: Literal["left", "right"] = "right" if self.side == "right" else "left"
        return PictureBlock(
            self.picture, self.alt, self.place, self.caption or "", self.width, side, self.texts
        )
